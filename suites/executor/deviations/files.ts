/** The deviations that are recorded here, and for which kinds of target each file of them holds. */
import { compiledYaml } from '../compiled-yaml.js';
import { type Deviation, type DeviationFile, deviationEntries } from './deviations.js';

/** Files for njs: of the runtime, and of the host it runs in. */
const FILES: { readonly [kind: string]: readonly string[] } = { nginx: ['njs', 'nginx'], cli: ['njs'] };

/** Files that are used only where they are named. */
const NAMED = ['curl-client'];

/** Those recorded of njs in targets of this kind; they hold for a target that says that it is njs. */
export const recordedDeviations = (kind: string): readonly Deviation[] =>
  (FILES[kind] ?? []).flatMap(compiled).map((one) => ({ ...one, implementation: 'njs' }));

/** Every deviation recorded here. */
export const knownDeviations = (): readonly Deviation[] =>
  [...new Set([...Object.values(FILES).flat(), ...NAMED])].flatMap(compiled);

const compiled = (name: string): readonly Deviation[] =>
  deviationEntries(compiledYaml<DeviationFile>('suites/deviations', name));
