/** Known harmless differences: matches quirks to the differences of a comparison, and finds unused quirks. */
import type { QuirkUse } from './model.js';

/** An entry of a quirks file. If it names engines, the first target is that with the first of them. */
export type Quirk = Omit<QuirkUse, 'cases'>;

export interface QuirkFile {
  readonly quirks: readonly Quirk[];
}

/** A case that both targets were given and neither violates: quirks never apply to a violation. */
export interface ComparedCase {
  readonly requirement: string;
  readonly id: string;
  /** The difference between the answers, from the first to the second target and in the opposite direction; absent if they are alike. */
  readonly apart?: readonly [there: string, back: string];
}

interface SortedOut<T extends ComparedCase> {
  readonly ignored: ReadonlySet<T>;
  /** In the order of the file: all quirks that apply to these engines and have a compared case. */
  readonly uses: readonly QuirkUse[];
}

/** Which differences are known to be harmless. The first matching quirk is used. */
export function sortedOut<T extends ComparedCase>(
  held: readonly T[],
  quirks: readonly Quirk[],
  engines: readonly [string, string],
): SortedOut<T> {
  const ignored = new Set<T>();
  const uses = new Map<Quirk, Set<string>>();
  const known = byId(quirks.filter((one) => isBetween(one, engines)));
  for (const one of held) {
    const own = [...(known.get(one.id) ?? []), ...(known.get(one.requirement) ?? [])];
    for (const quirk of own) if (!uses.has(quirk)) uses.set(quirk, new Set());
    const used = own.find((quirk) => isAbout(quirk, one.apart, engines));
    if (used === undefined) continue;
    ignored.add(one);
    uses.get(used)?.add(one.id);
  }
  return { ignored, uses: quirks.flatMap((quirk) => useOf(quirk, uses.get(quirk))) };
}

function byId(quirks: readonly Quirk[]): ReadonlyMap<string, readonly Quirk[]> {
  const known = new Map<string, Quirk[]>();
  for (const quirk of quirks) for (const id of quirk.of) known.set(id, [...(known.get(id) ?? []), quirk]);
  return known;
}

function isBetween({ engines }: Quirk, [one, other]: readonly [string, string]): boolean {
  if (engines === undefined) return true;
  const [first, second] = engines;
  return (first === one && second === other) || (first === other && second === one);
}

function isAbout(
  { cause, engines }: Quirk,
  apart: ComparedCase['apart'],
  [one, other]: readonly [string, string],
): boolean {
  if (apart === undefined) return false;
  const [there, back] = apart;
  if (engines === undefined || one === other) return cause === there || cause === back;
  return cause === (engines[0] === one ? there : back);
}

const useOf = (quirk: Quirk, cases: ReadonlySet<string> | undefined): readonly QuirkUse[] =>
  cases === undefined ? [] : [{ ...quirk, cases: [...cases] }];

/** Merges the uses of quirks that two ways of comparing found. */
export function mergeQuirkUses(some: readonly QuirkUse[], others: readonly QuirkUse[]): readonly QuirkUse[] {
  const uses = new Map<string, QuirkUse>();
  for (const use of [...some, ...others]) {
    const { cases, ...quirk } = use;
    const key = JSON.stringify(quirk);
    uses.set(key, { ...use, cases: [...new Set([...(uses.get(key)?.cases ?? []), ...cases])] });
  }
  return [...uses.values()];
}
