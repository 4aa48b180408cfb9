/** Ids that a requirement or case had, and what they are called now. */

import { closeTo, didYouMean } from './nearest.js';

/** Everything that has an id. */
export interface KnownIds {
  readonly requirements: readonly string[];
  readonly cases: readonly string[];
  /** Former ids, listed by the requirements that they belong to now. */
  readonly formerly: { readonly [id: string]: string };
}

const MOST = 6;

/**
 * Why an id is not known, in words, and what it is called now; `undefined` for an id that is. Case ids held the name of a
 * law behind the requirement once: what is left without it is the name of today. `beginnings` may have been meant, too.
 */
export function unknownId(id: string, known: KnownIds, beginnings: Iterable<string> = []): string | undefined {
  if (known.requirements.includes(id) || known.cases.includes(id)) return undefined;
  const { ids: current, isGuess } = namesOfToday(id, known);
  if (current.length === 0 || (isGuess && closeTo(id, known.cases).length > 0)) {
    const near = didYouMean(id, [...beginnings, ...known.requirements, ...known.cases]);
    return `there is no requirement or case ${id}${near || '; `srvspec list` shows what there is'}`;
  }
  const shown = current.length > MOST ? [...current.slice(0, MOST), `${current.length - MOST} more`] : current;
  return `there is no ${id} any more; it is called ${shown.join(', ')} now`;
}

/** Ids that an id of former days stands for now; none where nothing is known of it. */
export const currentIds = (id: string, known: KnownIds): readonly string[] => namesOfToday(id, known).ids;

/** The one case that a case of former days is today; `undefined` where that is not known for certain, or the id is of today. */
export function renamed(id: string, known: KnownIds): string | undefined {
  if (known.cases.includes(id)) return undefined;
  const { ids, isGuess } = namesOfToday(id, known);
  const [name, ...others] = ids;
  if (name === undefined || others.length > 0 || isGuess === true) return undefined;
  if (known.cases.includes(name)) return name;
  const [only, ...more] = known.cases.filter((one) => one.startsWith(`${name}/`));
  return more.length === 0 ? only : undefined;
}

interface NamesOfToday {
  readonly ids: readonly string[];
  /** Nothing is like the id: they are all cases of its requirement. */
  readonly isGuess?: true;
}

function namesOfToday(id: string, { requirements, cases, formerly }: KnownIds): NamesOfToday {
  const listed = Object.hasOwn(formerly, id) ? formerly[id] : undefined;
  if (listed !== undefined) return { ids: [listed] };
  const requirement = requirements.find((one) => id.startsWith(`${one}/`));
  if (requirement === undefined) return { ids: [] };
  const [law = '', ...name] = id.slice(requirement.length + 1).split('/');
  const own = cases.filter((one) => one === requirement || one.startsWith(`${requirement}/`));
  const wanted = [requirement, ...name].join('/');
  const found = [
    own.filter((one) => one === wanted),
    own.filter((one) => name.length > 0 && one.startsWith(`${wanted}/`)),
    own.filter((one) => name.length === 0 && isNamedAfter(one, law)),
  ];
  const ids = found.find((some) => some.length > 0);
  return ids === undefined ? { ids: own, isGuess: true } : { ids };
}

/** A law without data gave its case the end of its own name: `encodesAny` became `any`. */
const isNamedAfter = (id: string, law: string): boolean =>
  `-${law.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()}`.endsWith(`-${id.split('/').at(-1)}`);
