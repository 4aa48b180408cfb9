import { open, rename, unlink } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { LONGEST_TIMER } from '../support/clock.js';
import { UsageError } from '../support/usage-error.js';
import { areSendable, type Credentials } from './basic.js';
import { NEW_KEY_OPTIONS, SERVE_OPTIONS } from './options.js';
import { newKeyFrom, PanelError } from './panel-client.js';
import { type ApiServerOptions, type RunningApiServer, startApiServer } from './start.js';
import { codeOf, StateError } from './state-error.js';
import { syncFolderOf } from './state-file.js';

const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

/**
 * Serves until SIGTERM or SIGINT: `[--host H] [--port N] [--state FILE] [--panel PATH] [--credentials FILE] [--action-ms N]
 * [--log]`. One line of JSON on the standard output says that it listens: `url`, `panel`, `clientId`, and `apiKey` when a key
 * was made just now and no file was given for it. Returns the exit status: 0, 1 when it cannot serve, 2 for words that make
 * no sense.
 */
export function serveApi(args: readonly string[]): Promise<number> {
  return reporting('serve', async () => {
    const { file, ...options } = readServeOptions(args);
    const ending = firstSignal();
    const server = await startKeeping(options, file);
    const { url, panel, clientId, credentials } = server;
    const apiKey = file === undefined ? credentials?.apiKey : undefined;
    process.stdout.write(`${JSON.stringify({ url, panel, clientId, apiKey })}\n`);
    await ending;
    await server.stop();
  });
}

/**
 * Has a running server make an API key: `--panel PATH [--credentials FILE]`. Prints the key alone, or puts it with the Client
 * ID in the file, whatever stood there. Returns the exit status: 0, 2 for words that make no sense, 3 when nobody answers.
 */
export function newApiKeyCommand(args: readonly string[]): Promise<number> {
  return reporting('new-key', async () => {
    const { panel, credentials: file } = parseArgs({ args: [...args], options: NEW_KEY_OPTIONS }).values;
    if (panel === undefined) throw new UsageError('usage: api new-key --panel PATH [--credentials FILE]');
    if (file !== undefined) return replaceCredentials(file, () => newKeyFrom(panel));
    process.stdout.write(`${(await newKeyFrom(panel)).apiKey}\n`);
  });
}

/** A key that is to be kept in a file is there before it counts; when the server does not start, the file is gone again. */
async function startKeeping(options: ApiServerOptions, file: string | undefined): Promise<RunningApiServer> {
  if (file === undefined) return startApiServer(options);
  let written = false;
  const keepCredentials = async (made: Credentials) => {
    await writeCredentials(file, async () => made);
    written = true;
  };
  try {
    return await startApiServer({ ...options, keepCredentials });
  } catch (error) {
    if (written) await unlink(file);
    throw error;
  }
}

/** Replaces the credentials file at once. The new file is open before `generate` is called, since a key is issued only once. */
async function replaceCredentials(file: string, generate: () => Promise<Credentials>): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  await writeCredentials(fresh, generate);
  await rename(fresh, file);
  await syncFolderOf(file);
}

/** Writes credentials to a new file (JSON, mode 0600). */
async function writeCredentials(file: string, generate: () => Promise<Credentials>): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new StateError(`${file}: the file exists already and is not overwritten; remove it, or give another path`);
  });
  try {
    const { clientId, apiKey } = await generate();
    await handle.writeFile(`${JSON.stringify({ clientId, apiKey })}\n`);
    await handle.sync();
  } catch (error) {
    await unlink(file);
    throw error;
  } finally {
    await handle.close();
  }
}

function readServeOptions(args: readonly string[]): ApiServerOptions & { readonly file: string | undefined } {
  const { values } = parseArgs({ args: [...args], options: SERVE_OPTIONS });
  const credentials = credentialsOf(process.env);
  return {
    file: values.credentials,
    port: whole('port', values.port ?? '0', 65_535),
    ...(values.host !== undefined && { host: values.host }),
    ...(values.state !== undefined && { state: values.state }),
    ...(values.panel !== undefined && { panel: values.panel }),
    ...(values['action-ms'] !== undefined && { actionMs: whole('action-ms', values['action-ms'], LONGEST_TIMER) }),
    ...(credentials !== undefined && { credentials }),
    ...(values.log === true && { log: (line: string) => process.stderr.write(`${line}\n`) }),
  };
}

/** Both or none; an empty variable is none. */
function credentialsOf(env: NodeJS.ProcessEnv): Credentials | undefined {
  const { SRVSPEC_CLIENT_ID: clientId = '', SRVSPEC_API_KEY: apiKey = '' } = env;
  if (clientId === '' || apiKey === '') return undefined;
  if (areSendable({ clientId, apiKey })) return { clientId, apiKey };
  throw new UsageError('SRVSPEC_CLIENT_ID can hold no colon, and neither it nor SRVSPEC_API_KEY control characters');
}

function whole(option: string, text: string, most: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${option} takes a whole number from 0 to ${most}`);
}

/** A second signal then ends the process at once. */
function firstSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
  });
}

/** Prints the error on standard error; rejects only for a bug of ours. */
async function reporting(command: string, act: () => Promise<void>): Promise<number> {
  try {
    await act();
    return EXIT.done;
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined || !(error instanceof Error)) throw error;
    process.stderr.write(`srvspec api ${command}: ${error.message}\n`);
    return status;
  }
}

/** `undefined` for a bug of ours; errors with a code come from the system. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS')) return EXIT.usage;
  if (error instanceof PanelError) return EXIT.unreachable;
  return error instanceof StateError || codeOf(error) !== '' ? EXIT.failed : undefined;
}
