/** Causes of failures in a matrix, and their keys in addresses. */
import { causeOf } from '../causes.js';
import type { Matrix, MatrixVerdict } from './model.js';

/** The cause of a failure; undefined for other cases. */
export function causeIn({ texts }: Pick<Matrix, 'texts'>, answer: MatrixVerdict): string | undefined {
  const { verdict, failure, reason, observed } = answer;
  if (verdict !== 'violates' && verdict !== 'deviates') return undefined;
  return causeOf({
    verdict,
    reason: texts[reason] ?? '',
    ...(failure !== undefined && { failure }),
    ...(observed !== undefined && { observed: texts[observed] ?? '' }),
  });
}

/** Eight hexadecimal digits that depend only on the words of the cause (FNV-1a). */
export function causeKey(cause: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < cause.length; i += 1) hash = Math.imul(hash ^ cause.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

interface MatrixCause {
  readonly cause: string;
  /** Cases that fail for it in any column. */
  readonly cases: number;
  /** The number of cases in each column. */
  readonly counts: readonly number[];
}

/** Causes of failures, those with the most cases first. */
export function causesIn(matrix: Matrix): readonly MatrixCause[] {
  const causes = new Map<string, { cases: number; counts: number[] }>();
  const ofAnswers = matrix.answers.map((answer) => causeIn(matrix, answer));
  for (const { requirements } of matrix.objects)
    for (const { cases } of requirements)
      for (const { answers } of cases) {
        const own = answers.map((at) => ofAnswers[at]);
        for (const cause of new Set(own)) {
          if (cause === undefined) continue;
          const known = causes.get(cause) ?? { cases: 0, counts: answers.map(() => 0) };
          causes.set(cause, known);
          known.cases += 1;
          for (const [i, one] of own.entries()) if (one === cause) known.counts[i] = (known.counts[i] ?? 0) + 1;
        }
      }
  return [...causes].map(([cause, counts]) => ({ cause, ...counts })).sort((a, b) => b.cases - a.cases);
}
