/**
 * Target `client:COMMAND`: a client of the server-management API, in any language; README.md describes how it is called. COMMAND is split at
 * blanks, and words that name files become absolute paths. The program runs in an empty folder of its own, which is searched for the API key
 * and then removed. Command lines are checked when a request arrives, so earlier short-lived ones are not seen.
 */
import type { Target } from '../../executor/target.js';
import { shellWord } from '../support/shell-word.js';
import { startClientSession } from './client-session.js';
import { launchProgram, programOf } from './launch.js';

/** Violations are confirmed in parallel: each operation has a program, a folder and a service of its own. */
const SESSIONS = 4;

export function clientTarget({ command }: { readonly command: string }): Target {
  return {
    name: `client:${command}`,
    kind: 'client',
    capabilities: new Set(),
    options: ['--target', shellWord(`client:${command}`)],
    drivers: {
      client: {
        restarts: false,
        sessions: SESSIONS,
        start: async () => startClientSession(launchProgram(programOf(command))),
      },
    },
  };
}
