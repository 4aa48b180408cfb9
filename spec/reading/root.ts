import { fileURLToPath } from 'node:url';

/** Folder of this package, which contains `spec/` and the built `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
