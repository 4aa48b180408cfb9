/** The case to which a cell links that is not green. */
import type { VerdictKind } from '../model.js';
import type { Matrix, MatrixCase, MatrixRequirement, MatrixVerdict } from './model.js';

interface Explanation {
  readonly of: MatrixRequirement;
  readonly one: MatrixCase;
  readonly answer: MatrixVerdict;
}

/** Verdicts that need an explanation, worst first. */
const UNCLEAR: readonly VerdictKind[] = ['violates', 'deviates', 'inconclusive'];

/** The first case with the worst verdict of the column; `undefined` if there is nothing to explain. */
export function explanationIn(
  { answers }: Pick<Matrix, 'answers'>,
  requirements: readonly MatrixRequirement[],
  column: number,
): Explanation | undefined {
  let found: Explanation | undefined;
  let worst = UNCLEAR.length;
  for (const of of requirements)
    for (const one of of.cases) {
      const answer = answers[one.answers[column] ?? -1];
      const rank = answer === undefined ? -1 : UNCLEAR.indexOf(answer.verdict);
      if (answer === undefined || rank < 0 || rank >= worst) continue;
      [found, worst] = [{ of, one, answer }, rank];
      if (rank === 0) return found;
    }
  return found;
}
