/** Whether the scenarios have the required results: all pass, except those that are pending on our host. */
import type { Complaints, HostKind } from './running.js';
import type { Scenario } from './scenario.js';

interface ScenarioVerdict {
  readonly name: string;
  readonly isRight: boolean;
  /** Details, line by line. */
  readonly details: readonly string[];
}

export function verdictsOf(
  scenarios: readonly Scenario[],
  found: Complaints,
  host: HostKind['host'],
): readonly ScenarioVerdict[] {
  return scenarios.map(({ name, pending }) => {
    const complaints = found.get(name) ?? ['it was not run'];
    if (host !== 'ours' || pending === undefined)
      return { name, isRight: complaints.length === 0, details: complaints };
    const isRight = complaints.length > 0;
    const mark = isRight ? `pending: ${pending}` : `passes: it is not pending any more (${pending})`;
    return { name, isRight, details: [mark, ...complaints.slice(0, 1)] };
  });
}
