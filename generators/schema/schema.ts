import { join } from 'node:path';
import { Project } from 'ts-morph';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { definitionsFor } from './definitions.js';

/** A generated file: path relative to the package, `/` between folders, and the exact text it must have. */
export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

/** Schema files and the type of `spec/types` that each describes. */
const ROOTS = [
  { schema: 'rows', type: 'RowFile' },
  { schema: 'requirements', type: 'RequirementFile' },
  { schema: 'rulings', type: 'RulingFile' },
  { schema: 'pending', type: 'PendingFile' },
] as const;

/**
 * The JSON Schemas (draft-07) of all files that the specification is read from.
 * @throws SchemaError when `spec/types` uses a type that has no schema here
 */
export function schemaFiles(): readonly SchemaFile[] {
  const project = new Project({ useInMemoryFileSystem: false, skipLoadingLibFiles: true });
  project.addSourceFilesAtPaths(join(PACKAGE_ROOT, 'spec/types/*.ts'));
  const types = project.getSourceFileOrThrow('spec.ts');
  return ROOTS.map(({ schema, type }) => ({
    path: `spec/schemas/${schema}.schema.json`,
    text: `${JSON.stringify(documentOf(type, definitionsFor(types, type)), null, 2)}\n`,
  }));
}

const documentOf = (type: string, definitions: object) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $comment: 'Generated from spec/types by `srvspec generate`; do not edit.',
  $ref: `#/definitions/${type}`,
  definitions,
});
