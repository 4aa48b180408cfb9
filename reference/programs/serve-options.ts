/** Options of `serve`, each with its help text. */
import { RUNTIME_OPTIONS } from '../host/support/realms/runtime-options.js';

export const SERVE_OPTIONS = {
  c: { type: 'string', short: 'c', value: 'FILE', help: 'configuration file', otherwise: 'required' },
  watch: { type: 'boolean', help: 'reloads the configuration and the scripts when one of their files changes' },
  t: { type: 'boolean', short: 't', help: 'tests the configuration and exits' },
  T: { type: 'boolean', short: 'T', help: 'tests the configuration, prints it and exits' },
  s: {
    type: 'string',
    short: 's',
    value: 'SIGNAL',
    values: ['stop', 'quit', 'reload', 'reopen'],
    help: 'sends a command to the host with the pid file of the configuration',
    otherwise: 'none, it serves',
  },
  p: { type: 'string', short: 'p', value: 'PREFIX', help: 'folder that relative paths start from', otherwise: '.' },
  e: {
    type: 'string',
    short: 'e',
    value: 'FILE',
    help: 'error log until the configuration is read, and after that if the configuration names none',
    otherwise: 'standard error',
  },
  g: {
    type: 'string',
    short: 'g',
    value: 'TEXT',
    help: 'directives to put before those of the configuration',
    otherwise: 'none',
  },
  q: { type: 'boolean', short: 'q', help: 'prints only errors while testing' },
  v: { type: 'boolean', short: 'v', help: 'prints the version, in the format of nginx' },
  V: { type: 'boolean', short: 'V', help: 'prints the version and what is built in, in the format of nginx' },
  'skip-unsupported': {
    type: 'boolean',
    help: 'skips directives of nginx that are not built in and change nothing that scripts or clients see',
  },
  ...RUNTIME_OPTIONS,
} as const;
