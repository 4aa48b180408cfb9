/** The content of a cell: it never relies on colour alone, and never claims more than is known. */
import type { CaseReport } from '../model.js';
import { type CaseStatus, caseStatus } from '../totals.js';
import type { Matrix, MatrixCase } from './model.js';

/** The status of a case on a target; `down` is a crash or a hang. */
export type CellStatus = (typeof STATUSES)[number];
export const STATUSES = ['right', 'partly', 'wrong', 'down', 'open', 'inapplicable', 'unknown'] as const;

export const STATUS_WORDS: { readonly [S in CellStatus]: { readonly mark: string; readonly label: string } } = {
  right: { mark: '✓', label: 'conforms' },
  partly: { mark: '7/9', label: '7 of 9 conform' },
  wrong: { mark: '✗', label: 'violates or deviates' },
  down: { mark: '!', label: 'crashes or hangs' },
  open: { mark: '○', label: 'recorded' },
  inapplicable: { mark: '–', label: 'not applicable' },
  unknown: { mark: '?', label: 'inconclusive' },
};

/** Takes the place of `✗` where all that is wrong has a recorded reason. */
export const KNOWN = { mark: '≈', label: 'only deviates, each for a known reason' } as const;

/** The statuses of single cases, with the words for those that are counted. */
const COUNTED = [
  ['right', 'conforming'],
  ['wrong', 'violating or deviating'],
  ['down', 'crashing or hanging'],
  ['open', 'recorded'],
  ['inapplicable', 'not applicable'],
  ['unknown', 'inconclusive'],
] as const;

type Answered = Pick<CaseReport, 'verdict' | 'failure'> | undefined;

/** Cases by their status; `known` are those of the wrong ones and crashes that have a recorded reason. */
export type Tally = { readonly [S in CaseStatus | 'known']: number };

/** The status of a case that the report lacks is unknown. */
export const cellStatus = (answer: Answered): CaseStatus => (answer === undefined ? 'unknown' : caseStatus(answer));

export function tallyOf(answers: Iterable<Answered>): Tally {
  const tally = { right: 0, wrong: 0, down: 0, open: 0, inapplicable: 0, unknown: 0, known: 0 };
  for (const answer of answers) {
    tally[cellStatus(answer)] += 1;
    if (answer?.verdict === 'deviates') tally.known += 1;
  }
  return tally;
}

/** The tally of all cases in each column. */
export const columnTallies = ({ columns, answers }: Matrix, cases: readonly MatrixCase[]): readonly Tally[] =>
  columns.map((_, i) => tallyOf(cases.map((one) => answers[one.answers[i] ?? -1])));

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = { ...tallyOf([]) };
  for (const one of tallies) {
    for (const [status] of COUNTED) sum[status] += one[status];
    sum.known += one.known;
  }
  return sum;
}

/** The joint status of several cases. */
export function tallyStatus({ right, wrong, down, open, unknown }: Tally): CellStatus {
  if (down > 0) return 'down';
  if (right + wrong > 0) return wrong === 0 ? 'right' : right === 0 ? 'wrong' : 'partly';
  if (open > 0) return 'open';
  return unknown > 0 ? 'unknown' : 'inapplicable';
}

/** `✓`, `≈ 7/9`, `✗ ! 7/9`; followed by `?` if the status of some cases is unknown. */
export function cellText(tally: Tally): string {
  const { right, wrong, down, unknown, known } = tally;
  const status = tallyStatus(tally);
  const failing = wrong + down;
  const sign = failing > known ? STATUS_WORDS.wrong.mark : KNOWN.mark;
  const mark = failing === 0 ? STATUS_WORDS[status].mark : down > 0 ? `${sign} ${STATUS_WORDS.down.mark}` : sign;
  const text = right > 0 && failing > 0 ? `${mark} ${right}/${right + failing}` : mark;
  return status !== 'unknown' && unknown > 0 ? `${text} ?` : text;
}

/** The same in words. */
export function cellWords(tally: Tally): string {
  const counts = COUNTED.flatMap(([status, words]) => (tally[status] > 0 ? [`${tally[status]} ${words}`] : []));
  return [...counts, ...(tally.known > 0 ? [`${tally.known} for a known reason`] : [])].join(', ') || 'no case';
}
