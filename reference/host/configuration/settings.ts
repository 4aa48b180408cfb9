import type { Settings } from './configuration.js';
import type { SettingsDraft } from './draft.js';

/** What holds when no directive says otherwise; the values are the real hosts'. */
export const defaultSettings: Settings = {
  errorLogs: [{ path: 'stderr', level: 'error', file: '', line: 0 }],
  defaultType: 'text/plain',
  types: new Map([
    ['html', 'text/html'],
    ['gif', 'image/gif'],
    ['jpg', 'image/jpeg'],
  ]),
  clientMaxBodySize: 1024 ** 2,
  clientBodyBufferSize: 16 * 1024,
  scriptPaths: [],
  scriptImports: [],
  accessHandler: undefined,
};

/** What a block says, and what its outer block says where it is silent. Imports add up, all else is replaced. */
export function inherit(own: SettingsDraft, outer: Settings): Settings {
  return {
    errorLogs: own.errorLogs.length > 0 ? own.errorLogs : outer.errorLogs,
    defaultType: own.defaultType ?? outer.defaultType,
    types: own.types ?? outer.types,
    clientMaxBodySize: own.clientMaxBodySize ?? outer.clientMaxBodySize,
    clientBodyBufferSize: own.clientBodyBufferSize ?? outer.clientBodyBufferSize,
    scriptPaths: own.scriptPaths.length > 0 ? own.scriptPaths : outer.scriptPaths,
    scriptImports: [...outer.scriptImports, ...own.scriptImports],
    accessHandler: own.accessHandler ?? outer.accessHandler,
  };
}
