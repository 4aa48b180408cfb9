/**
 * Target `client:COMMAND`: runs a client of the server-management API, in any language, against a service that records its requests. For
 * each operation the program is started once, with one of these lines after COMMAND:
 *
 *  servers list
 *  servers create NAME
 *  apps list
 *  apps create --name NAME --sysuserid ID --runtime RUNTIME [--domain DOMAIN]...
 *  actions get ACTIONID
 *  actions wait ACTIONID
 *
 * The base URL, which ends with `/v1`, is in SRVSPEC_BASE_URL, and the account in SRVSPEC_CLIENT_ID and SRVSPEC_API_KEY. After a successful
 * operation the status is 0, and standard output is the answer's JSON. After a failed one the status is another. The program has ten
 * seconds, without the time in which it had no processor, and 32 MB for each output.
 *
 * COMMAND is split at blanks. The program runs in an empty folder of its own, which is also HOME and TMPDIR. The folder is searched for the
 * API key and then removed. Words of COMMAND that name files become absolute paths before. Proxies are not used. Command lines are checked
 * when a request arrives, so earlier short-lived ones are not seen.
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
