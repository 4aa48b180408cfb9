import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';

/** The folder of the documents beside a checkout; they are no part of the package. */
export const DOCUMENTS = join(PACKAGE_ROOT, '..', 'shared', 'documents');

/** The reason to skip tests that need the documents, if they are missing. */
export const skip = existsSync(DOCUMENTS) ? false : `no documents in ${DOCUMENTS}`;
