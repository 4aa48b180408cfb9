/** Declarations of the reference's programs as commands, see `suites/cli/declared/command.ts`. */
import { generalOptions, help, operationOptions } from '../../../reference/api/command/options.js';
import { SERVE_OPTIONS as API_SERVE_OPTIONS, NEW_KEY_OPTIONS } from '../../../reference/api/server/options.js';
import { EXEC_OPTIONS } from '../../../reference/exec/options.js';
import { SERVE_OPTIONS } from '../../../reference/programs/serve-options.js';

export const SERVE_COMMAND = {
  summary: 'runs the reference as a host, in the foreground',
  examples: [
    ['serve -c nginx.conf --watch', 'serves, and reloads files that change'],
    ['serve -t -c nginx.conf', 'only tests the configuration'],
    ['serve -s quit -c nginx.conf', 'ends a running host by its pid file'],
  ],
  options: SERVE_OPTIONS,
} as const;

export const EXEC = {
  summary: 'runs a script with the reference, or prompts for code',
  operands: { shown: '[FILE | -] [ARG]…' },
  examples: [
    ['exec script.js', 'runs a file'],
    ["exec -c 'console.log(rt.version)'", 'runs code'],
  ],
  options: EXEC_OPTIONS,
  optionsFirst: true,
} as const;

/** The program's own help has its options. A test compares them with this declaration. */
const explained = (options: typeof generalOptions | typeof operationOptions) =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, help: 'see above' }]));

export const API = {
  summary: 'calls a management API with the reference client',
  operands: { shown: 'OPERATION', values: ['servers', 'apps', 'actions', 'serve', 'new-key', 'openapi'] },
  options: { ...explained(generalOptions), ...explained(operationOptions) },
  ownHelp: help,
} as const;

export const API_SERVE = {
  summary: 'runs the reference server of the API, in the foreground',
  examples: [['api serve --state state.json --credentials key.json', 'prints its URL, writes a new key to key.json']],
  options: API_SERVE_OPTIONS,
} as const;

export const API_NEW_KEY = {
  summary: 'makes a running reference server create a new API key',
  examples: [['api new-key --panel state.json.panel', 'as the control panel does: revokes the old key']],
  options: NEW_KEY_OPTIONS,
} as const;
