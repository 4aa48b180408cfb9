/** The specification as the build leaves it for the commands. Nothing here parses YAML or validates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../reading/root.js';
import type { RowStatus, StandingSpec } from '../reading/standing.js';
import type { Requirement } from '../types/requirement.js';

/** Where the build writes it, from the package's root. */
export const COMPILED_SPEC = 'dist/spec/compiled.json';
/** The management API's OpenAPI description, with a variable for where it is. */
export const OPENAPI_FILE = 'dist/spec/openapi.json';
/** The declarations for handlers, and what they are made of. */
export const DECLARATIONS = 'dist/spec/srv.d.ts';
export const DECLARATION_SOURCE = 'dist/spec/declarations.json';

/** A map becomes a list of its entries. */
type Entries<T> = T extends ReadonlyMap<infer Key, infer Value> ? readonly (readonly [Key, Value])[] : T;

/** Requirements stand by their ids. */
type CompiledStanding = Omit<RowStatus, 'citedBy'> & { readonly citedBy: readonly string[] };

export type CompiledSpec = {
  readonly [Part in Exclude<keyof StandingSpec, 'standings'>]: Entries<StandingSpec[Part]>;
} & { readonly standings: readonly CompiledStanding[] };

let known: StandingSpec | undefined;

/** The compiled specification of this package, which is read once. */
export function compiledSpec(): StandingSpec {
  known ??= readSpec();
  return known;
}

function readSpec(): StandingSpec {
  const compiled: CompiledSpec = JSON.parse(readFileSync(join(PACKAGE_ROOT, COMPILED_SPEC), 'utf8'));
  const requirements = new Map(
    compiled.files.flatMap(([, file]) => file.requirements.map((one): [string, Requirement] => [one.id, one])),
  );
  const standings = compiled.standings.map((standing): [string, RowStatus] => [
    standing.row.id,
    { ...standing, citedBy: standing.citedBy.flatMap((id) => requirements.get(id) ?? []) },
  ]);
  return {
    ...compiled,
    lines: new Map(compiled.lines),
    files: new Map(compiled.files),
    rulings: new Map(compiled.rulings),
    standings: new Map(standings),
  };
}
