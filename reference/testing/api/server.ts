import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tape';
import type { Credentials } from '../../api/server/credentials.js';
import { type ApiServerOptions, type RunningApiServer, startApiServer } from '../../api/server/start.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../api/support/json.js';

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends requests of an account to one server. */
export class Asker {
  readonly url: string;
  readonly credentials: Credentials;

  constructor(url: string, credentials: Credentials) {
    this.url = url;
    this.credentials = credentials;
  }

  get authorization(): string {
    const { clientId, apiKey } = this.credentials;
    return `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`;
  }

  /** Sends a request with the account's credentials; `path` is appended to the base URL. A stream is sent in chunks. */
  async ask(method: string, path: string, body?: string | ReadableStream): Promise<TestResponse> {
    const content = body === undefined ? {} : { body, duplex: 'half' as const };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = { Authorization: this.authorization, ...type };
    const response = await fetch(this.url + path, { method, headers, ...content });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  get(path: string): Promise<TestResponse> {
    return this.ask('GET', path);
  }

  post(path: string, payload: JsonValue): Promise<TestResponse> {
    return this.ask('POST', path, JSON.stringify(payload));
  }

  /** The list in the answer to a GET. */
  async list(path: string): Promise<readonly JsonObject[]> {
    const answer = await this.get(path);
    const { data } = objectIn(answer);
    if (answer.status !== 200 || !isJsonArray(data)) throw new Error(`no list, status ${answer.status}`);
    return data.filter(isJsonObject);
  }

  /** Sends bytes unchanged; resolves with all output when the server closes the connection. */
  raw(bytes: string): Promise<string> {
    const { port, hostname } = new URL(this.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
      socket.once('error', reject);
      text(socket).then(resolve, reject);
    });
  }
}

export function objectIn({ text: body }: TestResponse): JsonObject {
  const value = parseJson(body);
  if (isJsonObject(value)) return value;
  throw new Error('the answer is not a JSON object');
}

/** The text at a path of member names; an empty text if there is none. */
export function textAt(value: JsonValue | undefined, ...names: readonly string[]): string {
  const [name, ...rest] = names;
  if (name === undefined) return typeof value === 'string' ? value : '';
  return isJsonObject(value) ? textAt(value[name], ...rest) : '';
}

/** A server in this process that ends with the test. */
export async function testServer(
  t: Test,
  options: ApiServerOptions = {},
): Promise<{ readonly server: RunningApiServer; readonly asker: Asker }> {
  const server = await startApiServer(options);
  t.teardown(() => server.stop());
  const credentials = server.credentials ?? options.credentials ?? { clientId: '', apiKey: '' };
  return { server, asker: new Asker(server.url, credentials) };
}

export function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export interface ProgramEnd {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  /** The JSON object in the first line of output; `undefined` without one. */
  readonly printed: Promise<JsonObject | undefined>;
  readonly ended: Promise<ProgramEnd>;
}

export const SERVE = fileURLToPath(new URL('../../api/server/serve-main.js', import.meta.url));

/** Runs a program, which is killed with the test at the latest. It does not inherit credentials from the environment. */
export function startProgram(t: Test, command: readonly string[], env: NodeJS.ProcessEnv = {}): RunningProgram {
  const [file = '', ...args] = command;
  const clean = { ...process.env, SRVSPEC_CLIENT_ID: '', SRVSPEC_API_KEY: '', ...env };
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: clean });
  t.teardown(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const collected: string[] = [];
  lines.on('line', (line) => collected.push(line));
  const first = Promise.race([once(lines, 'line'), once(lines, 'close')]);
  const ended = Promise.all([exited, text(child.stderr), first]).then(
    ([, errors]): ProgramEnd => ({ status: child.exitCode, output: collected.join('\n'), errors }),
  );
  return { child, printed: first.then(() => readLine(collected[0])), ended };
}

function readLine(line: string | undefined): JsonObject | undefined {
  const value = line?.startsWith('{') ? parseJson(line) : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** Runs `srvspec api serve` with these words. */
export function serveProgram(t: Test, args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningProgram {
  return startProgram(t, [process.execPath, SERVE, ...args], env);
}
