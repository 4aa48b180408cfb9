import { readFile } from 'node:fs/promises';
import { readCredentials } from '../client/credentials.js';
import { BadArgument, BadOptions, CallFailed, ConnectionFailed, DeadlineExceeded, TimedOut } from '../client/errors.js';
import { Redactor } from '../client/redactor.js';
import { Secret } from '../client/secret.js';
import { parseJson } from '../support/json.js';
import { printable, printableJson } from '../support/printable.js';
import { UsageError } from '../support/usage-error.js';
import { type OperationLine, readCommandLine } from './command-line.js';
import { help } from './help.js';
import type { CommandIo } from './operations.js';
import { inOneLine } from './tables.js';

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
async function perform({ operation, json, apiKeyFile, options }: OperationLine, io: CommandIo): Promise<number> {
  const [{ Client }, { optionsFrom }] = await Promise.all([
    import('../client/client.js'),
    import('../client/options.js'),
  ]);
  const apiKey = apiKeyFile === undefined ? undefined : await readKey(apiKeyFile);
  const complete = optionsFrom(io.env, { ...options, ...(apiKey && { apiKey }) });
  const { redactor } = readCredentials(complete.clientId, complete.apiKey);
  const client = new Client({ ...complete, ...(io.clock && { clock: io.clock }) });
  const answers: Secret[] = [];
  const call = { ...(io.signal && { signal: io.signal }), onAnswer: (text: Secret) => void answers.splice(0, 1, text) };
  try {
    const { text, failed = false } = await operation({ client, call, io, redactor });
    if (!json) io.stdout(redactor.text(text()));
    if (failed) io.stderr('srvspec api: the action failed\n');
    return failed ? EXIT.actionFailed : EXIT.done;
  } finally {
    for (const answer of json ? answers : []) io.stdout(`${jsonOutput(answer.reveal(), redactor)}\n`);
    await client.close();
  }
}

/** The answer's own text, digits and order included, unless a credential of the account was echoed in it. */
function jsonOutput(text: string, redactor: Redactor): string {
  const value = parseJson(text);
  return printableJson(redactor.isIn(value) ? JSON.stringify(redactor.value(value)) : text);
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
