/** Formats of coverage and matrix pages. */
import type { CoverageView } from '../html/coverage/page.js';
import type { MatrixSource } from '../matrix/build.js';
import type { Writers } from './write.js';

export const COVERAGE_WRITERS = {
  html: async () => (await import('../html/coverage/page.js')).htmlCoverage,
} satisfies Writers<CoverageView, string>;

export const MATRIX_WRITERS = {
  html: async () => {
    const { htmlMatrix } = await import('../html/matrix/page.js');
    return (sources: readonly MatrixSource[]) => htmlMatrix(sources);
  },
} satisfies Writers<readonly MatrixSource[], string>;
