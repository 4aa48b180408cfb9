/** The specification that the build writes for the commands. Nothing here parses YAML or validates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../reading/root.js';
import type { RowStatus, SpecStatus } from '../reading/row-status.js';
import type { Requirement } from '../types/requirement.js';

/** The file that the build writes, from the package's root. */
export const COMPILED_SPEC = 'dist/spec/compiled.json';
/** The management API's OpenAPI description, with a variable for its address. */
export const OPENAPI_FILE = 'dist/spec/openapi.json';
/** The declarations for handlers, and their source. */
export const DECLARATIONS = 'dist/spec/srv.d.ts';
export const DECLARATION_SOURCE = 'dist/spec/declarations.json';

/** A map becomes a list of its entries. */
type Entries<T> = T extends ReadonlyMap<infer Key, infer Value> ? readonly (readonly [Key, Value])[] : T;

/** Requirements are referred to by their ids. */
type CompiledStatus = Omit<RowStatus, 'citedBy'> & { readonly citedBy: readonly string[] };

export type CompiledSpec = {
  readonly [Part in Exclude<keyof SpecStatus, 'statuses'>]: Entries<SpecStatus[Part]>;
} & { readonly statuses: readonly CompiledStatus[] };

let known: SpecStatus | undefined;

/** The compiled specification of this package, which is read once. */
export function compiledSpec(): SpecStatus {
  known ??= readSpec();
  return known;
}

function readSpec(): SpecStatus {
  const compiled: CompiledSpec = JSON.parse(readFileSync(join(PACKAGE_ROOT, COMPILED_SPEC), 'utf8'));
  const requirements = new Map(
    compiled.files.flatMap(([, file]) => file.requirements.map((one): [string, Requirement] => [one.id, one])),
  );
  const statuses = compiled.statuses.map((status): [string, RowStatus] => [
    status.row.id,
    { ...status, citedBy: status.citedBy.flatMap((id) => requirements.get(id) ?? []) },
  ]);
  return {
    ...compiled,
    lines: new Map(compiled.lines),
    files: new Map(compiled.files),
    rulings: new Map(compiled.rulings),
    statuses: new Map(statuses),
  };
}
