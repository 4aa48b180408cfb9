/** Repeats an exchange with a server, and prints the result of each step. It is bundled as `play.mjs`, which needs only Node. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Connection, Peer } from '../../language/partners.js';
import { parseLog } from '../../targets/support/host/error-log.js';
import { files } from '../../targets/support/host/files.js';
import { openConnection, PeerServer, WaitTimedOut } from '../../wire/connection.js';
import { MalformedResponse } from '../../wire/parser.js';
import { ConnectionLost, ResponseDeadlineExceeded, WireConnection } from '../../wire/wire.js';
import type { ActionResult, Bytes, ExchangeStep, PathOf, PlayAction, PlayedExchange } from './exchange.js';

/** The lines of a step. */
export function stepLines(step: ExchangeStep, result: ActionResult): string[] {
  if ('response' in result) {
    const { response } = result;
    if (step.do === 'request' && !step.prints) return [];
    return [
      response === 'closed'
        ? 'closed without a response'
        : `status ${response.status}, body ${JSON.stringify(response.body)}`,
    ];
  }
  if ('bytes' in result) {
    const end = step.do === 'rest' && step.tellsEnd ? `, then ${result.how}` : '';
    const on = 'on' in step ? `connection ${step.on}` : 'connection';
    return [`${on} received ${JSON.stringify(withoutHost(result.bytes))}${end}`];
  }
  if ('count' in result) return [`connections to ${'peer' in step ? step.peer : 'the peer'}: ${result.count}`];
  if ('exists' in result) return [`the file exists: ${result.exists}`];
  if ('held' in result) return [`descriptors open on the file: ${result.held}`];
  if ('lines' in result) return result.lines.map((line) => `log: ${line}`);
  if (step.do !== 'read' || step.matches === undefined) return [`the file contains ${JSON.stringify(result.content)}`];
  const [pattern, flags] = step.matches;
  const text = Buffer.from(result.content, 'latin1').toString();
  return [`the file matches /${pattern}/${flags}: ${new RegExp(pattern, flags).test(text)}`];
}

/** Parts of a response that only describe its host differ from host to host, and from second to second. */
const withoutHost = (bytes: Bytes): string => bytes.replace(/^(Date|Server): [^\r\n]*/gim, '$1: …');

/** The limit of each wait. */
const PATIENCE = { deadlineMs: 5_000, starved: () => 0 };

/** A result did not come in time. */
class Late extends Error {}

const bytesOf = (text: Bytes): Buffer => Buffer.from(text, 'latin1');
const textOf = (bytes: Uint8Array): Bytes => Buffer.from(bytes).toString('latin1');

/** Performs actions on a server, by the numbers of its ports and of ours. */
class Player {
  readonly #ports: ReadonlyMap<string, number>;
  readonly #opened: Promise<Connection>[] = [];
  readonly #servers = new Map<string, { readonly server: PeerServer; readonly peer: Peer }>();
  readonly #counts = new Map<string, () => number>();
  readonly #bodies: Bytes[] = [];
  #requests = 0;

  constructor(ports: ReadonlyMap<string, number>) {
    this.#ports = ports;
  }

  async listen(name: string): Promise<void> {
    if (this.#servers.has(name)) return;
    const port = this.#ports.get(name) ?? 0;
    const listening = createServer({ allowHalfOpen: true });
    const server = new PeerServer(listening, port);
    await once(listening.listen(port, '127.0.0.1'), 'listening');
    this.#servers.set(name, { server, peer: server.partner(PATIENCE, () => undefined) });
  }

  async close(): Promise<void> {
    for (const one of await Promise.allSettled(this.#opened)) if (one.status === 'fulfilled') one.value.close();
    for (const { server } of this.#servers.values()) await server.close();
  }

  /** Returns the result of an action, if it has one. */
  async perform(deed: PlayAction): Promise<ActionResult | undefined> {
    switch (deed.do) {
      case 'connect':
        return this.#open(openConnection(this.#ports.get(deed.to) ?? 0, PATIENCE, deed.from));
      case 'accept':
        return this.#open(this.#peer(deed.peer).accepted());
      case 'send':
        return void (await (await this.#connection(deed.on)).send(bytesOf(deed.bytes)));
      case 'end':
        return void (await (await this.#connection(deed.on)).end());
      case 'close':
        return void (await this.#connection(deed.on)).close();
      case 'reset':
        return void (await this.#connection(deed.on)).reset();
      case 'answer':
        return this.#answer(deed.peer, deed.answers);
      case 'request':
        return this.#request(deed.bytes);
      case 'next':
        return { bytes: textOf(await (await this.#connection(deed.on)).next()) };
      case 'rest': {
        const { bytes, how } = await (await this.#connection(deed.on)).rest();
        return { bytes: textOf(bytes), how };
      }
      case 'count':
        return { count: this.#counts.get(deed.peer)?.() ?? 0 };
      case 'exists':
        return { exists: await files.exists(this.#path(deed.path)) };
      case 'held':
        return { held: await files.held(this.#path(deed.path)) };
      case 'read':
        return { content: textOf(await files.read(this.#path(deed.path))) };
      case 'log': {
        const lines = parseLog(await readFile('error.log', 'utf8')).filter(({ script }) => script);
        return { lines: lines.map(({ level, message }) => `${level}: ${message}`) };
      }
    }
  }

  /** Connections are numbered in the order of the requests for them. */
  async #open(connection: Promise<Connection>): Promise<undefined> {
    this.#opened.push(connection);
    await connection;
  }

  async #connection(number: number): Promise<Connection> {
    const connection = this.#opened[number - 1];
    if (connection === undefined) throw new Error(`there is no connection ${number}`);
    return connection;
  }

  #peer(name: string): Peer {
    const peer = this.#servers.get(name)?.peer;
    if (peer === undefined) throw new Error(`there is no peer ${name}`);
    return peer;
  }

  #path(path: PathOf): string {
    return typeof path === 'string' ? path : bytesOf(this.#bodies[path.response - 1] ?? '').toString();
  }

  #answer(peer: string, answers: readonly (readonly [to: Bytes, answer: Bytes])[]): undefined {
    const { connections } = this.#peer(peer).answering((bytes) => {
      const [, answer = ''] = answers.find(([to]) => to === textOf(bytes)) ?? answers[0] ?? [];
      return bytesOf(answer);
    });
    this.#counts.set(peer, connections);
  }

  async #request(bytes: Bytes): Promise<ActionResult> {
    const number = this.#requests++;
    const connection = new WireConnection({ host: '127.0.0.1', port: this.#ports.get('http') ?? 0 });
    const [method = ''] = bytes.split(' ', 1);
    try {
      const { status, body } = await connection.exchange(bytesOf(bytes), { ...PATIENCE, method });
      this.#bodies[number] = textOf(body);
      return { response: { status, body: textOf(body) } };
    } catch (error) {
      if (error instanceof ConnectionLost) return { response: 'closed' };
      if (error instanceof MalformedResponse) return { response: { status: 0, body: error.message } };
      throw error;
    } finally {
      connection.close();
    }
  }
}

/** The lines of each step. The order of answers to equal parallel requests is chance, so their lines are sorted. */
export function sortedSteps(
  steps: readonly ExchangeStep[],
  lines: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const ordered = [...lines];
  const alike = new Map<string, number[]>();
  for (const [i, step] of steps.entries())
    if (step.do === 'request' && step.meanwhile) alike.set(step.bytes, [...(alike.get(step.bytes) ?? []), i]);
  for (const places of alike.values()) {
    const sorted = places.map((place) => lines[place] ?? []).sort((a, b) => (a.join() < b.join() ? -1 : 1));
    for (const [i, place] of places.entries()) ordered[place] = sorted[i] ?? [];
  }
  return ordered;
}

/** With the subject of the wait. */
function lateAt(step: PlayAction, error: unknown): unknown {
  if (!(error instanceof WaitTimedOut || error instanceof ResponseDeadlineExceeded)) return error;
  const message = `no answer within ${PATIENCE.deadlineMs / 1000} seconds`;
  if ('peer' in step) return new Late(`${message}: the server opens no connection to ${step.peer}`);
  return new Late(`${message}${'on' in step ? ` on connection ${step.on}` : ''}`);
}

/** The output once the steps are done. Rejects with `Late`, or with the system's error for connections. */
export async function playExchange(
  { ports: names, steps }: PlayedExchange,
  numbers: readonly number[],
): Promise<string[]> {
  const player = new Player(new Map(names.map((name, i) => [name, numbers[i] ?? 0])));
  const begun: Promise<string[]>[] = [];
  try {
    for (const step of steps) if ('peer' in step) await player.listen(step.peer);
    for (const step of steps) {
      if (step.do === 'wait') await begun[step.for - 1];
      const done =
        step.do === 'wait'
          ? Promise.resolve([])
          : player.perform(step).then(
              (result) => (result === undefined ? [] : stepLines(step, result)),
              (error: unknown) => Promise.reject(lateAt(step, error)),
            );
      // The error reaches the code that waits for the step.
      done.catch(() => undefined);
      begun.push(done);
      if (!('meanwhile' in step)) await done;
    }
    return sortedSteps(steps, await Promise.all(begun)).flat();
  } finally {
    await player.close();
  }
}

/** `node play.mjs exchange.json PORT…`; exit status 28 without an answer. */
export async function main([file = 'exchange.json', ...ports]: readonly string[]): Promise<void> {
  try {
    const lines = await playExchange(JSON.parse(await readFile(file, 'utf8')), ports.map(Number));
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof Late ? 28 : 1);
  }
}
