/** The deviations that are recorded here, and for which targets each file of them holds. */
import { compiledYaml } from '../compiled-yaml.js';
import type { Implementation } from '../target.js';
import { type Deviation, type DeviationFile, deviationEntries } from './deviations.js';

interface RecordedFile {
  readonly name: string;
  /** What a target must say that it is. */
  readonly implementation?: Implementation;
  /** Kinds of target; a file without any is used only where it is named. */
  readonly kinds: readonly string[];
}

/** Of njs the runtime and the host around it; other implementations are run by a command line. */
const FILES: readonly RecordedFile[] = [
  { name: 'njs', implementation: 'njs', kinds: ['nginx', 'cli'] },
  { name: 'nginx', implementation: 'njs', kinds: ['nginx'] },
  ...(['node', 'bun', 'deno', 'workerd'] as const).map((name) => ({ name, implementation: name, kinds: ['cli'] })),
  { name: 'curl-client', kinds: [] },
];

/** Those recorded of targets of this kind, each for one implementation. */
export const recordedDeviations = (kind: string): readonly Deviation[] =>
  FILES.filter(({ kinds }) => kinds.includes(kind)).flatMap(compiled);

/** Every deviation recorded here. */
export const knownDeviations = (): readonly Deviation[] => FILES.flatMap(compiled);

const compiled = ({ name, implementation }: RecordedFile): readonly Deviation[] =>
  deviationEntries(compiledYaml<DeviationFile>('suites/deviations', name)).map((one) => ({
    ...one,
    ...(implementation && { implementation }),
  }));
