/** Completes what a run found to a report: documents, coverage, version. */
import { coverageOf, testedIn } from '../../reports/coverage.js';
import type { RunReport } from '../../reports/model.js';
import { readSpec } from '../../spec/read.js';
import { PACKAGE_ROOT } from '../../spec/root.js';
import { PACKAGE_VERSION } from './package-version.js';
import type { RunResult } from './run.js';

/** `document`: number of the one document whose figures are wanted. */
export function reportOf(result: RunResult, document?: string): RunReport {
  const spec = readSpec(PACKAGE_ROOT);
  const documents = spec.documents.filter(({ id }) => document === undefined || id === Number(document));
  const files = new Map([...spec.files].filter(([, file]) => documents.some(({ id }) => id === file.document)));
  return {
    srvspec: PACKAGE_VERSION,
    documents,
    ...result,
    coverage: coverageOf({ ...spec, documents, files }, testedIn(result.requirements)),
  };
}
