/**
 * Has a client of the management API do operations again, with a service that answers as it was answered, and prints what it does. It
 * stands in folders as `play.mjs`, where it has nothing but Node: no module of ours is imported here.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How one request is answered. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Of the body, each a byte. */
  readonly body: string;
  readonly delayMs?: number;
  /** The connection is closed after so many bytes of the body. */
  readonly cutAfter?: number;
  /** How the body is sent; whole, behind its length, where it does not say. */
  readonly framing?:
    | 'chunks'
    | 'pieces'
    | 'until the end'
    | 'behind 100'
    | 'behind 103'
    | 'lacks the last chunk'
    | 'lacks white space';
  /** The connection is closed without an answer. */
  readonly reset?: true;
  /** To the same path of another host. */
  readonly redirect?: true;
}

export interface Operating {
  readonly args: readonly string[];
  /** Where the client is given one of these; others are made up. */
  readonly account?: { readonly clientId?: string; readonly apiKey?: string };
  /** To one request after the other; the last answers all further ones. */
  readonly answers: readonly ClientAnswer[];
}

export interface ClientExchange {
  readonly operations: readonly Operating[];
  /** Of the lines that are printed those that tell a wrong client from a right one; all where there are none. */
  readonly compared: readonly string[];
}

/** `BASE_PATH` of `suites/language/client-under-test.ts`. */
const BASE = '/Management-API/v1';
const PATIENCE_MS = 10_000;
const MOST_BYTES = 1 << 25;

/** What one operation is told in, each line behind its name and a colon. */
export async function playClient(
  { operations }: Pick<ClientExchange, 'operations'>,
  command: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [i, one] of operations.entries())
    for (const line of await operated(one, command)) lines.push(`operation ${i + 1} ${line}`);
  return lines;
}

async function operated(operating: Operating, command: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  const clientId = operating.account?.clientId ?? `cid_${randomBytes(6).toString('hex')}`;
  const apiKey = operating.account?.apiKey ?? randomBytes(16).toString('hex');
  const credentials = Buffer.from(`${clientId}:${apiKey}`).toString('base64');
  const secrets = [apiKey, credentials].filter(({ length }) => length >= 8);
  const holds = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  const services = await startServices(operating, credentials, holds);
  const { leaks, seen } = services;
  try {
    const env = {
      ...process.env,
      ...{ HOME: folder, TMPDIR: folder },
      ...{ SRVSPEC_BASE_URL: services.url, SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: apiKey },
    };
    const { result, stdout, stderr } = await ended(command, operating.args, env);
    if (holds(stdout)) leaks.add('standard output');
    if (holds(stderr)) leaks.add('standard error');
    if (await holdsInFiles(folder, holds)) leaks.add('files');
    return [
      `result: ${result}`,
      `requests: ${seen.requests}`,
      ...(seen.elsewhere === 0 ? [] : [`requests to another host: ${seen.elsewhere}`]),
      ...seen.lines,
      ...(leaks.size === 0 ? [] : [`tells the key in: ${[...leaks].sort().join(', ')}`]),
      `output: ${shownOutput(stdout)}`,
    ];
  } finally {
    services.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The service of an operation, and another host that its answers may lead to; `leaks` are places where secrets were seen. */
async function startServices({ answers }: Operating, credentials: string, holds: (text: string) => boolean) {
  const seen = { requests: 0, elsewhere: 0, lines: [] as string[] };
  const leaks = new Set<string>();
  const here = await listening(async (incoming, response, text) => {
    const given = answers[Math.min(seen.requests, answers.length - 1)];
    seen.requests += 1;
    seen.lines.push(...requestLines(seen.requests, incoming, text, `Basic ${credentials}`));
    if (holds(incoming.url ?? '')) leaks.add('request target');
    if (await holdsInProcesses(holds)) leaks.add('command line');
    if (given === undefined) response.destroy();
    else await answer(response, given, `http://localhost:${portOf(other)}${incoming.url ?? ''}`);
  });
  const other = await listening(async (incoming, response, text) => {
    seen.elsewhere += 1;
    if (holds([incoming.url, ...incoming.rawHeaders, text].join('\n'))) leaks.add('another host');
    await answer(response, { status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":{}}' }, '');
  });
  const close = (): void => {
    for (const server of [here, other]) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { url: `http://127.0.0.1:${portOf(here)}${BASE}`, seen, leaks, close };
}

/** Beyond so many nothing of the kind is told any more. */
const MOST_TOLD = 10;

function requestLines(
  count: number,
  { method, url = '', rawHeaders }: IncomingMessage,
  text: string,
  right: string,
): string[] {
  if (count > MOST_TOLD) return [];
  const values = (name: string): string[] =>
    rawHeaders.flatMap((one, i) => (i % 2 === 0 && one.toLowerCase() === name ? [rawHeaders[i + 1] ?? ''] : []));
  const [given, ...more] = values('authorization');
  const credentials =
    given === undefined
      ? 'none'
      : more.length > 0
        ? 'several'
        : given.replace(/^basic +/i, 'Basic ') === right
          ? 'right'
          : 'wrong';
  return [
    `request ${count}: ${method} ${url.startsWith(`${BASE}/`) ? url.slice(BASE.length) : `${url}, not below the base`}`,
    `request ${count} credentials: ${credentials}`,
    ...values('content-type').map((type) => `request ${count} type: ${type.replace(/;.*$/s, '').trim().toLowerCase()}`),
    ...(text === '' ? [] : [`request ${count} body: ${shownJson(text) ?? JSON.stringify(text)}`]),
  ];
}

/** With its members in order; `undefined` where it is no JSON. */
function shownJson(text: string): string | undefined {
  try {
    return sorted(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${sorted(of)}`).join(',')}}`;
}

const MOST_TEXT = 2_000;

const shownOutput = (stdout: string): string => {
  const shown = shownJson(stdout) ?? `no JSON, ${JSON.stringify(stdout)}`;
  return shown.length > MOST_TEXT ? `${shown.slice(0, MOST_TEXT)}… (${shown.length} characters)` : shown;
};

async function listening(
  take: (incoming: IncomingMessage, response: ServerResponse, text: string) => Promise<void>,
): Promise<Server> {
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (incoming, response) => {
    response.on('error', () => undefined);
    void bodyOf(incoming)
      .then((text) => take(incoming, response, text))
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answer(response: ServerResponse, given: ClientAnswer, elsewhere: string): Promise<void> {
  if (given.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, given.delayMs));
  if (given.reset === true) {
    response.destroy();
    return;
  }
  const body = Buffer.from(given.body, 'latin1');
  const location = given.redirect === true ? { location: elsewhere } : {};
  const head = { ...given.headers, ...location };
  if (given.framing !== undefined) {
    await framed(response, given.framing, given.status, head, body);
    return;
  }
  const length = given.status === 204 ? {} : { 'content-length': body.length };
  response.writeHead(given.status, { ...length, ...head });
  if (given.cutAfter === undefined) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  if (given.cutAfter > 0) response.write(body.subarray(0, given.cutAfter));
  response.socket?.end();
}

/** As `suites/targets/client/framing.ts` does it. */
async function framed(
  response: ServerResponse,
  framing: NonNullable<ClientAnswer['framing']>,
  status: number,
  head: { readonly [name: string]: string },
  body: Buffer,
): Promise<void> {
  if (framing === 'behind 100') response.writeContinue();
  if (framing === 'behind 103') response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  if (framing === 'until the end') response.useChunkedEncodingByDefault = false;
  const known = { pieces: body.length, 'lacks white space': body.length + 8 };
  const length = framing === 'pieces' || framing === 'lacks white space' ? { 'content-length': known[framing] } : {};
  response.writeHead(status, { ...length, ...(framing === 'until the end' && { connection: 'close' }), ...head });
  if (framing === 'lacks the last chunk' || framing === 'lacks white space') {
    response.write(body, () => response.socket?.end());
    return;
  }
  const size = Math.max(1, Math.ceil(body.length / 8));
  for (let from = 0; from < body.length; from += size) {
    response.write(body.subarray(from, from + size));
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  response.end();
}

/** How the client ended; it and all that it started are ended when its time is over. */
async function ended(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly result: string; readonly stdout: string; readonly stderr: string }> {
  const client = spawn('sh', ['-c', `exec ${command} "$@"`, 'sh', ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  let over = '';
  const kill = (why: string): void => {
    over ||= why;
    try {
      if (client.pid !== undefined) process.kill(-client.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  const late = setTimeout(() => kill(`nothing within ${PATIENCE_MS / 1000} seconds`), PATIENCE_MS);
  for (const name of ['stdout', 'stderr'] as const)
    client[name].on('data', (piece: Buffer) => {
      if (texts[name].length + piece.length > MOST_BYTES) kill('more output than is read');
      else texts[name] += piece.toString();
    });
  const stop = (): void => {
    kill('interrupted');
    process.exit(2);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  try {
    const [status] = await once(client, 'close');
    kill('');
    return { ...texts, result: over || (status === 0 ? 'success' : status === null ? 'nothing' : 'failure') };
  } finally {
    clearTimeout(late);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
  }
}

/** Whether a command line of this machine's processes has it; where they can be read. */
async function holdsInProcesses(holds: (text: string) => boolean): Promise<boolean> {
  const all = await readdir('/proc').catch(() => []);
  for (const pid of all.filter((name) => /^\d+$/.test(name)))
    if (holds(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))) return true;
  return false;
}

async function holdsInFiles(folder: string, holds: (text: string) => boolean): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && holds(await readFile(join(entry.parentPath, entry.name), 'latin1').catch(() => '')))
      return true;
  return false;
}

/** `node play.mjs exchange.json`; the client's command stands in CLIENT. All lines go to standard error. */
export async function main([file = 'exchange.json']: readonly string[]): Promise<void> {
  try {
    const { operations, compared }: ClientExchange = JSON.parse(await readFile(file, 'utf8'));
    const lines = await playClient({ operations }, process.env.CLIENT ?? '');
    const told = lines.filter((line) => compared.length === 0 || compared.includes(line.slice(0, line.indexOf(': '))));
    process.stderr.write(lines.map((line) => `${line}\n`).join(''));
    process.stdout.write(told.map((line) => `${line}\n`).join(''));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
