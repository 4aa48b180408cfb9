/** Groups cases by the cause of their failure, or of the missing observation, if the cause is known. */
import type { CaseReport, RunReport } from './model.js';
import { isUnconfirmed } from './outcome.js';
import { isDown } from './totals.js';
import { counted, numeral } from './wording.js';

/** Cases with the same cause. */
export interface Cause {
  readonly cause: string;
  readonly cases: readonly CaseReport[];
  /** The number of requirements with these cases. */
  readonly requirements: number;
}

type Failing = Pick<CaseReport, 'verdict' | 'failure' | 'reason' | 'observed'>;

/** The known reason; otherwise the shape of the failure. */
export const causeOf = ({ verdict, failure = 'wrong', reason, observed }: Failing): string =>
  verdict === 'deviates' ? reason : `${failure}: ${withoutDetails(observed ?? reason)}`;

const casesOf = ({ requirements }: Pick<RunReport, 'requirements'>): readonly CaseReport[] =>
  requirements.flatMap(({ cases }) => cases);

/** Something missing in the target. It is a violation itself and the reason why other cases were not observed. */
function missingIn(report: Pick<RunReport, 'requirements'>): (one: CaseReport) => boolean {
  const wrong = new Set(casesOf(report).flatMap((one) => (one.verdict === 'violates' ? (one.observed ?? []) : [])));
  return ({ verdict, reason }) => verdict === 'inconclusive' && wrong.has(reason);
}

/** Up to this many missing things have a cause each; all further ones share one cause. */
const MOST_MISSING = 5;

/** Merges causes about missing things, except those with the most cases, into one. */
function groupedMissing(causes: readonly string[]): ReadonlyMap<string, string> {
  const missing = causes.flatMap((cause) => {
    const [, name] = /^wrong: (?:the (?:global|module) )?(\S+) (?:is missing|cannot be imported)$/.exec(cause) ?? [];
    return name === undefined ? [] : [[cause, name] as const];
  });
  const rest = missing.slice(missing.length > MOST_MISSING ? MOST_MISSING - 1 : MOST_MISSING);
  const together = `wrong: ${rest.length} more are missing: ${rest.map(([, name]) => name).join(', ')}`;
  return new Map(rest.map(([cause]) => [cause, together]));
}

/**
 * Cases that violate, or failed once and were not confirmed, by cause. Each cause also has the cases that it kept from being observed.
 * Crashes and hangs come first, then the cause with the most cases.
 */
export function failuresOf(report: Pick<RunReport, 'requirements'>): readonly Cause[] {
  const fails = (one: CaseReport): boolean => one.verdict === 'violates' || isUnconfirmed(one);
  const rank = ({ cases }: Cause): number =>
    Number(cases.some(isDown)) + 2 * Number(cases.some(({ verdict }) => verdict === 'violates'));
  const confirmedFirst = ({ cases, ...of }: Cause): Cause => ({
    ...of,
    cases: [...cases].sort((a, b) => rankOf(a) - rankOf(b)),
  });
  const isLost = missingIn(report);
  const causeIn = (one: CaseReport): string | undefined => (fails(one) || isLost(one) ? causeOf(one) : undefined);
  const together = groupedMissing(byCause(report, causeIn).map(({ cause }) => cause));
  const causeAmong = (one: CaseReport): string | undefined => {
    const cause = causeIn(one);
    return cause === undefined ? undefined : (together.get(cause) ?? cause);
  };
  return byCause(report, causeAmong)
    .map(confirmedFirst)
    .sort((a, b) => rank(b) - rank(a) || b.cases.length - a.cases.length);
}

/** Sorts confirmed failures first and unobserved cases last. */
const rankOf = (one: CaseReport): number => (one.verdict === 'violates' ? 0 : isUnconfirmed(one) ? 1 : 2);

/** `3 not confirmed`, `6,143 not observed`: remarks on a part of the cases of a cause. */
export function remarksOn({ cases }: Cause): readonly string[] {
  const unconfirmed = cases.filter(isUnconfirmed).length;
  const unobserved = cases.filter((one) => rankOf(one) === 2).length;
  return [
    ...(unconfirmed === 0 ? [] : [`${numeral(unconfirmed)} not confirmed`]),
    ...(unobserved === 0 ? [] : [`${numeral(unobserved)} not observed`]),
  ];
}

/** The reasons why cases were not observed, or, if all were, why cases do not apply. The reason with the most cases comes first. */
export function unobservedIn(report: Pick<RunReport, 'requirements'>): readonly Cause[] {
  const isLost = missingIn(report);
  const open = byCause(report, (one) =>
    one.verdict === 'inconclusive' && !isUnconfirmed(one) && !isLost(one) ? one.reason : undefined,
  );
  const applies = casesOf(report).some(({ verdict }) => verdict !== 'not-applicable');
  return applies ? open : byCause(report, ({ reason }) => reason);
}

/** The number of reasons that one line names. */
const REASONS = 3;

/** `2 cases: no log`: reasons why cases were not observed. */
export const unobservedReasons = (report: Pick<RunReport, 'requirements'>): readonly string[] =>
  unobservedIn(report)
    .slice(0, REASONS)
    .map(({ cause, cases }) => `${counted(cases.length, 'case')}: ${cause}`);

/** Cases by cause, the most frequent cause first; cases without a cause are left out. */
function byCause(
  { requirements }: Pick<RunReport, 'requirements'>,
  causeOf: (one: CaseReport) => string | undefined,
): readonly Cause[] {
  const found = new Map<string, { readonly cases: CaseReport[]; readonly of: Set<string> }>();
  for (const { id, cases } of requirements)
    for (const one of cases) {
      const cause = causeOf(one);
      if (cause === undefined) continue;
      const known = found.get(cause) ?? { cases: [], of: new Set() };
      found.set(cause, known);
      known.cases.push(one);
      known.of.add(id);
    }
  return [...found]
    .map(([cause, { cases, of }]) => ({ cause, cases, requirements: of.size }))
    .sort((a, b) => b.cases.length - a.cases.length);
}

/** A shape has at most this many characters; the rest of a text is detail. */
const SHAPE = 120;

/** A text without the parts that depend on inputs and chance: quoted text, numbers, long digits. */
export const withoutDetails = (text = ''): string =>
  text
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/<[0-9a-f ]*(?:… \d+ more … [0-9a-f ]*)?>/g, '<…>')
    .replace(/\b[0-9a-f]{8,}\b|\d+(?:\.\d+)?/g, '#')
    .replace(/(?:#, ?)+#/g, '#, …')
    .replace(/(?:"…", ?)+"…"/g, '"…", …')
    .slice(0, SHAPE);
