/** Pairs the cases of two reports by their ids, and classifies the change of each. */
import type { CaseReport, RunReport } from '../model.js';
import { changeOf, isWorse, sideOf, unlessNoise } from './change.js';
import type { CaseChange } from './model.js';
import { NotComparable } from './runs.js';

/** Facts about the runs that are not in their reports. */
export interface Pairing {
  /** A second run of the target of `before`: results that differ between the two runs vary within that target. */
  readonly again?: RunReport;
  /** Cases that were worse, but not each time that they were tried again. */
  readonly unstable?: ReadonlySet<string>;
  /** The present id of a case that has a former id. */
  readonly renamed?: (id: string) => string | undefined;
}

/** Every case of either report, and how many of them have another id in one of them. */
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

/** @throws NotComparable if a case is there twice, since neither result can be preferred */
function casesOf({ requirements, target }: RunReport): ReadonlyMap<string, CaseOf> {
  const cases = new Map<string, CaseOf>();
  for (const { id: requirement, cases: own } of requirements)
    for (const one of own) {
      if (cases.has(one.id)) throw new NotComparable(`the report on ${target.name} holds the case ${one.id} twice`);
      cases.set(one.id, { one, requirement });
    }
  return cases;
}

/** The cases by present id. A case keeps its former id if the other report has that id, or if two cases would become one. */
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
