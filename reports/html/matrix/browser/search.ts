/** Finds the cases that match a state. */
import { causeIn, causeKey } from '../../../matrix/causes.js';
import { cellStatus } from '../../../matrix/cells.js';
import type { Matrix, MatrixCase, MatrixRequirement, MatrixVerdict } from '../../../matrix/model.js';
import { inPlace, searchWords } from '../../browser/list-search.js';
import type { PageState } from '../../browser/state.js';

/** Finds the matching cases of a requirement. */
type Find = (of: MatrixRequirement) => readonly MatrixCase[];

/** Finds the cases that match a state. Unchanging values are computed once, so that the first search is as quick as later ones. */
export function matrixSearcher(matrix: Matrix): (state: PageState, columns: readonly number[]) => Find {
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
    const { values, place, more } = state;
    const [differ, cause] = [more.differ === '1', more.cause ?? ''];
    const words = searchWords(state.text);
    const holding = words.map((word) => answersWith(word, lower, answers));
    const some = someOf(columns);
    const hasStatus = (at: number): boolean => values.has(statuses[at] ?? 'unknown');
    const hasCause = (at: number): boolean => causes[at] === cause;
    const fits = ({ answers: own }: MatrixCase): boolean =>
      (values.size === 0 || some(own, hasStatus)) &&
      (cause === '' || some(own, hasCause)) &&
      (!differ || hostsDiffer(own, columns, answers));
    const narrowsCases = values.size > 0 || cause !== '' || differ;
    return (of) => {
      if (!inPlace(of.rows, place)) return [];
      const { head, names } = index.get(of) ?? { head: '', names: [] };
      // Words of the requirement count for each of its cases.
      const left = words.flatMap((word, i) => (head.includes(word) ? [] : [{ word, has: holding[i] }]));
      if (left.length === 0 && !narrowsCases) return of.cases;
      const holds = (name: string, own: readonly number[]): boolean =>
        left.every(({ word, has }) => name.includes(word) || some(own, (at) => has?.[at] === 1));
      return of.cases.filter((one, i) => holds(names[i] ?? '', one.answers) && fits(one));
    };
  };
}

/** The words of a requirement and of each of its cases, in lower case. */
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

/** For each answer, 1 if the word occurs in its texts. Many answers share a text, so texts are searched once. */
function answersWith(word: string, lower: readonly string[], answers: readonly MatrixVerdict[]): Uint8Array {
  const found = new Uint8Array(lower.length);
  for (const [at, text] of lower.entries()) if (text.includes(word)) found[at] = 1;
  const has = (place: number | undefined): boolean => place !== undefined && found[place] === 1;
  return Uint8Array.from(answers, ({ reason, expected, observed, counterexample }) =>
    has(reason) || has(expected) || has(observed) || has(counterexample) ? 1 : 0,
  );
}

/** Whether the hosts are known to differ. A host with an unknown answer differs from none. */
export function hostsDiffer(
  own: readonly number[],
  columns: readonly number[],
  answers: readonly MatrixVerdict[],
): boolean {
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
