/** The recorded deviations, and the kinds of target to which each file applies. */
import { compiledYaml } from '../compiled-yaml.js';
import { type Deviation, type DeviationFile, deviationEntries } from './deviations.js';

/** Files for njs: of the runtime, and of the host around it. */
const FILES: { readonly [kind: string]: readonly string[] } = { nginx: ['njs', 'nginx'], cli: ['njs'] };

/** Files that are used only if they are named. */
const NAMED = ['curl-client'];

/** The deviations recorded for njs in targets of this kind; they apply to a target that reports itself as njs. */
export const recordedDeviations = (kind: string): readonly Deviation[] =>
  (FILES[kind] ?? []).flatMap(compiled).map((one) => ({ ...one, implementation: 'njs' }));

/** Every recorded deviation. */
export const knownDeviations = (): readonly Deviation[] =>
  [...new Set([...Object.values(FILES).flat(), ...NAMED])].flatMap(compiled);

const compiled = (name: string): readonly Deviation[] =>
  deviationEntries(compiledYaml<DeviationFile>('suites/deviations', name));
