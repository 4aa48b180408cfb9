import type { RowStatus, SpecStatus } from '../spec/reading/row-status.js';
import type { Requirement } from '../spec/types/requirement.js';
import type { DocumentId } from '../spec/types/row.js';
import type { Spec } from '../spec/types/specification.js';
import type { RowState, RunReport, SectionCoverage, VerdictKind } from './model.js';

export interface RowCoverage {
  readonly status: RowStatus;
  readonly document: DocumentId;
  /** Chapter and section slugs joined by `/`. */
  readonly section: string;
  readonly state: RowState;
}

export type Ids = ReadonlySet<string>;

/** The part of a requirement's report that says whether it was tested. */
interface RequirementVerdicts {
  readonly id: string;
  readonly cases: readonly { readonly verdict: VerdictKind }[];
}

/** The coverage of a report: how much of the documents a run covered. `tested` as for `rowCoverage`. */
export function coverageOf(spec: SpecStatus, tested: Ids = testableIn(spec)): RunReport['coverage'] {
  const rows = rowCoverage(spec, tested);
  const requirements = requirementsOf(spec);
  return {
    rows: { total: rows.length, covered: rowsInState(rows, 'covered'), excluded: rowsInState(rows, 'excluded') },
    requirements: { total: requirements.length, tested: requirements.filter(({ id }) => tested.has(id)).length },
    sections: sectionsOf(rows).map(sectionCoverage),
  };
}

/**
 * The coverage of each row, in the order of the documents.
 * @param tested requirements that a run tested; by default those that have cases, as in a complete run
 */
export function rowCoverage(spec: SpecStatus, tested: Ids = testableIn(spec)): readonly RowCoverage[] {
  return spec.documents.flatMap(({ id }) =>
    [...spec.statuses.values()]
      .filter(({ row }) => row.id.startsWith(`${id}/`))
      .map((status) => ({
        status,
        document: id,
        section: status.row.section.join('/'),
        state: stateOf(status, tested),
      })),
  );
}

/** Rows by document and section, both in the order of the documents. */
export function sectionsOf(rows: readonly RowCoverage[]): readonly (readonly RowCoverage[])[] {
  const sections = new Map<string, RowCoverage[]>();
  for (const row of rows) {
    const key = `${row.document}/${row.section}`;
    const section = sections.get(key);
    if (section === undefined) sections.set(key, [row]);
    else section.push(row);
  }
  return [...sections.values()];
}

/** Requirements with a case that the run judged or recorded, neither inapplicable nor inconclusive. */
export function testedIn(requirements: readonly RequirementVerdicts[]): Ids {
  const tested = requirements.filter(({ cases }) =>
    cases.some(({ verdict }) => verdict !== 'not-applicable' && verdict !== 'inconclusive'),
  );
  return new Set(tested.map(({ id }) => id));
}

/** The number of rows in this state. */
export const rowsInState = (rows: readonly RowCoverage[], state: RowState): number =>
  rows.filter((row) => row.state === state).length;

function stateOf({ citedBy, excluded, pending, unmentioned }: RowStatus, tested: Ids): RowState {
  if (excluded !== undefined) return 'excluded';
  if (citedBy.length === 0) return pending ? 'pending' : 'missing';
  if (pending || unmentioned.length > 0) return 'partly';
  return citedBy.some(({ id }) => tested.has(id)) ? 'covered' : 'untested';
}

function sectionCoverage(rows: readonly RowCoverage[]): SectionCoverage {
  const [first] = rows;
  if (first === undefined) throw new Error('a section without rows');
  const { document, section } = first;
  return {
    document,
    section,
    rows: rows.length,
    covered: rowsInState(rows, 'covered'),
    excluded: rowsInState(rows, 'excluded'),
  };
}

/** The fields by which requirements are counted. */
type CountedSpec = Pick<Spec, 'documents' | 'files'>;

const testableIn = (spec: CountedSpec): Ids =>
  new Set(
    requirementsOf(spec)
      .filter(({ cases = [], members = [] }) => cases.length + members.length > 0)
      .map(({ id }) => id),
  );

/** The number of requirements about documents of this specification, which may have only some of them. */
const requirementsOf = ({ documents, files }: CountedSpec): readonly Requirement[] =>
  [...files]
    .filter(([path]) => documents.some(({ id }) => path.startsWith(`${id}-`)))
    .flatMap(([, { requirements }]) => requirements);
