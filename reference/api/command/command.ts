import { readFile } from 'node:fs/promises';
import { BadArgument, CallFailed, DeadlineExceeded } from '../client/errors.js';
import { type ClientOptions, type Environment, optionsFrom, readOptions } from '../client/options.js';
import { Redactor, Secret } from '../client/secret.js';
import type { Clock } from '../support/clock.js';
import { CommandLineError, codeOf, wordsOf } from '../support/errors.js';
import { printable, printableJson } from '../support/printable.js';
import { type CommandLine, milliseconds, readCommandLine } from './operations.js';
import { help } from './options.js';

/** Streams, environment and clock of the command. */
export interface CommandIo {
  readonly env: Environment;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Aborted when the user interrupts. */
  readonly signal?: AbortSignal;
  /** The system clock by default. */
  readonly clock?: Clock;
}

const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3, actionFailed: 4, interrupted: 130 } as const;

/**
 * Runs one operation of the client, as `srvspec api` offers it; `help` lists them. Returns the exit status, and rejects only for a bug of
 * ours. Its output is printable, reports an error in one line, and shows no credentials of the account.
 */
export async function apiCommand(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    const commandLine = readCommandLine(args);
    if (commandLine !== 'help') return await perform(commandLine, io);
    io.stdout(help);
    return EXIT.done;
  } catch (error) {
    return report(error, io);
  }
}

/** Writes the result of the operation. With `--json` it writes the last answer unchanged, even an unexpected one, without the account's credentials. */
async function perform({ operation, values }: CommandLine, io: CommandIo): Promise<number> {
  const { Client } = await import('../client/client.js');
  const options = await clientOptions(values, io);
  const { redactor } = readOptions(options);
  const client = new Client(options);
  const answers: Secret[] = [];
  const call = { signal: io.signal, onAnswer: (text: Secret) => void answers.splice(0, 1, text) };
  try {
    const { text, failed = false } = await operation(client, call);
    if (values.json !== true) io.stdout(redactor.text(text));
    if (failed) io.stderr('srvspec api: the action failed\n');
    return failed ? EXIT.actionFailed : EXIT.done;
  } finally {
    for (const answer of values.json === true ? answers : [])
      io.stdout(`${printableJson(redactor.json(answer.reveal()))}\n`);
    await client.close();
  }
}

async function clientOptions(values: CommandLine['values'], { env, clock }: CommandIo): Promise<ClientOptions> {
  const { 'base-url': baseUrl, 'client-id': clientId, 'api-key-file': file } = values;
  const timeoutMs = milliseconds('timeout', values.timeout);
  const apiKey = file === undefined ? undefined : await readKey(file);
  return optionsFrom(env, { baseUrl, clientId, apiKey, timeoutMs, clock, allowInsecure: values['allow-insecure'] });
}

/** The line break that editors add at the end of a file is not part of the key. */
async function readKey(file: string): Promise<Secret> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandLineError(`--api-key-file: ${printable(file)} cannot be read: ${wordsOf(error)}`);
  });
  return new Secret(text.replace(/\r?\n$/, ''));
}

function report(error: unknown, io: CommandIo): number {
  const status = io.signal?.aborted === true ? EXIT.interrupted : statusOf(error);
  if (status === undefined || !(error instanceof Error)) throw error;
  const message = status === EXIT.interrupted ? 'interrupted; the request may have been carried out' : error.message;
  io.stderr(`srvspec api: ${printable(new Redactor([new Secret(io.env.SRVSPEC_API_KEY ?? '')]).text(message))}\n`);
  return status;
}

/** `undefined` for a bug of ours. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof DeadlineExceeded) return EXIT.actionFailed;
  if (error instanceof CallFailed) {
    const isUnreachable = error.failure === 'no connection' || error.failure === 'timed out';
    return isUnreachable ? EXIT.unreachable : EXIT.refused;
  }
  if (error instanceof CommandLineError || error instanceof BadArgument) return EXIT.usage;
  return codeOf(error).startsWith('ERR_PARSE_ARGS') ? EXIT.usage : undefined;
}
