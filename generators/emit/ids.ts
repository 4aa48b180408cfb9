/** Writes the ids of all requirements and cases, and those that they had, for commands that are given an id. */
import type { KnownIds } from '../../spec/reading/former.js';
import type { Spec } from '../../spec/types/specification.js';
import type { PlannedFile } from '../plan/plan.js';
import type { GeneratedFile } from './files.js';

/** What is known of ids; `formerly` maps each former id to the requirement that lists it. */
export function knownIds(spec: Pick<Spec, 'files'>, files: readonly PlannedFile[]): KnownIds {
  const requirements = files.flatMap((file) => file.requirements);
  const authored = [...spec.files.values()].flatMap((file) => file.requirements);
  return {
    requirements: requirements.map(({ id }) => id),
    cases: requirements.flatMap(({ cases }) => cases.map(({ id }) => id)),
    formerly: Object.fromEntries(authored.flatMap(({ id, formerly = [] }) => formerly.map((old) => [old, id]))),
  };
}

/** A module of its own: most runs do without it. */
export function idsFile(known: KnownIds): GeneratedFile {
  const text = [
    '// Generated from spec by the build. Do not edit.',
    '',
    "import type { KnownIds } from '../../../spec/reading/former.js';",
    '',
    `export const knownIds: KnownIds = ${JSON.stringify(known, null, 1)};`,
    '',
  ].join('\n');
  return { path: 'suites/cases/generated/ids.ts', text };
}
