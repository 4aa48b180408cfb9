import type { CaseReport, RunReport, ServiceFacts, Totals, VerdictKind } from './model.js';
import { countOf, WORST_FIRST } from './totals.js';

interface VerdictWords {
  /** One character that distinguishes verdicts without colour. */
  readonly mark: string;
  readonly label: string;
  /** For legends. */
  readonly meaning: string;
}

/** How people read each verdict. */
export const VERDICT_WORDS: { readonly [Verdict in VerdictKind]: VerdictWords } = {
  violates: { mark: '✗', label: 'violates', meaning: 'wrong answer, crash or hang, seen again alone' },
  inconclusive: { mark: '?', label: 'inconclusive', meaning: 'not observed, or seen wrong and not confirmed' },
  deviates: { mark: '≈', label: 'deviates', meaning: 'known violation with a recorded reason' },
  conforms: { mark: '✓', label: 'conforms', meaning: 'as the documents say' },
  recorded: { mark: '○', label: 'recorded', meaning: 'left open by the documents' },
  'not-applicable': { mark: '–', label: 'not applicable', meaning: 'other version or engine' },
};

/** `1,204`; for whole numbers. Loading a locale takes longer than a small run. */
export function numeral(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 case`, `1,204 cases` */
export function counted(number: number, noun: string): string {
  return `${numeral(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Milliseconds for people, with no more digits than were measured: `< 1 ms`, `4 ms`, `120 ms`, `3.1 s`, `52 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds === 0) return '0 ms';
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 995) return `${Number(milliseconds.toPrecision(milliseconds < 10 ? 1 : 2))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `22 November 2026, 14:03 UTC`; other texts are kept. */
export function when(startedAt: string): string {
  const time = new Date(startedAt);
  if (Number.isNaN(time.getTime())) return startedAt;
  const iso = time.toISOString();
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}, ${iso.slice(11, 16)} UTC`;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** What distinguishes a document from the others of its series: the title after the colon. */
export const shortTitle = (title: string): string => title.slice(title.lastIndexOf(': ') + 1).trim();

/** Whole percents, rounded down so that only complete coverage is 100. */
export function wholePercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}

/** The number of cases in total. */
export function caseCount(totals: Totals): number {
  return WORST_FIRST.reduce((sum, verdict) => sum + countOf(totals, verdict), 0);
}

/** One line about a case that is neither right nor wrong: `inconclusive: …`, `recorded: returns 1`. */
export function verdictLine({ verdict, reason, observed = '' }: CaseReport): string {
  return `${VERDICT_WORDS[verdict].label}: ${verdict === 'recorded' ? observed : reason}`;
}

/** The reason without the observation at its end, for places that show the observation in full beside it. */
export function briefReason({ reason, observed = '' }: CaseReport): string {
  const repeated = `: ${observed}`;
  return observed !== '' && reason.endsWith(repeated) ? reason.slice(0, -repeated.length) : reason;
}

/** `nginx 1.30.6, runtime 0.8.9, engine njs`; of a server-management API `API v1`. */
export function runtimeOf({ target: { host, runtimeVersion, engine } }: Pick<RunReport, 'target'>): string {
  if (engine === 'none') return `API ${runtimeVersion}`;
  return [...(host === undefined ? [] : [host]), `runtime ${runtimeVersion}`, `engine ${engine}`].join(', ');
}

/** The engine, where it says more than the target's name does. */
export const engineOf = ({ name, engine }: Pick<RunReport['target'], 'name' | 'engine'>): string | undefined =>
  engine === 'none' || engine === 'unknown' || engine === name ? undefined : engine;

/** `serverId found at /data/id`, `status set to /data/status`: a place that the documents leave open. */
export function placing({ place, pointer, how }: ServiceFacts['mapping'][number]): string {
  return `${place} ${PLACE_VERBS[how]} ${pointer === '' ? 'the whole answer' : pointer}`;
}

const PLACE_VERBS = { found: 'found at', set: 'set to' } as const;

/** `2 servers, 14 apps`: the leftovers of a run at a service. */
export function leftoverCounts({ leftovers }: ServiceFacts): string {
  const count = (wanted: string): number => leftovers.filter(({ resource }) => resource === wanted).length;
  const resources = (['server', 'app'] as const).filter((resource) => count(resource) > 0);
  return resources.map((resource) => counted(count(resource), resource)).join(', ');
}

/** Records can be created without a name. */
export function leftoverName({ name }: ServiceFacts['leftovers'][number]): string {
  return name === '' ? '(no name)' : name;
}

/** The verdicts that occur, worst first. */
export const occurring = (totals: Totals): readonly VerdictKind[] =>
  WORST_FIRST.filter((verdict) => countOf(totals, verdict) > 0);

/** `✗ 3 violates · ✓ 1,200 conforms` */
export function tally(totals: Totals): string {
  const words = (verdict: VerdictKind): string => {
    const { mark, label } = VERDICT_WORDS[verdict];
    return `${mark} ${numeral(countOf(totals, verdict))} ${label}`;
  };
  return occurring(totals).map(words).join(' · ');
}

/** The beginning of the reason if the target lacks a feature that the case needs. */
export const NOT_OBSERVABLE_HERE = 'not observable here: ';

/** The rows of a requirement in a sentence. Only a user's own case may cite none. */
export const citedRows = (rows: readonly string[], write: (row: string) => string = (row) => row): string =>
  rows.map(write).join(', ') || 'own case';
