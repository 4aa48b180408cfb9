/** Pairs the cases of two reports by their ids, and tells what became of each. */
import type { CaseReport, RunReport } from '../model.js';
import { changeOf, isWorse, sideOf, unlessNoise } from './change.js';
import type { CaseChange } from './model.js';
import { NotComparable } from './not-comparable.js';

/** What is known of the runs besides their reports. */
export interface Pairing {
  /** A second run of what `before` is of: what it came to otherwise varies by itself. */
  readonly again?: RunReport;
  /** Cases that were worse and, tried again, were not so each time. */
  readonly unstable?: ReadonlySet<string>;
  /** What a case is called today whose id is of former days. */
  readonly renamed?: (id: string) => string | undefined;
}

/** Every case of either report, and how many of them had another id in one of them. */
export function caseChanges(
  before: RunReport,
  after: RunReport,
  { again, unstable, renamed = () => undefined }: Pairing = {},
): { readonly changes: readonly CaseChange[]; readonly paired: number } {
  const { cases: old, paired: oldPaired } = underIdsOf(casesOf(after), casesOf(before), renamed);
  const { cases: now, paired: nowPaired } = underIdsOf(old, casesOf(after), renamed);
  const repeated = again === undefined ? undefined : casesOf(again);
  const changes = [...new Set([...old.keys(), ...now.keys()])].map((id) => {
    const [was, is] = [old.get(id), now.get(id)];
    const [one, other] = [sideOf(was?.one), sideOf(is?.one)];
    const seen = changeOf(one, other);
    const change = repeated === undefined ? seen : unlessNoise(seen, one, sideOf(repeated.get(id)?.one), other);
    return {
      id,
      requirement: is?.requirement ?? was?.requirement ?? id,
      change: isWorse(change) && unstable?.has(id) === true ? 'unstable' : change,
      ...(one !== undefined && { before: one }),
      ...(other !== undefined && { after: other }),
    };
  });
  return { changes, paired: oldPaired + nowPaired };
}

interface CaseOf {
  readonly one: CaseReport;
  readonly requirement: string;
}

/** @throws NotComparable when a case stands there twice, since nobody knows which of them holds */
function casesOf({ requirements, target }: RunReport): ReadonlyMap<string, CaseOf> {
  const cases = new Map<string, CaseOf>();
  for (const { id: requirement, cases: own } of requirements)
    for (const one of own) {
      if (cases.has(one.id)) throw new NotComparable(`the report on ${target.name} holds the case ${one.id} twice`);
      cases.set(one.id, { one, requirement });
    }
  return cases;
}

/** The cases, each that the other report does not know under the id that it has today, where that tells one case of the other. */
function underIdsOf(
  others: ReadonlyMap<string, unknown>,
  cases: ReadonlyMap<string, CaseOf>,
  renamed: (id: string) => string | undefined,
): { readonly cases: ReadonlyMap<string, CaseOf>; readonly paired: number } {
  const today = [...cases.keys()].flatMap((id): [string, string][] => {
    const name = others.has(id) ? undefined : renamed(id);
    return name !== undefined && others.has(name) && !cases.has(name) ? [[id, name]] : [];
  });
  const names = today.map(([, name]) => name);
  const single = new Map(today.filter(([, name]) => names.indexOf(name) === names.lastIndexOf(name)));
  return { cases: new Map([...cases].map(([id, of]) => [single.get(id) ?? id, of])), paired: single.size };
}
