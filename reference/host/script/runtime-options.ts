/** Options of all programs that run scripts, each with what a person is told of it. */
export const RUNTIME_OPTIONS = {
  srv: {
    type: 'string',
    value: 'NAME',
    help: 'what scripts call the host global',
    otherwise: 'srv, and ngx',
  },
  rt: {
    type: 'string',
    value: 'NAME',
    help: 'what scripts call the runtime global',
    otherwise: 'rt, and njs',
  },
  'runtime-version': {
    type: 'string',
    value: 'V',
    help: 'makes the runtime an older one, such as 0.8.4',
    otherwise: 'the newest that the documents know',
  },
} as const;
