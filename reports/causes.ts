/** Why cases fail or were not observed, as far as that can be told. */
import type { CaseReport, RunReport } from './model.js';
import { isUnconfirmed } from './outcome.js';
import { isDown } from './totals.js';
import { counted, numeral } from './wording.js';

/** Cases for one cause. */
export interface Cause {
  readonly cause: string;
  readonly cases: readonly CaseReport[];
  /** How many requirements they are of. */
  readonly requirements: number;
}

type Failing = Pick<CaseReport, 'verdict' | 'failure' | 'reason' | 'observed'>;

/** The known reason; else what the failure looks like. */
export const causeOf = ({ verdict, failure = 'wrong', reason, observed }: Failing): string =>
  verdict === 'deviates' ? reason : `${failure}: ${withoutDetails(observed ?? reason)}`;

const casesOf = ({ requirements }: Pick<RunReport, 'requirements'>): readonly CaseReport[] =>
  requirements.flatMap(({ cases }) => cases);

/** What is wrong by itself, and is the reason why other cases were not observed: what is missing. */
function missingIn(report: Pick<RunReport, 'requirements'>): (one: CaseReport) => boolean {
  const wrong = new Set(casesOf(report).flatMap((one) => (one.verdict === 'violates' ? (one.observed ?? []) : [])));
  return ({ verdict, reason }) => verdict === 'inconclusive' && wrong.has(reason);
}

/** What is missing, that each has a cause of its own: where more is missing, the rest of it is one cause. */
const MOST_MISSING = 5;

/** Of causes, that of the most cases first: the one cause that those stand for which say what else is missing. */
function mostMissingAlone(causes: readonly string[]): ReadonlyMap<string, string> {
  const missing = causes.flatMap((cause) => {
    const [, name] = /^wrong: (?:the (?:global|module) )?(\S+) (?:is missing|cannot be imported)$/.exec(cause) ?? [];
    return name === undefined ? [] : [[cause, name] as const];
  });
  const rest = missing.slice(missing.length > MOST_MISSING ? MOST_MISSING - 1 : MOST_MISSING);
  const together = `wrong: ${rest.length} more are missing: ${rest.map(([, name]) => name).join(', ')}`;
  return new Map(rest.map(([cause]) => [cause, together]));
}

/**
 * What violates, or was seen wrong and not confirmed, by cause, with the cases that could not be observed for that cause: crashes and
 * hangs first, then the cause of the most cases.
 */
export function failuresOf(report: Pick<RunReport, 'requirements'>): readonly Cause[] {
  const fails = (one: CaseReport): boolean => one.verdict === 'violates' || isUnconfirmed(one);
  const rank = ({ cases }: Cause): number =>
    Number(cases.some(isDown)) + 2 * Number(cases.some(({ verdict }) => verdict === 'violates'));
  const confirmedFirst = ({ cases, ...of }: Cause): Cause => ({
    ...of,
    cases: [...cases].sort((a, b) => standingOf(a) - standingOf(b)),
  });
  const isLost = missingIn(report);
  const causeIn = (one: CaseReport): string | undefined => (fails(one) || isLost(one) ? causeOf(one) : undefined);
  const together = mostMissingAlone(byCause(report, causeIn).map(({ cause }) => cause));
  const causeAmong = (one: CaseReport): string | undefined => {
    const cause = causeIn(one);
    return cause === undefined ? undefined : (together.get(cause) ?? cause);
  };
  return byCause(report, causeAmong)
    .map(confirmedFirst)
    .sort((a, b) => rank(b) - rank(a) || b.cases.length - a.cases.length);
}

/** Confirmed first, what was not observed last. */
const standingOf = (one: CaseReport): number => (one.verdict === 'violates' ? 0 : isUnconfirmed(one) ? 1 : 2);

/** `3 not confirmed`, `6,143 not observed`: what holds of a part of the cases of a cause. */
export function remarksOn({ cases }: Cause): readonly string[] {
  const unconfirmed = cases.filter(isUnconfirmed).length;
  const unobserved = cases.filter((one) => standingOf(one) === 2).length;
  return [
    ...(unconfirmed === 0 ? [] : [`${numeral(unconfirmed)} not confirmed`]),
    ...(unobserved === 0 ? [] : [`${numeral(unobserved)} not observed`]),
  ];
}

/** Why cases were not observed, or do not apply where none was: the reason of the most cases first. */
export function unobservedIn(report: Pick<RunReport, 'requirements'>): readonly Cause[] {
  const isLost = missingIn(report);
  const open = byCause(report, (one) =>
    one.verdict === 'inconclusive' && !isUnconfirmed(one) && !isLost(one) ? one.reason : undefined,
  );
  const applies = casesOf(report).some(({ verdict }) => verdict !== 'not-applicable');
  return applies ? open : byCause(report, ({ reason }) => reason);
}

/** Reasons that are named in a line. */
const REASONS = 3;

/** `2 cases: no log`: why cases were not observed, in words. */
export const unobservedReasons = (report: Pick<RunReport, 'requirements'>): readonly string[] =>
  unobservedIn(report)
    .slice(0, REASONS)
    .map(({ cause, cases }) => `${counted(cases.length, 'case')}: ${cause}`);

/** The cases that have a cause, by it, the most frequent first. */
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

/** Longest shape that is looked at: what follows is detail. */
const SHAPE = 120;

/** A text without what inputs and chance decide: what is quoted, numbers, long digits. */
export const withoutDetails = (text = ''): string =>
  text
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/<[0-9a-f ]*(?:… \d+ more … [0-9a-f ]*)?>/g, '<…>')
    .replace(/\b[0-9a-f]{8,}\b|\d+(?:\.\d+)?/g, '#')
    .replace(/(?:#, ?)+#/g, '#, …')
    .replace(/(?:"…", ?)+"…"/g, '"…", …')
    .slice(0, SHAPE);
