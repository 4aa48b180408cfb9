import type { CodeFile } from './compiled.js';

/** The script-visible runtime. */
export const runtimeFile: CodeFile = {
  url: new URL('../../realm/bundle.js', import.meta.url),
  name: 'runtime',
  parameters: ['port', 'requireStack', 'isProxy', 'deliver'],
};
