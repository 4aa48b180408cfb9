/** Target `api:URL`: any endpoint of the server-management API. */

import type { Target } from '../../executor/target.js';
import type { Capability } from '../../language/trial.js';
import { shellWord } from '../support/shell-word.js';
import { startApiSession } from './api-session.js';
import type { ApiOptions } from './options.js';
import { ApiRun } from './run.js';

export function apiTarget(options: ApiOptions): Target {
  const run = new ApiRun(options);
  return {
    name: `api:${options.url}`,
    kind: 'api',
    capabilities: capabilitiesOf(options),
    options: replayOptions(options),
    drivers: {
      server: {
        restarts: false,
        // A key is replaced only for cases that need that.
        start: ({ needs }) =>
          needs === undefined || needs.has('new-key') || needs.has('revoked-key')
            ? startApiSession(options, run)
            : startApiSession({ ...options, rotate: undefined }, run),
      },
    },
    service: () => (run.account === undefined ? undefined : run.facts()),
  };
}

function capabilitiesOf({ allowWrites = false, rotate, account }: ApiOptions): ReadonlySet<Capability> {
  const rotates = rotate !== undefined;
  return new Set<Capability>([
    ...(allowWrites ? ['write' as const] : []),
    ...(rotates || account.revokedApiKey !== undefined ? ['revoked-key' as const] : []),
    ...(rotates ? ['new-key' as const] : []),
  ]);
}

/** Arguments that name the target again. The command for a new key is left out, since it may contain secrets. */
function replayOptions({ url, allowWrites, allowInsecure, map = [], rotate, timeoutMs, app }: ApiOptions): string[] {
  return [
    '--target',
    shellWord(`api:${url}`),
    ...(allowWrites === true ? ['--allow-writes'] : []),
    ...(allowInsecure === true ? ['--allow-insecure'] : []),
    ...map.flatMap((text) => ['--map', shellWord(text)]),
    ...(rotate === undefined ? [] : ['--new-key', 'COMMAND']),
    ...(timeoutMs === undefined ? [] : ['--request-timeout', String(timeoutMs)]),
    ...(app === undefined ? [] : ['--app', shellWord(`sysuserid=${app.sysuserid},runtime=${app.runtime}`)]),
  ];
}
