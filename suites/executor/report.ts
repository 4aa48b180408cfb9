/** Completes the result of a run to a report: documents, coverage, version, circumstances. */
import { coverageOf, testedIn } from '../../reports/coverage.js';
import type { CaseSelection, Circumstances, RunReport } from '../../reports/model.js';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import type { DocumentId } from '../../spec/types/row.js';
import { PACKAGE_VERSION } from './package-version.js';
import type { RunResult } from './run.js';

/** `wanted`: the documents that the report covers. */
export function reportOf(
  result: RunResult,
  wanted: ReadonlySet<DocumentId>,
  circumstances: Circumstances,
  selected: CaseSelection,
  more: Pick<RunReport, 'required' | 'deviations'> = {},
): RunReport {
  const spec = compiledSpec();
  const documents = spec.documents.filter(({ id }) => wanted.has(id));
  const files = new Map([...spec.files].filter(([path]) => documents.some(({ id }) => path.startsWith(`${id}-`))));
  return {
    srvspec: PACKAGE_VERSION,
    circumstances,
    documents,
    selected,
    ...more,
    ...result,
    coverage: coverageOf({ ...spec, documents, files }, testedIn(result.requirements)),
  };
}
