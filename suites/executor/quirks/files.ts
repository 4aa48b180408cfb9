/** The recorded quirks. */
import type { Quirk, QuirkFile } from '../../../reports/comparison/quirks.js';
import { compiledYaml } from '../compiled-yaml.js';
import { spelledOut } from '../id-glob.js';

/** The entries of a file, with the ids that braces list. */
export const quirkEntries = ({ quirks }: QuirkFile): readonly Quirk[] =>
  quirks.map((one) => ({ ...one, of: one.of.flatMap(spelledOut) }));

/** Each names the engines to which it applies. */
export const recordedQuirks = (): readonly Quirk[] => quirkEntries(compiledYaml<QuirkFile>('suites/quirks', 'njs'));
