import { readFile } from 'node:fs/promises';
import type { CallOptions, Client, ClientOptions, Progress } from '../client/client.js';
import { readCredentials } from '../client/credentials.js';
import { BadArgument, BadOptions, CallFailed, ConnectionFailed, DeadlineExceeded, TimedOut } from '../client/errors.js';
import type { Environment } from '../client/options.js';
import { Redactor } from '../client/redactor.js';
import { Secret } from '../client/secret.js';
import type { Clock } from '../support/clock.js';
import { isJsonObject, type JsonObject, parseJson } from '../support/json.js';
import { printable, printableJson } from '../support/printable.js';
import { UsageError } from '../support/usage-error.js';
import { type CommandOperation, type General, type OperationLine, readCommandLine, type Wait } from './command-line.js';
import { holds } from './conditions.js';
import { help } from './help.js';
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

const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3, actionFailed: 4, interrupted: 130 } as const;

/**
 * One operation of the client, as `srvspec api` offers it; `help` says how. Returns the exit status, and rejects for a bug of
 * ours alone. What it writes is printable, errors in one line, and holds no credentials of the account.
 */
export async function apiCommand(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    const commandLine = readCommandLine(args);
    if (commandLine.kind === 'operation') return await perform(commandLine, io);
    io.stdout(help);
    return EXIT.done;
  } catch (error) {
    return report(error, io);
  }
}

/** Writes the result of the operation; with `--json` the last answer unchanged, even when it was unexpected. */
async function perform({ operation, general }: OperationLine, io: CommandIo): Promise<number> {
  const [{ Client }, { optionsFrom }] = await Promise.all([
    import('../client/client.js'),
    import('../client/options.js'),
  ]);
  const options = optionsFrom(io.env, await optionsOf(general));
  const { redactor } = readCredentials(options.clientId, options.apiKey);
  const client = new Client({ ...options, ...(io.clock && { clock: io.clock }) });
  const answers: Secret[] = [];
  const call = { ...(io.signal && { signal: io.signal }), onAnswer: (text: Secret) => void answers.splice(0, 1, text) };
  try {
    const { text, failed = false } = await operate(operation, { client, call, io, redactor });
    if (!general.json) io.stdout(redactor.text(text()));
    if (failed) io.stderr('srvspec api: the action failed\n');
    return failed ? EXIT.actionFailed : EXIT.done;
  } finally {
    for (const answer of general.json ? answers : []) io.stdout(`${jsonOutput(answer.reveal(), redactor)}\n`);
    await client.close();
  }
}

interface Context {
  readonly client: Client;
  readonly call: CallOptions;
  readonly io: CommandIo;
  readonly redactor: Redactor;
}

interface Outcome {
  /** The result of the operation, for people. */
  readonly text: () => string;
  readonly failed?: boolean;
}

async function operate(operation: CommandOperation, context: Context): Promise<Outcome> {
  const { client, call } = context;
  switch (operation.kind) {
    case 'servers list':
      return listed(await client.listServers(call), ['id', 'name']);
    case 'servers create': {
      const { serverId, serverApiKey } = await client.createServer({ name: operation.name }, call);
      const [id, key] = [serverId, serverApiKey.reveal()].map(printable);
      return { text: () => `server ID: ${id}\nserver API key: ${key}\nThe service shows this key only now.\n` };
    }
    case 'apps list':
      return listed(await client.listApps(call), ['id', 'name', 'sysuserid', 'runtime', 'domains']);
    case 'apps create': {
      const { actionid, data } = await client.createApp(operation.app, call);
      return { text: () => `actionid: ${printable(actionid)}\n${members(data)}` };
    }
    case 'actions get': {
      const answer = await client.getAction(operation.actionid, call);
      return { text: () => members(resourceIn(answer)) };
    }
    case 'actions wait':
      return wait(operation.actionid, operation.wait, context);
  }
}

const listed = (records: readonly JsonObject[], columns: readonly string[]): Outcome => ({
  text: () => table(records, columns),
});

async function wait(actionid: string, of: Wait, { client, call, io, redactor }: Context): Promise<Outcome> {
  const answer = await client.waitForAction(actionid, {
    ...call,
    ...(of.deadlineMs !== undefined && { deadlineMs: of.deadlineMs }),
    done: (seen) => holds(of.done, seen) || holds(of.failed, seen),
    ...((of.verbose || io.stderrIsTerminal === true) && { onProgress: (progress) => tell(progress, redactor, io) }),
  });
  return { text: () => members(resourceIn(answer)), failed: !holds(of.done, answer) };
}

function tell({ attempt, elapsedMs, answer, failure }: Progress, redactor: Redactor, io: CommandIo): void {
  const seen = failure?.message ?? redactor.text(inOneLine(answer ?? null));
  io.stderr(`attempt ${attempt} after ${(elapsedMs / 1000).toFixed(1)} s: ${seen}\n`);
}

/** Services wrap a resource in `data` or not. */
function resourceIn(answer: JsonObject): JsonObject {
  return isJsonObject(answer.data) ? answer.data : answer;
}

/** The answer's own text, digits and order included, unless a credential of the account was echoed in it. */
function jsonOutput(text: string, redactor: Redactor): string {
  const value = parseJson(text);
  return printableJson(redactor.isIn(value) ? JSON.stringify(redactor.value(value)) : text);
}

async function optionsOf(general: General): Promise<Partial<ClientOptions>> {
  const { baseUrl, clientId, apiKeyFile, timeoutMs, positions, allowInsecure } = general;
  return {
    positions,
    allowInsecure,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(clientId !== undefined && { clientId }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(apiKeyFile !== undefined && { apiKey: await readKey(apiKeyFile) }),
  };
}

/** The line break that editors put at the end of a file is no part of the key. */
async function readKey(file: string): Promise<Secret> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new UsageError(`--api-key-file: ${printable(file)} cannot be read${code}`);
  });
  return new Secret(text.replace(/\r?\n$/, ''));
}

function report(error: unknown, io: CommandIo): number {
  const status = statusOf(error, io);
  if (status === undefined) throw error;
  const message =
    status === EXIT.interrupted ? 'interrupted; what was asked may have been carried out' : messageOf(error);
  io.stderr(`srvspec api: ${printable(new Redactor([new Secret(io.env.SRVSPEC_API_KEY ?? '')]).text(message))}\n`);
  return status;
}

/** `undefined` for a bug of ours. */
function statusOf(error: unknown, { signal }: CommandIo): number | undefined {
  if (signal?.aborted === true) return EXIT.interrupted;
  if (error instanceof DeadlineExceeded) return EXIT.actionFailed;
  if (error instanceof ConnectionFailed || error instanceof TimedOut) return EXIT.unreachable;
  if (error instanceof CallFailed) return EXIT.refused;
  if (error instanceof UsageError || error instanceof BadOptions || error instanceof BadArgument) return EXIT.usage;
  const parsing = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return parsing ? EXIT.usage : undefined;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof DeadlineExceeded) || error.lastAnswer === undefined) return message;
  return `${message}; the last answer: ${inOneLine(error.lastAnswer)}`;
}
