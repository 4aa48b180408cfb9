/** Former ids of requirements and cases, and their current ids. */

import { didYouMean } from './nearest.js';

/** Everything that has an id. */
export interface KnownIds {
  readonly requirements: readonly string[];
  readonly cases: readonly string[];
  /** Former ids, listed by the requirements that now have them. */
  readonly formerly: { readonly [id: string]: string };
}

/** The first part of the ids of the user's own cases, which no id of the suite has. */
export const OWN = 'own';

const currentId = (id: string, { formerly }: KnownIds): string | undefined =>
  Object.hasOwn(formerly, id) ? formerly[id] : undefined;

/** Why an id is not known, and its current id; `undefined` for a known id. `beginnings` may also have been meant. */
export function unknownId(id: string, known: KnownIds, beginnings: Iterable<string> = []): string | undefined {
  if (known.requirements.includes(id) || known.cases.includes(id)) return undefined;
  const current = currentId(id, known);
  if (current !== undefined) return `there is no ${id} any more; it is called ${current} now`;
  const advice =
    id.split('.', 1)[0] === OWN ? '--cases FILE names the file of own cases' : '`srvspec list` shows what there is';
  const near = didYouMean(id, [...beginnings, ...known.requirements, ...known.cases]);
  return `there is no requirement or case ${id}${near || `; ${advice}`}`;
}

/** The current id of the case with a former id; `undefined` for a current id, and if several cases are possible. */
export function renamed(id: string, known: KnownIds): string | undefined {
  const current = known.cases.includes(id) ? undefined : currentId(id, known);
  if (current === undefined || known.cases.includes(current)) return current;
  const [only, ...more] = known.cases.filter((one) => one.startsWith(`${current}/`));
  return more.length === 0 ? only : undefined;
}
