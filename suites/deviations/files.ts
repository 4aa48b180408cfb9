/** Which deviations files stand here, and for which kinds of target they are read when none is named. */
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/root.js';
import { type Deviation, DeviationList } from './deviations.js';
import { readDeviations } from './read.js';

const FILES: { readonly [kind: string]: readonly string[] } = { nginx: ['njs', 'nginx'], cli: ['njs'] };

const pathOf = (name: string): string => join(PACKAGE_ROOT, 'suites/deviations', `${name}.yaml`);

/** The deviations for a kind of target; `file` is one that the person named instead. */
export function deviationsFor(kind: string, file?: string): DeviationList {
  return new DeviationList(kind, readDeviations(file === undefined ? (FILES[kind] ?? []).map(pathOf) : [file]));
}

/** Every deviation recorded here. */
export const knownDeviations = (): readonly Deviation[] => readDeviations([...new Set(Object.values(FILES).flat())].map(pathOf));
