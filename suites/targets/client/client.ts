/**
 * Target `client:COMMAND`: a client of the server-management API, in whatever language, is run against a service that
 * records what it is sent. For each operation the program is started once, with one of these lines behind COMMAND:
 *
 *     servers list
 *     servers create NAME
 *     apps list
 *     apps create --name NAME --sysuserid ID --runtime RUNTIME [--domain DOMAIN]...
 *     actions get ACTIONID
 *     actions wait ACTIONID
 *
 * It finds the base URL, which ends with `/v1`, in SRVSPEC_BASE_URL and the account in SRVSPEC_CLIENT_ID and SRVSPEC_API_KEY.
 * It ends with status 0 when the operation succeeded, and then standard output holds the answer's JSON; it ends with any
 * other status when it failed. It has ten seconds, without those in which it was given no processor, and 32 MB for each output.
 *
 * COMMAND is split at blanks. The program runs in an empty folder of its own, which is HOME and TMPDIR too, and which is
 * searched for the API key and then removed; words of COMMAND that name files are made whole paths before. Proxies are not used.
 * Command lines are looked at when a request arrives, so what stood there for a moment before is not seen.
 */
import type { Target } from '../../executor/target.js';
import { shellWord } from '../support/shell-word.js';
import { startClientSession } from './client-session.js';
import { launchProgram, programOf } from './launch.js';

/** Violations are confirmed side by side: each operation has a program, a folder and a service of its own. */
const SESSIONS = 4;

export interface ClientTargetOptions {
  readonly command: string;
}

export function clientTarget({ command }: ClientTargetOptions): Target {
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
