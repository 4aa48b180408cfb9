/** Declarations of the reference's programs as commands, see `suites/cli/declared/command.ts`. */
import { generalOptions, help, operationOptions } from '../../../reference/api/command/options.js';
import { SERVE_OPTIONS as API_SERVE_OPTIONS, NEW_KEY_OPTIONS } from '../../../reference/api/server/options.js';
import { EXEC_OPTIONS } from '../../../reference/exec/options.js';
import { SERVE_OPTIONS } from '../../../reference/programs/serve-options.js';

export const SERVE_COMMAND = {
  summary: 'runs the reference as a host, in the foreground',
  options: SERVE_OPTIONS,
} as const;

export const EXEC = {
  summary: 'runs a script with the reference, or prompts for code',
  operands: { shown: '[FILE | -] [ARG]…' },
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
  summary: 'runs the reference server of the management API, in the foreground',
  options: API_SERVE_OPTIONS,
} as const;

export const API_NEW_KEY = {
  summary: 'makes a running reference server create a new API key',
  options: NEW_KEY_OPTIONS,
} as const;
