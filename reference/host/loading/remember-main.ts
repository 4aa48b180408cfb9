/** Has V8 compile what programs load, as the last step of a build. */
import { BUNDLES, bundleFile } from './bundles.js';
import { rememberCode } from './compiled.js';
import { runtimeFile } from './runtime-file.js';

for (const file of [runtimeFile, ...BUNDLES.map(bundleFile)]) rememberCode(file);
