/** Files of the built package, wherever the calling code is bundled. */
import { fileURLToPath } from 'node:url';

const here = import.meta.url;
const reference = here.slice(0, here.lastIndexOf('/reference/') + '/reference/'.length);

/** The URL of a built file; `path` is relative to the folder `reference`. */
export const builtUrl = (path: string): URL => new URL(path, reference);

/** The path of a built file; `path` is relative to the folder `reference`. */
export const builtFile = (path: string): string => fileURLToPath(builtUrl(path));
