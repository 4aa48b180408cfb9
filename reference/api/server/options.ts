/** Options of `api serve`, each with its help. */
export const SERVE_OPTIONS = {
  host: { type: 'string', value: 'H', help: 'address to listen on', otherwise: '127.0.0.1' },
  port: { type: 'string', value: 'N', help: 'port to listen on', otherwise: 'any free port' },
  state: { type: 'string', value: 'FILE', help: 'file that keeps servers, apps and keys', otherwise: 'in memory only' },
  credentials: { type: 'string', value: 'FILE', help: 'file for a newly created key', otherwise: 'standard output' },
  'action-ms': { type: 'string', value: 'MS', help: 'duration of an action in milliseconds', otherwise: '50' },
} as const;

/** Options of `api new-key`. */
export const NEW_KEY_OPTIONS = {
  panel: {
    type: 'string',
    value: 'PATH',
    help: "socket of the server's control panel, which the server prints at its start",
    otherwise: 'required',
  },
} as const;
