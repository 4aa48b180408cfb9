/** Finds cases with processes of their own that can share one. */
import type { RunnableCase } from './planned.js';

/**
 * Groups cases with equal start settings. A case without start settings is alone, since it needs the process for what it does there.
 * Confirmations and replays run each case alone, in a process that was started in the same way.
 */
export function startedAlike(cases: readonly RunnableCase[]): RunnableCase[][] {
  const groups = new Map<string, RunnableCase[]>();
  for (const one of cases) {
    const { started, setup } = one.body;
    const ofProcess = setup.filter(({ name }) => name !== 'http' && name !== 'stream');
    const key = started === undefined ? one.id : JSON.stringify([started, ofProcess]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
