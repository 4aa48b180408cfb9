/** Target `api:URL`: any endpoint of the server-management API. */

import type { Target } from '../../executor/target.js';
import type { Capability } from '../../language/trial.js';
import { shellWord } from '../support/shell-word.js';
import { startApiSession } from './api-session.js';
import { newKeyBy } from './new-key.js';
import type { ApiOptions } from './options.js';
import { ApiRun } from './run.js';

export function apiTarget(options: ApiOptions): Target {
  const { newKey, rotate: _, ...endpoint } = options;
  const rotate = newKey === undefined ? options.rotate : () => newKeyBy(newKey);
  const run = new ApiRun(options);
  // A session may replace the key.
  let account: ApiOptions['account'] | undefined;
  return {
    name: `api:${options.url}`,
    kind: 'api',
    capabilities: capabilitiesOf(options),
    options: replayOptions(options),
    drivers: {
      server: {
        restarts: false,
        start: async ({ needs }) => {
          // A key is replaced only for cases that need that.
          const isNeeded = needs === undefined || needs.has('new-key') || needs.has('revoked-key');
          const own = { ...endpoint, ...(account === undefined ? {} : { account }), run };
          const session = await startApiSession({ ...own, rotate: isNeeded ? rotate : undefined });
          account = session.account;
          return session;
        },
      },
    },
    service: () => (account === undefined ? undefined : run.facts()),
  };
}

function capabilitiesOf({ allowWrites = false, newKey, rotate, account }: ApiOptions): ReadonlySet<Capability> {
  const rotates = newKey !== undefined || rotate !== undefined;
  return new Set<Capability>([
    ...(allowWrites ? ['write' as const] : []),
    ...(rotates || account.revokedApiKey !== undefined ? ['revoked-key' as const] : []),
    ...(rotates ? ['new-key' as const] : []),
  ]);
}

/** Arguments that name the target again. The command for a new key is left out, since it may contain secrets. */
function replayOptions({ url, allowWrites, allowInsecure, map = [], newKey, timeoutMs, app }: ApiOptions): string[] {
  return [
    '--target',
    shellWord(`api:${url}`),
    ...(allowWrites === true ? ['--allow-writes'] : []),
    ...(allowInsecure === true ? ['--allow-insecure'] : []),
    ...map.flatMap((text) => ['--map', shellWord(text)]),
    ...(newKey === undefined ? [] : ['--new-key', 'COMMAND']),
    ...(timeoutMs === undefined ? [] : ['--request-timeout', String(timeoutMs)]),
    ...(app === undefined ? [] : ['--app', shellWord(`sysuserid=${app.sysuserid},runtime=${app.runtime}`)]),
  ];
}
