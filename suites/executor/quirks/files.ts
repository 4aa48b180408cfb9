/** The recorded quirks. */
import type { Quirk, QuirkFile } from '../../../reports/comparison/quirks.js';
import { compiledYaml } from '../compiled-yaml.js';

/** Each names the engines to which it applies. */
export const recordedQuirks = (): readonly Quirk[] => compiledYaml<QuirkFile>('suites/quirks', 'njs').quirks;
