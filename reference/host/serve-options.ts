/** Options of `serve`, each with what a person is told of it. */
import { EXEC_OPTIONS } from './script/exec-options.js';

export const SERVE_OPTIONS = {
  c: { type: 'string', short: 'c', value: 'FILE', help: 'the configuration', otherwise: 'must be given' },
  p: { type: 'string', short: 'p', value: 'PREFIX', help: 'the folder of relative paths', otherwise: '.' },
  e: {
    type: 'string',
    short: 'e',
    value: 'FILE',
    help: 'taken for the sake of real hosts, which write there before they have read the configuration',
    otherwise: 'the standard error, always',
  },
  V: { type: 'boolean', short: 'V', help: "prints what it is, in the form of real hosts' -V" },
  ...EXEC_OPTIONS,
} as const;
