/** Writes the specification as one JSON text, so that no command has to read and cross-check its sources when it runs. */
import { rowStatuses } from '../reading/row-status.js';
import type { Application, Requirement, RequirementFile } from '../types/requirement.js';
import type { Spec } from '../types/specification.js';
import type { CompiledSpec } from './compiled.js';

/** The text of `COMPILED_SPEC`, without the facts of rows and the data of cases, which the generated cases contain. */
export function compiledText(spec: Spec): string {
  const compiled: CompiledSpec = {
    documents: spec.documents,
    lines: [...spec.lines],
    files: [...spec.files].map(([name, file]) => [name, withoutTables(file)]),
    rulings: [...spec.rulings],
    pending: spec.pending,
    statuses: [...rowStatuses(spec).values()].map(({ row, citedBy, ...how }) => ({
      ...how,
      row: { id: row.id, section: row.section },
      citedBy: citedBy.map(({ id }) => id),
    })),
  };
  return `${JSON.stringify(compiled)}\n`;
}

const withoutTables = ({ tables: _, requirements, ...file }: RequirementFile): RequirementFile => ({
  ...file,
  requirements: requirements.map(withoutData),
});

const withoutData = ({ cases, ...requirement }: Requirement): Requirement =>
  cases === undefined ? requirement : { ...requirement, cases: cases.map(applied) };

const applied = ({ each: _, table: __, over: ___, with: ____, ...application }: Application): Application =>
  application;
