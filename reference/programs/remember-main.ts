/** Makes V8 compile what programs load, as the last step of a build. */

import { rememberCode } from '../host/support/loading/compiled.js';
import { runtimeFile } from '../host/support/loading/runtime-file.js';
import { BUNDLES, bundleFile } from './bundles.js';

for (const file of [runtimeFile, ...BUNDLES.map(bundleFile)]) rememberCode(file);
