/** The quirks that are recorded here. */
import type { Quirk, QuirkFile } from '../../../reports/comparison/quirks.js';
import { compiledYaml } from '../compiled-yaml.js';

/** Each says between which engines it holds. */
export const recordedQuirks = (): readonly Quirk[] => compiledYaml<QuirkFile>('suites/quirks', 'njs').quirks;
