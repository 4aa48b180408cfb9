/** Options of `api serve` and `api new-key`, each with what a person is told of it. */

export const SERVE_OPTIONS = {
  host: { type: 'string', value: 'H', help: 'address to listen on', otherwise: '127.0.0.1' },
  port: { type: 'string', value: 'N', help: 'port to listen on', otherwise: 'any free port' },
  state: {
    type: 'string',
    value: 'FILE',
    help: 'file that keeps servers, apps and keys',
    otherwise: 'in memory only',
  },
  panel: {
    type: 'string',
    value: 'PATH',
    help: 'socket of the control panel',
    otherwise: 'FILE.panel beside the state; none in memory',
  },
  credentials: {
    type: 'string',
    value: 'FILE',
    help: 'file for a newly created key',
    otherwise: 'standard output',
  },
  'action-ms': { type: 'string', value: 'MS', help: 'duration of an action in milliseconds', otherwise: '50' },
  log: { type: 'boolean', help: 'writes a line for each request to standard error' },
} as const;

export const NEW_KEY_OPTIONS = {
  panel: {
    type: 'string',
    value: 'PATH',
    help: "socket of the server's control panel, which the server prints at its start",
    otherwise: 'required',
  },
  credentials: {
    type: 'string',
    value: 'FILE',
    help: 'file for the new key and the Client ID',
    otherwise: 'standard output',
  },
} as const;
