/** Which deviations files stand here, and for which kinds of target they are read when none is named. */
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import type { Target } from '../target.js';
import { type Deviation, DeviationList } from './deviations.js';
import { readDeviations } from './read.js';

/** Files for njs: of the runtime, and of the host it runs in. */
const FILES: { readonly [kind: string]: readonly string[] } = { nginx: ['njs', 'nginx'], cli: ['njs'] };

/** Files that are used only where they are named. */
const NAMED = ['curl-client'];

const pathOf = (name: string): string => join(PACKAGE_ROOT, 'suites/deviations', `${name}.yaml`);

/** The deviations that are known of a target; `file` is one that the person named instead. */
export function deviationsFor({ kind, implementation }: Target, file?: string): DeviationList {
  const known = implementation === 'njs' ? (FILES[kind] ?? []).map(pathOf) : [];
  return new DeviationList(kind, readDeviations(file === undefined ? known : [file]));
}

/** Every deviation recorded here. */
export const knownDeviations = (): readonly Deviation[] =>
  readDeviations([...new Set([...Object.values(FILES).flat(), ...NAMED])].map(pathOf));
