/** Writes planned cases as TypeScript, so that the compiler checks every requirement's data against its law. */

import { posix } from 'node:path';
import { objectFolder } from '../../spec/reading/members.js';
import type { PlannedCase, PlannedFile, PlannedRequirement } from '../plan/plan.js';
import type { GeneratedFile } from './files.js';

/** Where cases are generated, below the package's root. */
export const CASES_FOLDER = 'suites/cases/generated';

const notice = (source: string): string => `// Generated from ${source} by the build. Do not edit.\n`;

/** One file for each requirement file, and an index that loads them on demand. */
export function caseFiles(files: readonly PlannedFile[]): GeneratedFile[] {
  return [...files.map(caseFile), indexFile(files)];
}

function caseFile(file: PlannedFile): GeneratedFile {
  const up = '../'.repeat(file.object.split('/').length + 1);
  const text = [
    notice(`spec/${file.object}.yaml`),
    `import type { GeneratedObject } from '${up}language/case.js';`,
    ...lawImports(file, up),
    '',
    'export const generated: GeneratedObject = {',
    `  object: ${quote(file.object)},`,
    `  title: ${quote(file.title)},`,
    `  document: ${documentOf(file)},`,
    `  subject: ${quote(file.subject)},`,
    '  requirements: [',
    ...file.requirements.map(requirementText),
    '  ],',
    '};',
    '',
  ].join('\n');
  return { path: `${CASES_FOLDER}/${file.object}.ts`, text };
}

/** The laws files of the cases, each under a name of its own. */
function lawImports({ object, requirements }: PlannedFile, up: string): string[] {
  const cases = requirements.flatMap((requirement) => requirement.cases);
  const files = new Map(cases.map((one) => [lawOf(one).module, lawFile(one, object)]));
  return [...files].sort().map(([module, file]) => `import * as ${module} from '${up}${file}.js';`);
}

/** Name of the imported module in a generated file, and of its export. */
function lawOf({ law, from }: PlannedCase): { readonly module: string; readonly name: string } {
  const [name = law, ...folders] = law.split('/').reverse();
  const file = folders.length === 0 ? undefined : folders.reverse().join('_');
  if (from !== undefined) return { module: from, name };
  return { module: file === undefined ? 'laws' : `laws_${file.replaceAll('-', '_')}`, name };
}

const FILES_OF_LAWS = {
  members: 'laws/members/members',
  axes: 'laws/members/axes',
  language: 'language/calls',
} as const;

function lawFile({ law, from }: PlannedCase, object: string): string {
  if (from !== undefined) return FILES_OF_LAWS[from];
  if (law.startsWith('support/')) return `laws/${posix.dirname(law)}`;
  return law.includes('/') ? `laws/${objectFolder(object)}/${posix.dirname(law)}` : `laws/${object}`;
}

function requirementText({ id, says, strength, rows, cases }: PlannedRequirement): string {
  return [
    '    {',
    `      id: ${quote(id)},`,
    `      says: ${quote(says)},`,
    `      strength: ${quote(strength)},`,
    `      rows: ${quote(rows)},`,
    '      cases: [',
    ...cases.map((one) => `        ${caseText(one)},`),
    '      ],',
    '    },',
  ].join('\n');
}

function caseText(one: PlannedCase): string {
  const { id, law: _, from: __, data, depth, ...scope } = one;
  const { module, name } = lawOf(one);
  const limits = Object.entries(depth === 'standard' ? scope : { ...scope, depth }).map(
    ([name, value]) => `${name}: ${quote(value)}, `,
  );
  return `{ id: ${quote(id)}, ${limits.join('')}body: () => ${module}.${name}(${quote(data)}) }`;
}

/** The folder of each document begins with its number. */
const documentOf = ({ object }: Pick<PlannedFile, 'object'>): string => object.charAt(0);

function indexFile(files: readonly PlannedFile[]): GeneratedFile {
  const entries = files.map(
    ({ object, subject, requirements }) =>
      `  { object: ${quote(object)}, document: ${documentOf({ object })}, subject: ${quote(subject)}, names: ${quote(namesIn(requirements))}, load: async () => (await import('./${object}.js')).generated },`,
  );
  const text = [
    notice('the requirements of spec'),
    "import type { LoadableObject } from '../../language/case.js';",
    '',
    'export const objects: readonly LoadableObject[] = [',
    ...entries,
    '];',
    '',
  ].join('\n');
  return { path: `${CASES_FOLDER}/index.ts`, text };
}

/** The common beginning of the ids of the requirements, before the first dot. */
const namesIn = (requirements: readonly PlannedRequirement[]): string[] => [
  ...new Set(requirements.map(({ id }) => id.split('.', 1).join())),
];

/** A value as a TypeScript literal: JSON, with the line separators escaped that end lines in old parsers. */
const quote = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
