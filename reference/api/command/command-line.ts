import { parseArgs } from 'node:util';
import { actionResource, type NewApp } from '../client/arguments.js';
import { type PositionName, type Positions, positionNames } from '../client/positions.js';
import { LONGEST_TIMER } from '../support/clock.js';
import { UsageError } from '../support/usage-error.js';
import { type Condition, readCondition, readPointer } from './conditions.js';
import { generalOptions, operationOptions } from './options.js';

export type CommandOperation =
  | { readonly kind: 'servers list' }
  | { readonly kind: 'servers create'; readonly name: string }
  | { readonly kind: 'apps list' }
  | { readonly kind: 'apps create'; readonly app: NewApp }
  | { readonly kind: 'actions get'; readonly actionid: string }
  | { readonly kind: 'actions wait'; readonly actionid: string; readonly wait: Wait };

export interface Wait {
  readonly done: Condition;
  readonly failed: Condition;
  readonly deadlineMs: number | undefined;
  readonly verbose: boolean;
}

/** Options of all operations. */
export interface General {
  readonly json: boolean;
  readonly baseUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly apiKeyFile: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly positions: Positions;
  readonly allowInsecure: boolean;
}

export interface OperationLine {
  readonly kind: 'operation';
  readonly operation: CommandOperation;
  readonly general: General;
}

export type CommandLine = { readonly kind: 'help' } | OperationLine;

function parse(args: readonly string[]) {
  const options = { ...generalOptions, ...operationOptions };
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
}

type Values = ReturnType<typeof parse>['values'];
type OwnOption = keyof typeof operationOptions;

interface ParsedWords {
  readonly values: Values;
  /** Words after the operation's two. */
  readonly words: readonly string[];
}

interface Reader {
  readonly options: readonly OwnOption[];
  readonly most: number;
  readonly read: (parsed: ParsedWords) => CommandOperation;
}

const readers: { readonly [kind in CommandOperation['kind']]: Reader } = {
  'servers list': { options: [], most: 0, read: () => ({ kind: 'servers list' }) },
  'servers create': { options: ['name'], most: 1, read: readServersCreate },
  'apps list': { options: [], most: 0, read: () => ({ kind: 'apps list' }) },
  'apps create': { options: ['name', 'sysuserid', 'runtime', 'domain'], most: 0, read: readAppsCreate },
  'actions get': {
    options: [],
    most: 1,
    read: (parsed) => ({ kind: 'actions get', actionid: readActionid(parsed) }),
  },
  'actions wait': { options: ['done', 'failed', 'deadline', 'verbose'], most: 1, read: readActionsWait },
};

/** Options stand in any position. Throws `UsageError`, or the errors of `parseArgs`; none shows a value. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  if (values.help === true) return { kind: 'help' };
  const [resource = '', verb = '', ...words] = positionals;
  const kind = `${resource} ${verb}`;
  if (!isKind(kind)) throw new UsageError(`an operation is one of: ${Object.keys(readers).join(', ')}`);
  const { options, most, read } = readers[kind];
  if (words.length > most) throw new UsageError(`${kind} takes ${most === 0 ? 'no argument' : 'one argument'}`);
  for (const option of Object.keys(operationOptions)) {
    const own: readonly string[] = options;
    if (Object.hasOwn(values, option) && !own.includes(option)) throw new UsageError(`${kind} takes no --${option}`);
  }
  return { kind: 'operation', operation: read({ values, words }), general: readGeneral(values) };
}

function isKind(text: string): text is CommandOperation['kind'] {
  return Object.hasOwn(readers, text);
}

function readGeneral(values: Values): General {
  return {
    json: values.json === true,
    baseUrl: values['base-url'],
    clientId: values['client-id'],
    apiKeyFile: values['api-key-file'],
    timeoutMs: milliseconds('timeout', values.timeout),
    positions: Object.fromEntries((values.map ?? []).map(readMap)),
    allowInsecure: values['allow-insecure'] === true,
  };
}

function readServersCreate({ values, words: [word] }: ParsedWords): CommandOperation {
  if (word !== undefined && values.name !== undefined) throw new UsageError('servers create takes one name');
  const name = word ?? values.name;
  if (name === undefined) throw new UsageError('servers create takes a name');
  return { kind: 'servers create', name };
}

function readAppsCreate({ values: { name, sysuserid, runtime, domain = [] } }: ParsedWords): CommandOperation {
  if (name === undefined || sysuserid === undefined || runtime === undefined) {
    const missing = Object.entries({ name, sysuserid, runtime }).filter(([, value]) => value === undefined);
    throw new UsageError(`apps create lacks ${missing.map(([option]) => `--${option}`).join(', ')}`);
  }
  return { kind: 'apps create', app: { name, sysuserid, runtime, domains: domain } };
}

function readActionid({ words: [actionid] }: ParsedWords): string {
  if (actionid === undefined) throw new UsageError('the ID of the action is missing');
  actionResource(actionid);
  return actionid;
}

function readActionsWait(parsed: ParsedWords): CommandOperation {
  const { done = '/data/status=success', failed = '/data/status=error', deadline, verbose } = parsed.values;
  const wait = {
    done: readCondition('done', done),
    failed: readCondition('failed', failed),
    deadlineMs: milliseconds('deadline', deadline),
    verbose: verbose === true,
  };
  return { kind: 'actions wait', actionid: readActionid(parsed), wait };
}

function readMap(text: string): readonly [PositionName, string] {
  const at = text.indexOf('=');
  const name = positionNames.find((known) => known === text.slice(0, at));
  if (name === undefined)
    throw new UsageError(`--map takes PLACE=POINTER, with PLACE one of ${positionNames.join(', ')}`);
  return [name, readPointer('map', text.slice(at + 1))];
}

/** Seconds, with fractions, to whole milliseconds. */
function milliseconds(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$|^\.\d+$/.test(text) ? Math.round(Number(text) * 1000) : 0;
  if (ms >= 1 && ms <= LONGEST_TIMER) return ms;
  throw new UsageError(`--${option} takes a number of seconds above 0`);
}
