/** Finds the differences between runs that should be equal. */
import type { CaseReport, RunReport } from '../../../reports/model.js';
import { timeless } from '../../../reports/testing/timeless.js';

/** One run of the command line on a target. */
export interface SoakRun {
  readonly target: string;
  readonly seed: number;
  readonly jobs: number;
  readonly status: number;
  /** The JSON report as written, with replacements for text that always differs (addresses, folders). */
  readonly text: string;
}

/** `verdict` and `reason` are about a case, `text` about any other part of a report. */
export interface Difference {
  readonly of: 'status' | 'verdict' | 'text';
  /** A case id, or a place in the report. */
  readonly id: string;
  readonly first: string;
  readonly second: string;
}

/** The differences between two runs with one seed, whatever their `--jobs`. */
export function differencesOf(a: SoakRun, b: SoakRun): readonly Difference[] {
  const statuses = a.status === b.status ? [] : [difference('status', 'exit status', `${a.status}`, `${b.status}`)];
  const [first, second] = [timeless(a.text), timeless(b.text)];
  if (first === second) return statuses;
  if (first === '' || second === '') return [...statuses, difference('text', 'report', sizeOf(first), sizeOf(second))];
  const [ours, theirs] = [parts(JSON.parse(first)), parts(JSON.parse(second))];
  const found = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((id) =>
    differencesOfPart(id, ours.get(id), theirs.get(id)),
  );
  // The same values in another order are another text.
  const listed = found.length > 0 ? found : [difference('text', 'order', sizeOf(first), sizeOf(second))];
  return [...statuses, ...listed];
}

/** Cases that could not be judged with some seeds and were judged with others; `runs` are of one target. */
export function unsteadyCases(runs: readonly SoakRun[]): readonly Difference[] {
  const judged = new Map<string, string>();
  const unjudged = new Map<string, string>();
  for (const { seed, text } of runs)
    for (const { id, verdict, reason } of casesIn(text))
      (verdict === 'inconclusive' ? unjudged : judged).set(id, `seed ${seed}: ${verdict}: ${reason}`);
  return [...unjudged].flatMap(([id, first]) => {
    const second = judged.get(id);
    return second === undefined ? [] : [difference('verdict', id, first, second)];
  });
}

/** The cases of a report that violate. */
export const violationsIn = (text: string): readonly CaseReport[] =>
  casesIn(text).filter(({ verdict }) => verdict === 'violates');

function casesIn(text: string): readonly CaseReport[] {
  if (text === '') return [];
  const { requirements }: RunReport = JSON.parse(text);
  return requirements.flatMap(({ cases }) => cases);
}

const difference = (of: Difference['of'], id: string, first: string, second: string): Difference => ({
  of,
  id,
  first,
  second,
});

const sizeOf = (text: string): string => (text === '' ? 'none' : `${text.length} characters`);

type ReportPart = Readonly<Record<string, unknown>>;

/** Each case by its id, and the other parts of a report by name; sums of verdicts and the outcome follow from the cases. */
function parts({ requirements, totals: _, outcome: __, ...rest }: RunReport): ReadonlyMap<string, ReportPart> {
  const cases = requirements.flatMap((one) => one.cases.map((of): [string, ReportPart] => [of.id, { ...of }]));
  const others = Object.entries(rest).map(([name, value]): [string, ReportPart] => [name, { value }]);
  return new Map([...cases, ...others]);
}

/** A differing verdict is one line, since its other fields usually differ too. */
function differencesOfPart(id: string, ours: ReportPart = {}, theirs: ReportPart = {}): readonly Difference[] {
  if (ours.verdict !== theirs.verdict) return [difference('verdict', id, verdictIn(ours), verdictIn(theirs))];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.flatMap((name) => {
    const [first, second] = [shown(ours[name]), shown(theirs[name])];
    return first === second ? [] : [difference('text', `${id} ${name}`, first, second)];
  });
}

const verdictIn = ({ verdict, reason, observed }: ReportPart): string =>
  verdict === undefined ? 'none' : [verdict, reason, observed].filter((text) => text !== undefined).join(': ');

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'));
