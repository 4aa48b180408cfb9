import { actionResource } from '../client/arguments.js';
import type { CallOptions, Client, Progress } from '../client/client.js';
import type { Environment } from '../client/options.js';
import type { Redactor } from '../client/redactor.js';
import type { Clock } from '../support/clock.js';
import { isJsonObject, type JsonObject } from '../support/json.js';
import { printable } from '../support/printable.js';
import { UsageError } from '../support/usage-error.js';
import { holds, milliseconds, readCondition } from './conditions.js';
import type { operationOptions, Values } from './options.js';
import { inOneLine, members, table } from './tables.js';

/** The command's surroundings. */
export interface CommandIo {
  readonly env: Environment;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Aborted when the user interrupts. */
  readonly signal?: AbortSignal;
  /** Whether standard error is a terminal: a wait then prints its progress. */
  readonly stderrIsTerminal?: boolean;
  /** The system's unless given. */
  readonly clock?: Clock;
}

export interface Context {
  readonly client: Client;
  readonly call: CallOptions;
  readonly io: CommandIo;
  readonly redactor: Redactor;
}

export interface CommandOutcome {
  /** The result of the operation, for people. */
  readonly text: () => string;
  readonly failed?: boolean;
}

export type Operation = (context: Context) => Promise<CommandOutcome>;

interface OperationKind {
  readonly options: readonly (keyof typeof operationOptions)[];
  /** How many words it takes at most. */
  readonly most: number;
  /** Reads options, and a word after the operation's two. Throws `UsageError`. */
  readonly read: (values: Values, word: string | undefined) => Operation;
}

export const operations: ReadonlyMap<string, OperationKind> = new Map<string, OperationKind>([
  ['servers list', { options: [], most: 0, read: () => listServers }],
  ['servers create', { options: ['name'], most: 1, read: createServer }],
  ['apps list', { options: [], most: 0, read: () => listApps }],
  ['apps create', { options: ['name', 'sysuserid', 'runtime', 'domain'], most: 0, read: createApp }],
  ['actions get', { options: [], most: 1, read: getAction }],
  ['actions wait', { options: ['done', 'failed', 'deadline', 'verbose'], most: 1, read: waitForAction }],
]);

async function listServers({ client, call }: Context): Promise<CommandOutcome> {
  const servers = await client.listServers(call);
  return { text: () => table(servers, ['id', 'name']) };
}

function createServer(values: Values, word: string | undefined): Operation {
  if (word !== undefined && values.name !== undefined) throw new UsageError('servers create takes one name');
  const name = word ?? values.name;
  if (name === undefined) throw new UsageError('servers create takes a name');
  return async ({ client, call }) => {
    const { serverId, serverApiKey } = await client.createServer({ name }, call);
    const [id, key] = [serverId, serverApiKey.reveal()].map(printable);
    return { text: () => `server ID: ${id}\nserver API key: ${key}\nThe service shows this key only now.\n` };
  };
}

async function listApps({ client, call }: Context): Promise<CommandOutcome> {
  const apps = await client.listApps(call);
  return { text: () => table(apps, ['id', 'name', 'sysuserid', 'runtime', 'domains']) };
}

function createApp({ name, sysuserid, runtime, domain: domains = [] }: Values): Operation {
  if (name === undefined || sysuserid === undefined || runtime === undefined) {
    const missing = Object.entries({ name, sysuserid, runtime }).filter(([, value]) => value === undefined);
    throw new UsageError(`apps create lacks ${missing.map(([option]) => `--${option}`).join(', ')}`);
  }
  return async ({ client, call }) => {
    const { actionid, data } = await client.createApp({ name, sysuserid, runtime, domains }, call);
    return { text: () => `actionid: ${printable(actionid)}\n${members(data)}` };
  };
}

function getAction(_: Values, word: string | undefined): Operation {
  const actionid = readActionid(word);
  return async ({ client, call }) => {
    const answer = await client.getAction(actionid, call);
    return { text: () => members(resourceIn(answer)) };
  };
}

function waitForAction(of: Values, word: string | undefined): Operation {
  const actionid = readActionid(word);
  const done = readCondition('done', of.done ?? '/data/status=success');
  const failed = readCondition('failed', of.failed ?? '/data/status=error');
  const deadlineMs = milliseconds('deadline', of.deadline);
  return async ({ client, call, io, redactor }) => {
    const answer = await client.waitForAction(actionid, {
      ...call,
      ...(deadlineMs !== undefined && { deadlineMs }),
      done: (seen) => holds(done, seen) || holds(failed, seen),
      ...((of.verbose || io.stderrIsTerminal === true) && { onProgress: (progress) => tell(progress, redactor, io) }),
    });
    return { text: () => members(resourceIn(answer)), failed: !holds(done, answer) };
  };
}

function readActionid(word: string | undefined): string {
  if (word === undefined) throw new UsageError('the ID of the action is missing');
  actionResource(word);
  return word;
}

function tell({ attempt, elapsedMs, answer, failure }: Progress, redactor: Redactor, io: CommandIo): void {
  const seen = failure?.message ?? redactor.text(inOneLine(answer ?? null));
  io.stderr(`attempt ${attempt} after ${(elapsedMs / 1000).toFixed(1)} s: ${seen}\n`);
}

/** Services wrap a resource in `data` or not. */
function resourceIn(answer: JsonObject): JsonObject {
  return isJsonObject(answer.data) ? answer.data : answer;
}
