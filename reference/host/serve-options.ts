/** Options of `serve`, each with what a person is told of it. */
import { RUNTIME_OPTIONS } from './script/runtime-options.js';

export const SERVE_OPTIONS = {
  c: { type: 'string', short: 'c', value: 'FILE', help: 'the configuration', otherwise: 'must be given' },
  p: { type: 'string', short: 'p', value: 'PREFIX', help: 'the folder of relative paths', otherwise: '.' },
  e: {
    type: 'string',
    short: 'e',
    value: 'FILE',
    help: 'where errors go before the configuration is read, and after where it does not say',
    otherwise: 'the standard error',
  },
  g: {
    type: 'string',
    short: 'g',
    value: 'TEXT',
    help: 'directives in front of those of the configuration',
    otherwise: 'none',
  },
  t: { type: 'boolean', short: 't', help: 'tests the configuration and ends' },
  T: { type: 'boolean', short: 'T', help: 'tests the configuration, prints it and ends' },
  q: { type: 'boolean', short: 'q', help: 'tells of errors alone while testing' },
  s: {
    type: 'string',
    short: 's',
    value: 'SIGNAL',
    values: ['stop', 'quit', 'reload', 'reopen'],
    help: 'tells the host that runs, whose pid file the configuration names',
    otherwise: 'none: it serves',
  },
  v: { type: 'boolean', short: 'v', help: "prints its version, in the form of real hosts' -v" },
  V: { type: 'boolean', short: 'V', help: "prints what it is, in the form of real hosts' -V" },
  watch: { type: 'boolean', help: 'reads the configuration and the scripts again when one of their files changes' },
  'skip-unsupported': {
    type: 'boolean',
    help: 'leaves out directives of nginx that are not built in, where neither scripts nor clients see what they change; each is noted',
  },
  ...RUNTIME_OPTIONS,
} as const;
