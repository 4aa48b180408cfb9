/** Target `api:URL`: any endpoint of the server-management API. */

import type { Target } from '../../executor/target.js';
import type { Capability } from '../../language/trial.js';
import type { ApiOptions } from './endpoint-options.js';
import { type EndpointSession, startEndpointSession } from './endpoint-session.js';
import { newKeyBy } from './new-key.js';

export function apiTarget(options: ApiOptions): Target {
  const { newKey, ...endpoint } = options;
  let session: EndpointSession | undefined;
  return {
    name: `api:${options.url}`,
    kind: 'api',
    implementation: 'unknown',
    capabilities: capabilitiesOf(options),
    options: replayOptions(options),
    drivers: {
      server: {
        restarts: false,
        start: async () => {
          session = await startEndpointSession({
            ...endpoint,
            ...(newKey === undefined ? {} : { rotate: () => newKeyBy(newKey) }),
          });
          return session;
        },
      },
    },
    service: () => session?.service(),
  };
}

function capabilitiesOf({ allowWrites = false, newKey, account }: ApiOptions): ReadonlySet<Capability> {
  const capabilities = new Set<Capability>();
  if (allowWrites) capabilities.add('write');
  if (newKey !== undefined || account.revokedApiKey !== undefined) capabilities.add('revoked-key');
  return capabilities;
}

/** Arguments that name the target again. The command for a new key is left out: it may hold secrets. */
function replayOptions({ url, allowWrites, allowInsecure, map = [], newKey, timeoutMs, app }: ApiOptions): string[] {
  return [
    '--target',
    quoted(`api:${url}`),
    ...(allowWrites === true ? ['--allow-writes'] : []),
    ...(allowInsecure === true ? ['--allow-insecure'] : []),
    ...map.flatMap((text) => ['--map', quoted(text)]),
    ...(newKey === undefined ? [] : ['--new-key', 'COMMAND']),
    ...(timeoutMs === undefined ? [] : ['--request-timeout', String(timeoutMs)]),
    ...(app === undefined ? [] : ['--app', quoted(`sysuserid=${app.sysuserid},runtime=${app.runtime}`)]),
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
