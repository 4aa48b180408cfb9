/** What a cell says: never by colour alone, and nothing of what is not known. */
import type { Answer } from './model.js';

/** How a target stands in one place; `down` is a crash or a hang. */
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

/** Cases, by how they stand. */
export interface Tally {
  readonly right: number;
  readonly wrong: number;
  readonly down: number;
  readonly open: number;
  readonly inapplicable: number;
  readonly unknown: number;
}

/** A known deviation is as wrong as a new one; a case that the report lacks is not known. */
export function cellStatus(answer: Pick<Answer, 'verdict' | 'failure'> | undefined): keyof Tally {
  switch (answer?.verdict) {
    case 'conforms':
      return 'right';
    case 'violates':
    case 'deviates':
      return answer.failure === 'crash' || answer.failure === 'hang' ? 'down' : 'wrong';
    case 'recorded':
      return 'open';
    case 'not-applicable':
      return 'inapplicable';
    case 'inconclusive':
    case undefined:
      return 'unknown';
  }
}

export function tallyOf(statuses: Iterable<keyof Tally>): Tally {
  const tally = { right: 0, wrong: 0, down: 0, open: 0, inapplicable: 0, unknown: 0 };
  for (const status of statuses) tally[status] += 1;
  return tally;
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = { right: 0, wrong: 0, down: 0, open: 0, inapplicable: 0, unknown: 0 };
  for (const one of tallies) {
    sum.right += one.right;
    sum.wrong += one.wrong;
    sum.down += one.down;
    sum.open += one.open;
    sum.inapplicable += one.inapplicable;
    sum.unknown += one.unknown;
  }
  return sum;
}

/** How several cases stand together. */
export function standingOf({ right, wrong, down, open, unknown }: Tally): CellStatus {
  if (down > 0) return 'down';
  if (right + wrong > 0) return wrong === 0 ? 'right' : right === 0 ? 'wrong' : 'partly';
  if (open > 0) return 'open';
  return unknown > 0 ? 'unknown' : 'inapplicable';
}

/** `✓`, `7/9`, `! 7/9`; with a `?` behind it where of some cases nothing is known. */
export function cellText(tally: Tally): string {
  const { right, wrong, down, unknown } = tally;
  const standing = standingOf(tally);
  const judged = right + wrong + down;
  const share = `${right}/${judged}`;
  const { mark } = STATUS_WORDS[standing];
  const text = standing === 'partly' ? share : standing === 'down' && judged > 1 ? `${mark} ${share}` : mark;
  return standing !== 'unknown' && unknown > 0 ? `${text} ?` : text;
}

/** The same in words. */
export function cellWords(tally: Tally): string {
  const { right, wrong, down, open, inapplicable, unknown } = tally;
  const parts: readonly (readonly [number, string])[] = [
    [right, 'conforming'],
    [wrong, 'violating or deviating'],
    [down, 'crashing or hanging'],
    [open, 'recorded'],
    [inapplicable, 'not applicable'],
    [unknown, 'inconclusive'],
  ];
  const told = parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []));
  return told.join(', ') || 'no case';
}
