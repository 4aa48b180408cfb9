import { fileURLToPath } from 'node:url';

/** Folder of this package: the one that holds `spec/` beside the built `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
