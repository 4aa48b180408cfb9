/** Target `api:URL`: any endpoint of the server-management API. */

import type { ServiceFacts } from '../../../reports/model.js';
import type { SessionSetup, Target } from '../../executor/target.js';
import type { Capability } from '../../language/trial.js';
import { shellWord } from '../support/shell-word.js';
import { type ApiOptions, DEFAULTS } from './endpoint-options.js';
import { type EndpointSession, startEndpointSession } from './endpoint-session.js';
import { newKeyBy } from './new-key.js';
import { RunMemory } from './run-memory.js';

export function apiTarget(options: ApiOptions): Target {
  const { newKey, ...endpoint } = options;
  const memory = new RunMemory(endpoint.settleMs ?? DEFAULTS.settleMs);
  const sessions: EndpointSession[] = [];
  return {
    name: `api:${options.url}`,
    kind: 'api',
    capabilities: capabilitiesOf(options),
    options: replayOptions(options),
    drivers: {
      server: {
        restarts: false,
        start: async ({ needs }) => {
          const session = await startEndpointSession({
            ...endpoint,
            // A session before this one may have replaced the key.
            account: sessions.at(-1)?.account ?? endpoint.account,
            memory,
            rotations: rotationsFor(needs),
            ...(newKey === undefined ? {} : { rotate: () => newKeyBy(newKey) }),
          });
          sessions.push(session);
          return session;
        },
      },
    },
    service: () => factsOf(sessions),
  };
}

/** How often the API key is replaced for cases. */
function rotationsFor(needs: SessionSetup['needs']): number {
  if (needs === undefined || needs.has('new-key')) return 2;
  return needs.has('revoked-key') ? 1 : 0;
}

/** The first session is the run's own: those in which violations are confirmed find out no more, but create records. */
function factsOf(sessions: readonly EndpointSession[]): ServiceFacts | undefined {
  const facts = sessions.map((session) => session.service());
  const [first] = facts;
  return first === undefined ? undefined : { ...first, leftovers: facts.flatMap(({ leftovers }) => leftovers) };
}

function capabilitiesOf({ allowWrites = false, newKey, rotate, account }: ApiOptions): ReadonlySet<Capability> {
  const capabilities = new Set<Capability>();
  if (allowWrites) capabilities.add('write');
  const rotates = newKey !== undefined || rotate !== undefined;
  if (rotates || account.revokedApiKey !== undefined) capabilities.add('revoked-key');
  if (rotates) capabilities.add('new-key');
  return capabilities;
}

/** Arguments that name the target again. The command for a new key is left out: it may hold secrets. */
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
