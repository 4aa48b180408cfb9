import { once } from 'node:events';
import { unlink, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { LONGEST_TIMER } from '../support/clock.js';
import { CommandLineError, codeOf, wordsOf } from '../support/errors.js';
import { areSendable, type Credentials } from './credentials.js';
import { NEW_KEY_OPTIONS, SERVE_OPTIONS } from './options.js';
import { newKeyFrom, PanelError } from './panel.js';
import { type ApiServerOptions, type RunningApiServer, startApiServer } from './start.js';
import { StateError } from './state-file.js';

const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

/**
 * Serves until SIGTERM or SIGINT; `SERVE_OPTIONS` lists the options. Once it listens, it prints one line of JSON: `url`, `panel`,
 * `clientId`, and `apiKey` if it generated a key and no file was given for it. Returns the exit status: 0, 1 if it cannot serve, 2 for
 * wrong usage.
 */
export function serveApi(args: readonly string[]): Promise<number> {
  return reporting('serve', async () => {
    const { file, ...options } = readServeOptions(args);
    const ending = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    const server = await (file === undefined ? startApiServer(options) : startKeeping(options, file));
    const { url, panel, clientId, credentials } = server;
    const apiKey = file === undefined ? credentials?.apiKey : undefined;
    process.stdout.write(`${JSON.stringify({ url, panel, clientId, apiKey })}\n`);
    await ending;
    await server.stop();
  });
}

/** Prints an API key that a running server generates. Returns the exit status: 0, 2 for wrong usage, 3 if no server answers. */
export function newApiKeyCommand(args: readonly string[]): Promise<number> {
  return reporting('new-key', async () => {
    const { panel } = parseArgs({ args: [...args], options: NEW_KEY_OPTIONS }).values;
    if (panel === undefined) throw new CommandLineError('--panel PATH is missing: the server prints it at its start');
    process.stdout.write(`${(await newKeyFrom(panel)).apiKey}\n`);
  });
}

/** Writes a key to its file before the key is valid. If the server does not start, the file is removed. */
async function startKeeping(options: ApiServerOptions, file: string): Promise<RunningApiServer> {
  let isWritten = false;
  const keepCredentials = async (credentials: Credentials) => {
    await writeFile(file, `${JSON.stringify(credentials)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    isWritten = true;
  };
  try {
    return await startApiServer({ ...options, keepCredentials });
  } catch (error) {
    if (isWritten) await unlink(file);
    throw error;
  }
}

function readServeOptions(args: readonly string[]): ApiServerOptions & { readonly file: string | undefined } {
  const { values } = parseArgs({ args: [...args], options: SERVE_OPTIONS });
  const credentials = credentialsIn(process.env);
  return {
    file: values.credentials,
    port: whole('port', values.port ?? '0', 65_535),
    actionMs: whole('action-ms', values['action-ms'] ?? '50', LONGEST_TIMER),
    ...(values.host !== undefined && { host: values.host }),
    ...(values.state !== undefined && { state: values.state }),
    ...(credentials !== undefined && { credentials }),
  };
}

/** Both variables or none; an empty variable counts as missing. */
function credentialsIn(env: NodeJS.ProcessEnv): Credentials | undefined {
  const { SRVSPEC_CLIENT_ID: clientId = '', SRVSPEC_API_KEY: apiKey = '' } = env;
  if (clientId === '' || apiKey === '') return undefined;
  if (areSendable({ clientId, apiKey })) return { clientId, apiKey };
  throw new CommandLineError(
    'SRVSPEC_CLIENT_ID must not contain a colon, and neither it nor SRVSPEC_API_KEY control characters',
  );
}

function whole(option: string, text: string, most: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text);
  throw new CommandLineError(`--${option} takes a whole number from 0 to ${most}, not ${text}`);
}

/** Prints the error on standard error; rejects only for a bug of ours. */
async function reporting(command: string, act: () => Promise<void>): Promise<number> {
  try {
    await act();
    return EXIT.done;
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined || !(error instanceof Error)) throw error;
    process.stderr.write(`srvspec api ${command}: ${complaintOf(error)}\n`);
    return status;
  }
}

function complaintOf(error: Error): string {
  const words = wordsOf(error);
  if (words === error.message) return words;
  // The system's message ends with the file or the address.
  const [, file, address = ''] = /'([^']*)'$|(\S+)$/.exec(error.message) ?? [];
  return `${file ?? address}: ${words}`;
}

/** `undefined` for a bug of ours; errors with a code come from the system. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof CommandLineError || codeOf(error).startsWith('ERR_PARSE_ARGS')) return EXIT.usage;
  if (error instanceof PanelError) return EXIT.unreachable;
  return error instanceof StateError || codeOf(error) !== '' ? EXIT.failed : undefined;
}
