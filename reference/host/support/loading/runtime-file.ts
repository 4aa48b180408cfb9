import { builtUrl } from '../built-file.js';
import type { CodeFile } from './compiled.js';

/** The script-visible runtime. */
export const runtimeFile: CodeFile = {
  url: builtUrl('realm/bundle.js'),
  name: 'runtime',
  parameters: ['port', 'requireStack', 'isProxy', 'deliver'],
};
