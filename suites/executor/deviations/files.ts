/** The deviations that are recorded here, and for which kinds of target each file of them holds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import type { Target } from '../target.js';
import { type Deviation, type DeviationFile, entriesOf } from './deviations.js';

/** Files for njs: of the runtime, and of the host it runs in. */
const FILES: { readonly [kind: string]: readonly string[] } = { nginx: ['njs', 'nginx'], cli: ['njs'] };

/** Files that are used only where they are named. */
const NAMED = ['curl-client'];

/** Those recorded of targets like this one. */
export const recordedDeviations = ({
  kind,
  implementation,
}: Pick<Target, 'kind' | 'implementation'>): readonly Deviation[] =>
  implementation === 'njs' ? (FILES[kind] ?? []).flatMap(compiled) : [];

/** Every deviation recorded here. */
export const knownDeviations = (): readonly Deviation[] =>
  [...new Set([...Object.values(FILES).flat(), ...NAMED])].flatMap(compiled);

/** The build compiles `suites/deviations`, so that no run has to parse and to validate it. */
function compiled(name: string): readonly Deviation[] {
  const file = join(PACKAGE_ROOT, 'dist/suites/deviations', `${name}.json`);
  const content: DeviationFile = JSON.parse(readFileSync(file, 'utf8'));
  return entriesOf(content);
}
