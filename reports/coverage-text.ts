import type { SpecStatus } from '../spec/reading/row-status.js';
import type { Spec } from '../spec/types/specification.js';
import { coverageOf, type Ids, type RowCoverage, rowsInState, sectionsOf } from './coverage.js';
import type { RowState } from './model.js';

/** States of uncovered rows, worst first. */
const UNCOVERED: readonly RowState[] = ['missing', 'untested', 'partly', 'pending'];

interface CoverageLine {
  readonly label: string;
  readonly counts: readonly number[];
}

/**
 * One table of sections for each document, then the exclusions with their reasons.
 * @param tested requirements that a run tested; absent without a run, and the last column says so
 */
export function coverageTables(spec: Pick<Spec, 'documents'>, rows: readonly RowCoverage[], tested?: Ids): string {
  const last = tested === undefined ? 'testable' : 'tested';
  const header = ['rows', 'with requirements', 'excluded', 'partly', last];
  const tables = spec.documents.map(({ id, title }) => {
    const own = rows.filter(({ document }) => document === id);
    const lines = [...sectionsOf(own).map((section) => lineOf(prefixOf(section), section)), lineOf('total', own)];
    return `Document ${id}: ${title}\n\n${aligned(header, lines)}`;
  });
  return `${[...tables, ...exclusions(rows)].join('\n\n')}\n`;
}

/** Each uncovered row, with the reason. */
export function uncoveredRows(rows: readonly RowCoverage[]): string {
  const lines = UNCOVERED.flatMap((state) => rows.filter((row) => row.state === state).map(describe));
  return lines.length === 0 ? 'Every row is covered\n' : `${['Rows not covered', ...lines].join('\n  ')}\n`;
}

/** The same as JSON: the `coverage` of a report, and the rows that are excluded or not covered. */
export function coverageJson(spec: SpecStatus, rows: readonly RowCoverage[], tested?: Ids): string {
  const excluded = rows.flatMap(({ status }) =>
    status.excluded === undefined ? [] : [{ row: status.row.id, reason: status.excluded }],
  );
  const uncovered = rows
    .filter(({ state }) => UNCOVERED.includes(state))
    .map(({ status, state }) => ({ row: status.row.id, state, unmentioned: status.unmentioned }));
  const measured = tested !== undefined;
  return `${JSON.stringify({ measured, ...coverageOf(spec, tested), excluded, uncovered }, null, 2)}\n`;
}

/** The common beginning of the ids of the section's rows. */
const prefixOf = ([first]: readonly RowCoverage[]): string => first?.status.row.id.replace(/\/[^/]*$/, '') ?? '';

const lineOf = (label: string, rows: readonly RowCoverage[]): CoverageLine => ({
  label,
  counts: [
    rows.length,
    rows.filter(({ status }) => status.citedBy.length > 0).length,
    ...(['excluded', 'partly', 'covered'] as const).map((state) => rowsInState(rows, state)),
  ],
});

function aligned(header: readonly string[], lines: readonly CoverageLine[]): string {
  const width = Math.max(...lines.map(({ label }) => label.length));
  const cells = (label: string, columns: readonly string[]) =>
    `  ${label.padEnd(width)}  ${columns.map((text, at) => text.padStart(header[at]?.length ?? 0)).join('  ')}`;
  return [cells('', header), ...lines.map(({ label, counts }) => cells(label, counts.map(String)))].join('\n');
}

function exclusions(rows: readonly RowCoverage[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { status } of rows) {
    if (status.excluded === undefined) continue;
    reasons.set(status.excluded, [...(reasons.get(status.excluded) ?? []), status.row.id]);
  }
  const blocks = [...reasons].map(([reason, ids]) => [`  ${reason}`, ...ids.map((id) => `    ${id}`)].join('\n'));
  return blocks.length === 0 ? [] : [['Excluded', ...blocks].join('\n')];
}

function describe({ status, state }: RowCoverage): string {
  const { row, unmentioned, pending, citedBy } = status;
  const parts = unmentioned.length === 0 ? '' : `, left out: ${unmentioned.map((fact) => `\`${fact}\``).join(' ')}`;
  const waits = state === 'partly' && pending ? ', pending' : '';
  const by = citedBy.length === 0 ? '' : ` (${citedBy.map(({ id }) => id).join(', ')})`;
  return `${state.padEnd(8)}  ${row.id}${waits}${parts}${by}`;
}
