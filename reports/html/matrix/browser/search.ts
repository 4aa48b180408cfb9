/** Which cases a state shows. */
import { causeIn, causeKey } from '../../../matrix/causes.js';
import { cellStatus } from '../../../matrix/cells.js';
import type { Answer, Matrix, MatrixCase, MatrixRequirement } from '../../../matrix/model.js';
import type { MatrixState } from './state.js';

/** Says of a requirement which of its cases are found. */
export type Find = (of: MatrixRequirement) => readonly MatrixCase[];

/** Finds the cases of a state. What does not change is looked up once: the first search is as quick as the others. */
export function matrixSearcher(matrix: Matrix): (state: MatrixState, columns: readonly number[]) => Find {
  const { texts, answers } = matrix;
  const lower = texts.map((text) => text.toLowerCase());
  const causes = answers.map((answer) => {
    const cause = causeIn(matrix, answer);
    return cause === undefined ? '' : causeKey(cause);
  });
  const statuses = answers.map(cellStatus);
  const index = new Map(
    matrix.objects.flatMap(({ title, requirements }) =>
      requirements.map((of): [MatrixRequirement, Words] => [of, wordsOf(of, title)]),
    ),
  );
  return (state, columns) => {
    const words = state.text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const holding = words.map((word) => answersWith(word, lower, answers));
    const some = someOf(columns);
    const hasStatus = (at: number): boolean => state.statuses.has(statuses[at] ?? 'unknown');
    const hasCause = (at: number): boolean => causes[at] === state.cause;
    const fits = ({ answers: own }: MatrixCase): boolean =>
      (state.statuses.size === 0 || some(own, hasStatus)) &&
      (state.cause === '' || some(own, hasCause)) &&
      (!state.differ || hostsDiffer(own, columns, answers));
    const narrowsCases = state.statuses.size > 0 || state.cause !== '' || state.differ;
    return (of) => {
      if (!isAt(of, state.place)) return [];
      const { head, names } = index.get(of) ?? { head: '', names: [] };
      // Words that the requirement has itself are those of each of its cases.
      const left = words.flatMap((word, i) => (head.includes(word) ? [] : [{ word, has: holding[i] }]));
      if (left.length === 0 && !narrowsCases) return of.cases;
      const holds = (name: string, own: readonly number[]): boolean =>
        left.every(({ word, has }) => name.includes(word) || some(own, (at) => has?.[at] === 1));
      return of.cases.filter((one, i) => holds(names[i] ?? '', one.answers) && fits(one));
    };
  };
}

/** The words of a requirement in lower case, and of each of its cases. */
interface Words {
  readonly head: string;
  readonly names: readonly string[];
}

const wordsOf = ({ id, says, rows, cases }: MatrixRequirement, title: string): Words => ({
  head: `${id}\n${says}\n${rows.join('\n')}\n${title}`.toLowerCase(),
  names: cases.map(({ name }) => name.toLowerCase()),
});

/** Whether one of a case's answers in these columns fits. */
const someOf =
  (columns: readonly number[]) =>
  (own: readonly number[], fits: (answer: number) => boolean): boolean => {
    for (const at of columns) if (fits(own[at] ?? -1)) return true;
    return false;
  };

const isAt = ({ rows }: MatrixRequirement, place: string): boolean =>
  place === '' || rows.some((row) => row === place || row.startsWith(`${place}/`));

/** For each answer 1 where the word occurs in its texts; texts stand in many answers, so they are searched once. */
function answersWith(word: string, lower: readonly string[], answers: readonly Answer[]): Uint8Array {
  const found = new Uint8Array(lower.length);
  for (const [at, text] of lower.entries()) if (text.includes(word)) found[at] = 1;
  const has = (place: number | undefined): boolean => place !== undefined && found[place] === 1;
  return Uint8Array.from(answers, ({ reason, expected, observed, counterexample }) =>
    has(reason) || has(expected) || has(observed) || has(counterexample) ? 1 : 0,
  );
}

/** Whether the hosts are known to differ: where nothing is known of one, it differs from none. */
export function hostsDiffer(own: readonly number[], columns: readonly number[], answers: readonly Answer[]): boolean {
  let first: string | undefined;
  for (const at of columns) {
    const answer = answers[own[at] ?? -1];
    const status = cellStatus(answer);
    if (status === 'unknown') continue;
    const shown = status === 'right' || status === 'inapplicable' ? status : `${status} ${answer?.observed}`;
    if (first === undefined) first = shown;
    else if (first !== shown) return true;
  }
  return false;
}
