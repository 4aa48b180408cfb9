import { join } from 'node:path';
import { Project } from 'ts-morph';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { GeneratedFile } from '../emit/files.js';
import { definitionsFor } from './definitions.js';

/** Schema files, each with the type that it describes and its source. */
const ROOTS = [
  { path: 'spec/schemas/rows.schema.json', source: 'spec/types/row.ts', type: 'RowFile' },
  { path: 'spec/schemas/requirements.schema.json', source: 'spec/types/requirement.ts', type: 'RequirementFile' },
  { path: 'spec/schemas/tables.schema.json', source: 'spec/types/tables.ts', type: 'TableFile' },
  { path: 'spec/schemas/rulings.schema.json', source: 'spec/types/ruling.ts', type: 'RulingFile' },
  { path: 'spec/schemas/members.schema.json', source: 'spec/types/member.ts', type: 'MemberFile' },
  { path: 'spec/schemas/pending.schema.json', source: 'spec/types/specification.ts', type: 'PendingFile' },
  { path: 'spec/schemas/step.schema.json', source: 'spec/types/step.ts', type: 'StepOf' },
  { path: 'reports/report.schema.json', source: 'reports/model.ts', type: 'RunReport' },
  { path: 'reports/comparison.schema.json', source: 'reports/comparison/model.ts', type: 'Comparison' },
  {
    path: 'suites/targets/adapter/protocol.schema.json',
    source: 'suites/targets/adapter/protocol.ts',
    type: 'AdapterMessage',
  },
  { path: 'suites/scenarios/scenario.schema.json', source: 'suites/scenarios/scenario.ts', type: 'ScenarioFile' },
] as const;

/**
 * The JSON Schemas (draft-07) of all files of the specification, of scenarios, and of JSON reports.
 * @throws SchemaError if a source uses a type that has no schema here
 */
export function schemaFiles(): readonly GeneratedFile[] {
  const project = new Project({ useInMemoryFileSystem: false, skipLoadingLibFiles: true });
  for (const { source } of ROOTS) project.addSourceFileAtPath(join(PACKAGE_ROOT, source));
  return ROOTS.map(({ path, source, type }) => {
    const definitions = definitionsFor(project.getSourceFileOrThrow(join(PACKAGE_ROOT, source)), type);
    return { path, text: `${JSON.stringify(documentOf(source, type, definitions), null, 2)}\n` };
  });
}

const documentOf = (source: string, type: string, definitions: object) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $comment: `Generated from ${source} by \`srvspec generate\`; do not edit.`,
  $ref: `#/definitions/${type}`,
  definitions,
});
