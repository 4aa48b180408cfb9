/** The recorded deviations, and the kinds of target to which each file applies. */
import { compiledYaml } from '../compiled-yaml.js';
import type { Implementation } from '../target.js';
import { type Deviation, type DeviationFile, deviationEntries } from './deviations.js';

interface RecordedFile {
  readonly name: string;
  /** The identity that a target must report. */
  readonly implementation?: Implementation;
  /** Kinds of target; a file without any is used only if it is named. */
  readonly kinds: readonly string[];
}

/** For njs, the runtime and the host around it. Adapters say which implementation they are. */
const FILES: readonly RecordedFile[] = [
  { name: 'njs', implementation: 'njs', kinds: ['nginx', 'cli', 'adapter'] },
  { name: 'nginx', implementation: 'njs', kinds: ['nginx'] },
  ...(['node', 'bun', 'deno', 'workerd'] as const).map((name) => ({
    name,
    implementation: name,
    kinds: ['cli', 'adapter'],
  })),
  { name: 'curl-client', kinds: [] },
];

/** The deviations recorded for targets of this kind, each for one implementation. */
export const recordedDeviations = (kind: string): readonly Deviation[] =>
  FILES.filter(({ kinds }) => kinds.includes(kind)).flatMap(compiled);

/** Every recorded deviation. */
export const knownDeviations = (): readonly Deviation[] => FILES.flatMap(compiled);

const compiled = ({ name, implementation }: RecordedFile): readonly Deviation[] =>
  deviationEntries(compiledYaml<DeviationFile>('suites/deviations', name)).map((one) => ({
    ...one,
    ...(implementation && { implementation }),
  }));
