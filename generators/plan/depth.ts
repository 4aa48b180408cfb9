/**
 * Assigns each case its depth. It follows from the tables, the ids and the record of the mutation bench, so that equal inputs give equal
 * depths.
 * - `quick` has one case of each file.
 * - `standard` covers each requirement, each row of a table, each value of an axis and each pair of values of two axes. Of a requirement that
 *   is judged, it covers each application of a law to a table or `each`, with each line of `each` and each value of its axes. It also covers
 *   each change of the reference that only a case of `full` saw in the mutation bench. It has as few cases as a greedy search finds.
 * - `full` is every case.
 */
import { createHash } from 'node:crypto';
import type { NamedCase } from '../../spec/reading/case-names.js';
import type { Depth } from '../../spec/types/depth.js';
import type { Requirement, Strength, Version } from '../../spec/types/requirement.js';
import type { LineCase } from './members.js';

/** A case of one file with what it covers; cases with the same coverage are interchangeable. */
export interface Covering {
  readonly id: string;
  readonly strength: Strength;
  /** Without repeats. */
  readonly covers: readonly string[];
}

/** What a case of an application covers. A case of versions before `until` covers nothing of later ones. */
export function coveredBy(
  { application, table, index, data }: NamedCase,
  requirement: Requirement,
  until?: Version,
): string[] {
  const { law = 'calls', over = {} } = application;
  const before = until === undefined ? '' : ` before ${until}`;
  const axes = Object.keys(over).map((axis) => `${axis}=${JSON.stringify(data[axis])}`);
  const values = axes.map((value) => `${law}${before} ${value}`);
  const pairs = values.flatMap((one, i) => values.slice(i + 1).map((other) => `${one} ${other}`));
  // A row that is too long for one case is several rows of the table, one for each part.
  const first = typeof data.part === 'number' && data.parts !== undefined ? index - data.part + 1 : index;
  const rows = table === undefined ? [] : [`row ${table}${before} ${first}`];
  const { id, strength, cases = [] } = requirement;
  const applied = `${id} ${cases.indexOf(application)} ${table ?? ''}`;
  const line = application.each === undefined ? '' : index;
  const judged = strength === 'open' ? [] : [`${applied} ${line}`, ...axes.map((value) => `${applied} ${value}`)];
  return [...new Set([id, ...judged, ...rows, ...values, ...pairs])];
}

/** What a case of a member's line covers: each law of the member, or, if the documents leave it open, only the member. */
export const coveredByLine = ({ law }: LineCase, requirement: string, member: string, strength: Strength): string[] => [
  requirement,
  strength === 'open' ? member : `${member} ${law}`,
];

/** The depth of each case of one file. */
export function depthsOf(cases: readonly Covering[]): ReadonlyMap<string, Depth> {
  const inOrder = cases.map((of) => ({ of, order: digestOf(of.id) })).sort((a, b) => (a.order < b.order ? -1 : 1));
  const chosen = new Set(coveringOf(inOrder.map(({ of }) => of)));
  const smoke = [...chosen].find(({ strength }) => strength === 'must');
  return new Map(cases.map((of) => [of.id, of === smoke ? 'quick' : chosen.has(of) ? 'standard' : 'full']));
}

/** A hash decides among equals, so that no neighbours in a table are preferred. */
const digestOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** Cases that cover everything. Each round takes the cases that cover most of the rest, the first in order among equals. */
function coveringOf(cases: readonly Covering[]): readonly Covering[] {
  const left = new Set(cases.flatMap(({ covers }) => covers));
  const byGain = new Map<number, Covering[]>();
  const put = (of: Covering, gain: number): void => {
    const alike = byGain.get(gain);
    if (alike === undefined) byGain.set(gain, [of]);
    else alike.push(of);
  };
  const gainOf = ({ covers }: Covering): number => covers.reduce((gain, one) => gain + Number(left.has(one)), 0);
  for (const of of cases) put(of, gainOf(of));
  const chosen: Covering[] = [];
  for (let gain = Math.max(0, ...byGain.keys()); gain > 0; gain -= 1)
    // A case that turns out to gain less comes again in a later round.
    for (const of of byGain.get(gain) ?? []) {
      const now = gainOf(of);
      if (now < gain) put(of, now);
      else {
        chosen.push(of);
        for (const one of of.covers) left.delete(one);
      }
    }
  return chosen;
}
