/** `npm run vectors`: writes the vectors from development dependencies, with their licences. */
import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { writeGenerated } from '../emit/files.js';
import { LICENSE_FILE } from './xml-catalog.js';
import { conformanceVectors } from './xml-conformance.js';

const FOLDER = 'spec/3-built-ins-and-modules/xml/vectors';

const { changed } = writeGenerated(PACKAGE_ROOT, [
  { path: `${FOLDER}/conformance.txt`, text: conformanceVectors() },
  { path: `${FOLDER}/LICENSE`, text: readFileSync(LICENSE_FILE, 'utf8') },
]);
for (const path of changed) process.stdout.write(`${path} written\n`);
