/** Writes all present and former ids of requirements and cases, for commands that take an id. */
import type { KnownIds } from '../../spec/reading/former.js';
import type { Spec } from '../../spec/types/specification.js';
import type { PlannedFile } from '../plan/plan.js';
import type { GeneratedFile } from './files.js';

/** The known ids; `formerly` maps each former id to the requirement that lists it. */
export function knownIds(spec: Pick<Spec, 'files'>, files: readonly PlannedFile[]): KnownIds {
  const requirements = files.flatMap((file) => file.requirements);
  const authored = [...spec.files.values()].flatMap((file) => file.requirements);
  return {
    requirements: requirements.map(({ id }) => id),
    cases: requirements.flatMap(({ cases }) => cases.map(({ id }) => id)),
    formerly: Object.fromEntries(authored.flatMap(({ id, formerly = [] }) => formerly.map((old) => [old, id]))),
  };
}

/** A separate module, since most runs do not need it. */
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
