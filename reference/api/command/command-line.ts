import type { ClientOptions } from '../client/client.js';
import { type PositionName, positionNames } from '../client/positions.js';
import { UsageError } from '../support/usage-error.js';
import { milliseconds, readPointer } from './conditions.js';
import { type Operation, operations } from './operations.js';
import { operationOptions, parse, type Values } from './options.js';

export interface OperationLine {
  readonly kind: 'operation';
  readonly operation: Operation;
  readonly json: boolean;
  readonly apiKeyFile: string | undefined;
  /** Options of the client, but for its key. */
  readonly options: Partial<ClientOptions>;
}

/** Options stand in any position. Throws `UsageError`, or the errors of `parseArgs`; none shows a value. */
export function readCommandLine(args: readonly string[]): OperationLine | { readonly kind: 'help' } {
  const { values, positionals } = parse(args);
  if (values.help === true) return { kind: 'help' };
  const [resource = '', verb = '', ...words] = positionals;
  const name = `${resource} ${verb}`;
  const kind = operations.get(name);
  if (kind === undefined) throw new UsageError(`an operation is one of: ${[...operations.keys()].join(', ')}`);
  if (words.length > kind.most)
    throw new UsageError(`${name} takes ${kind.most === 0 ? 'no argument' : 'one argument'}`);
  const own: readonly string[] = kind.options;
  for (const option of Object.keys(operationOptions))
    if (Object.hasOwn(values, option) && !own.includes(option)) throw new UsageError(`${name} takes no --${option}`);
  const operation = kind.read(values, words[0]);
  return {
    kind: 'operation',
    operation,
    json: values.json === true,
    apiKeyFile: values['api-key-file'],
    options: clientOptions(values),
  };
}

function clientOptions(values: Values): Partial<ClientOptions> {
  const { 'base-url': baseUrl, 'client-id': clientId } = values;
  const timeoutMs = milliseconds('timeout', values.timeout);
  return {
    positions: Object.fromEntries((values.map ?? []).map(readMap)),
    allowInsecure: values['allow-insecure'] === true,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(clientId !== undefined && { clientId }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function readMap(text: string): readonly [PositionName, string] {
  const at = text.indexOf('=');
  const name = positionNames.find((known) => known === text.slice(0, at));
  if (name === undefined)
    throw new UsageError(`--map takes PLACE=POINTER, with PLACE one of ${positionNames.join(', ')}`);
  return [name, readPointer('map', text.slice(at + 1))];
}
