import { parseArgs } from 'node:util';

/** Options of the client's command line; `help` tells of each. */

export const generalOptions = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  'base-url': { type: 'string' },
  'client-id': { type: 'string' },
  'api-key-file': { type: 'string' },
  timeout: { type: 'string' },
  map: { type: 'string', multiple: true },
  'allow-insecure': { type: 'boolean' },
} as const;

export const operationOptions = {
  name: { type: 'string' },
  sysuserid: { type: 'string' },
  runtime: { type: 'string' },
  domain: { type: 'string', multiple: true },
  done: { type: 'string' },
  failed: { type: 'string' },
  deadline: { type: 'string' },
  verbose: { type: 'boolean' },
} as const;

/** Throws the errors of `parseArgs`, which show no value. */
export function parse(args: readonly string[]) {
  const options = { ...generalOptions, ...operationOptions };
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
}

export type Values = ReturnType<typeof parse>['values'];
