/** Which cases with processes of their own share one after all. */
import type { RunnableCase } from './planned.js';

/**
 * Cases that have a process started alike are together; one that says nothing of the start is alone, since it wants the process because
 * of what it does there. Blamed and replayed each is alone, in a process that was started in the same way.
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
