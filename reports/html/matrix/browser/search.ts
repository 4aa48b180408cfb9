/** Which cases a state shows. */
import { causeIn, causeKey } from '../../../matrix/causes.js';
import { statusOf } from '../../../matrix/cells.js';
import type { Answer, Matrix, MatrixCase, MatrixRequirement } from '../../../matrix/model.js';
import type { State } from './state.js';

/** Finds the cases of a state; what does not change is looked up once. */
export function searcher(
  matrix: Matrix,
): (state: State, columns: readonly number[]) => (of: MatrixRequirement) => readonly MatrixCase[] {
  const { texts, answers } = matrix;
  const lower = texts.map((text) => text.toLowerCase());
  const titles = new Map(
    matrix.objects.flatMap(({ title, requirements }) => requirements.map((one) => [one, title] as const)),
  );
  const causes = answers.map((answer) => {
    const cause = causeIn(matrix, answer);
    return cause === undefined ? '' : causeKey(cause);
  });
  const heads = new Map<MatrixRequirement, string>();
  const headOf = (of: MatrixRequirement): string => {
    const known = heads.get(of) ?? `${of.id}\n${of.says}\n${of.rows.join('\n')}\n${titles.get(of)}`.toLowerCase();
    heads.set(of, known);
    return known;
  };
  return (state, columns) => {
    const words = state.text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const holding = words.map((word) => answersWith(word, lower, answers));
    const holds = (head: string, { name, answers: own }: MatrixCase, i: number, word: string): boolean =>
      head.includes(word) ||
      name.toLowerCase().includes(word) ||
      columns.some((at) => holding[i]?.has(own[at] ?? -1) === true);
    const fits = ({ answers: own }: MatrixCase): boolean =>
      (state.statuses.size === 0 || columns.some((at) => state.statuses.has(statusOf(answers[own[at] ?? -1])))) &&
      (state.cause === '' || columns.some((at) => causes[own[at] ?? -1] === state.cause)) &&
      (!state.differ || differs(own, columns, answers));
    return (of) => {
      const here =
        state.place === '' || of.rows.some((row) => row === state.place || row.startsWith(`${state.place}/`));
      if (!here) return [];
      const head = headOf(of);
      return of.cases.filter((one) => fits(one) && words.every((word, i) => holds(head, one, i, word)));
    };
  };
}

/** Places of the answers in whose texts the word occurs; texts stand in many answers, so they are searched once. */
function answersWith(word: string, lower: readonly string[], answers: readonly Answer[]): ReadonlySet<number> {
  const found = lower.map((text) => text.includes(word));
  const places = new Set<number>();
  for (const [at, { reason, expected, observed, counterexample }] of answers.entries())
    for (const text of [reason, expected, observed, counterexample])
      if (text !== undefined && found[text]) places.add(at);
  return places;
}

/** Whether the hosts are known to differ: where nothing is known of one, it differs from none. */
export function differs(own: readonly number[], columns: readonly number[], answers: readonly Answer[]): boolean {
  let first: string | undefined;
  for (const at of columns) {
    const answer = answers[own[at] ?? -1];
    const status = statusOf(answer);
    if (status === 'unknown') continue;
    const shown = status === 'right' || status === 'inapplicable' ? status : `${status} ${answer?.observed}`;
    if (first === undefined) first = shown;
    else if (first !== shown) return true;
  }
  return false;
}
