import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';

/** Where the documents are beside a checkout; they are no part of the package. */
export const DOCUMENTS = join(PACKAGE_ROOT, '..', 'shared', 'documents');

/** For tests that need them: why they are left out, where the documents are not there. */
export const skip = existsSync(DOCUMENTS) ? false : `no documents in ${DOCUMENTS}`;
