/** Options of all programs that run scripts, each with its help text. */
export const RUNTIME_OPTIONS = {
  srv: { type: 'string', value: 'NAME', help: 'name of the host global in scripts', otherwise: 'srv, and ngx' },
  rt: { type: 'string', value: 'NAME', help: 'name of the runtime global in scripts', otherwise: 'rt, and njs' },
  'runtime-version': {
    type: 'string',
    value: 'V',
    help: 'runs as an older runtime, such as 0.8.4',
    otherwise: 'the newest in the documents',
  },
} as const;
