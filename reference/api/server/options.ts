/** Options of `api serve` and `api new-key`, each with what a person is told of it. */

export const SERVE_OPTIONS = {
  host: { type: 'string', value: 'H', help: 'the address that it listens on', otherwise: '127.0.0.1' },
  port: { type: 'string', value: 'N', help: 'the port that it listens on', otherwise: 'any that is free' },
  state: {
    type: 'string',
    value: 'FILE',
    help: 'where servers, apps and keys are kept',
    otherwise: 'in memory, until it ends',
  },
  panel: {
    type: 'string',
    value: 'PATH',
    help: 'the socket of the control panel',
    otherwise: 'FILE.panel beside the state; none in memory',
  },
  credentials: {
    type: 'string',
    value: 'FILE',
    help: 'where a key that is made now is written, rather than to standard output',
    otherwise: 'standard output',
  },
  'action-ms': { type: 'string', value: 'MS', help: 'how long an action takes', otherwise: '50' },
  log: { type: 'boolean', help: 'writes a line for each request to standard error' },
} as const;

export const NEW_KEY_OPTIONS = {
  panel: {
    type: 'string',
    value: 'PATH',
    help: "the socket of the server's control panel, as the server tells it",
    otherwise: 'must be given',
  },
  credentials: {
    type: 'string',
    value: 'FILE',
    help: 'where the key is written with the Client ID',
    otherwise: 'the key goes to standard output',
  },
} as const;
