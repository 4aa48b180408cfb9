import { parseArgs } from 'node:util';
import { statusOf } from '../client/answers.js';
import { actionResource } from '../client/arguments.js';
import { type CallOptions, type Client, hasEnded } from '../client/client.js';
import { withoutKeys } from '../client/excerpt.js';
import { LONGEST_TIMER } from '../support/clock.js';
import { CommandLineError } from '../support/errors.js';
import type { JsonObject, JsonValue } from '../support/json.js';
import { printable, printableJson } from '../support/printable.js';
import { generalOptions, operationOptions } from './options.js';

/** The result of an operation, for people. */
export interface OperationResult {
  readonly text: string;
  readonly failed?: boolean;
}

type Operation = (client: Client, call: CallOptions) => Promise<OperationResult>;

export interface CommandLine {
  readonly values: Values;
  readonly operation: Operation;
}

type Values = ReturnType<typeof parse>['values'];

interface OperationSyntax {
  readonly options: readonly (keyof typeof operationOptions)[];
  /** How many words may follow the two words of the operation. */
  readonly words: 0 | 1;
  /** Throws `CommandLineError`. */
  readonly read: (values: Values, word: string | undefined) => Operation;
}

const OPERATIONS: ReadonlyMap<string, OperationSyntax> = new Map<string, OperationSyntax>([
  ['servers list', listing((client, call) => client.listServers(call))],
  ['servers create', { options: [], words: 1, read: createServer }],
  ['apps list', listing((client, call) => client.listApps(call))],
  ['apps create', { options: ['name', 'sysuserid', 'runtime', 'domain'], words: 0, read: createApp }],
  ['actions get', { options: [], words: 1, read: getAction }],
  ['actions wait', { options: ['deadline'], words: 1, read: waitForAction }],
]);

/** Options may be in any position. Throws `CommandLineError`, or the errors of `parseArgs`; none shows a value. */
export function readCommandLine(args: readonly string[]): CommandLine | 'help' {
  const { values, positionals } = parse(args);
  if (values.help === true) return 'help';
  const [resource = '', verb = '', ...words] = positionals;
  const name = `${resource} ${verb}`;
  const syntax = OPERATIONS.get(name);
  if (syntax === undefined)
    throw new CommandLineError(
      `there is no such operation; an operation is one of: ${[...OPERATIONS.keys()].join(', ')}`,
    );
  if (words.length > syntax.words)
    throw new CommandLineError(`${name} takes ${syntax.words === 0 ? 'no argument' : 'one argument'}`);
  const own: readonly string[] = syntax.options;
  for (const option of Object.keys(operationOptions))
    if (Object.hasOwn(values, option) && !own.includes(option))
      throw new CommandLineError(`${name} takes no --${option}`);
  return { values, operation: syntax.read(values, words[0]) };
}

function parse(args: readonly string[]) {
  const options = { ...generalOptions, ...operationOptions };
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
}

function listing(list: (client: Client, call: CallOptions) => Promise<JsonValue>): OperationSyntax {
  return { options: [], words: 0, read: () => async (client, call) => shown(await list(client, call)) };
}

function createServer(_: Values, name: string | undefined): Operation {
  if (name === undefined) throw new CommandLineError('servers create takes a name');
  return async (client, call) => {
    const { serverId, serverApiKey } = await client.createServer({ name }, call);
    const [id, key] = [serverId, serverApiKey.reveal()].map(printable);
    return { text: `server ID: ${id}\nserver API key: ${key}\nThe service shows this key only now.\n` };
  };
}

function createApp({ name, sysuserid, runtime, domain: domains = [] }: Values): Operation {
  if (name === undefined || sysuserid === undefined || runtime === undefined) {
    const missing = Object.entries({ name, sysuserid, runtime }).filter(([, value]) => value === undefined);
    throw new CommandLineError(`apps create lacks ${missing.map(([option]) => `--${option}`).join(', ')}`);
  }
  return async (client, call) => {
    const { actionid, data } = await client.createApp({ name, sysuserid, runtime, domains }, call);
    return shown({ actionid, data });
  };
}

function getAction(_: Values, word: string | undefined): Operation {
  const actionid = readActionid(word);
  return async (client, call) => shown(await client.getAction(actionid, call));
}

function waitForAction({ deadline }: Values, word: string | undefined): Operation {
  const actionid = readActionid(word);
  const deadlineMs = milliseconds('deadline', deadline);
  return async (client, call) => {
    const answer: JsonObject = await client.waitForAction(actionid, { ...call, deadlineMs, done: hasEnded });
    return { ...shown(answer), failed: statusOf(answer) !== 'success' };
  };
}

function readActionid(word: string | undefined): string {
  if (word === undefined) throw new CommandLineError('the ID of the action is missing');
  actionResource(word);
  return word;
}

/** Converts seconds, with fractions, to whole milliseconds. */
export function milliseconds(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$|^\.\d+$/.test(text) ? Math.round(Number(text) * 1000) : 0;
  if (ms >= 1 && ms <= LONGEST_TIMER) return ms;
  throw new CommandLineError(`--${option} takes a number of seconds above 0`);
}

/** Indented JSON, without keys of servers that a service should not have sent again. */
function shown(value: JsonValue): OperationResult {
  return { text: `${printableJson(withoutKeys(value, 2))}\n` };
}
