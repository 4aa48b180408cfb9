/** Harmless differences that are known: which of those that were found they are, and which of them were not found. */
import type { QuirkUse } from './model.js';

/** An entry of a quirks file; the first target is that with the first of the engines, where it names them. */
export type Quirk = Omit<QuirkUse, 'cases'>;

export interface QuirkFile {
  readonly quirks: readonly Quirk[];
}

/** A case that both targets were given, and of which the documents call neither wrong: what is wrong is never given to a quirk. */
export interface ComparedCase {
  readonly requirement: string;
  readonly id: string;
  /** What tells the answers apart, from the first to the second target and the other way round; absent where they are alike. */
  readonly apart?: readonly [there: string, back: string];
}

export interface SortedOut<T extends ComparedCase> {
  readonly ignored: ReadonlySet<T>;
  /** In the order of the file: all that hold between these engines, of which a case was held against the other's. */
  readonly uses: readonly QuirkUse[];
}

/** Which differences are known to be harmless; the first quirk that knows one is used. */
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

/** What was ignored in one way of comparing and in another, together. */
export function mergeQuirkUses(some: readonly QuirkUse[], others: readonly QuirkUse[]): readonly QuirkUse[] {
  const uses = new Map<string, QuirkUse>();
  for (const use of [...some, ...others]) {
    const { cases, ...quirk } = use;
    const key = JSON.stringify(quirk);
    uses.set(key, { ...use, cases: [...new Set([...(uses.get(key)?.cases ?? []), ...cases])] });
  }
  return [...uses.values()];
}
