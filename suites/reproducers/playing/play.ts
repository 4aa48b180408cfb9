/**
 * Plays an exchange with a server again, and prints what comes of each step. It stands in folders as `play.mjs`, where it has nothing
 * but Node: no module of ours is imported here, only types.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Bytes, Deed, Exchange, ExchangeStep, PathOf, Result } from './exchange.js';

/** What is printed of a step, if anything. */
export function lineOf(step: ExchangeStep, result: Result): string[] {
  if ('response' in result) {
    const { response } = result;
    if (step.do === 'request' && !step.tells) return [];
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
  if (step.do !== 'read' || step.matches === undefined) return [`the file holds ${JSON.stringify(result.content)}`];
  const [pattern, flags] = step.matches;
  const text = Buffer.from(result.content, 'latin1').toString();
  return [`the file holds what matches /${pattern}/${flags}: ${new RegExp(pattern, flags).test(text)}`];
}

/** What a response says of its host alone differs from host to host, and from second to second. */
const withoutHost = (bytes: Bytes): string => bytes.replace(/^(Date|Server): [^\r\n]*/gim, '$1: …');

/** Milliseconds that each wait may take. */
const PATIENCE_MS = 5_000;

export class Late extends Error {}

async function within<T>(what: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`no answer within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([what, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection with what has arrived on it. */
class Line {
  readonly socket: Socket;
  readonly pieces: Buffer[] = [];
  over: 'ended' | 'reset' | undefined;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    const over = (how: 'ended' | 'reset') => (): void => {
      this.over ??= how;
      this.#wake();
    };
    socket.on('data', (piece: Buffer) => {
      this.pieces.push(piece);
      this.#wake();
    });
    socket.on('end', over('ended')).on('error', over('reset')).on('close', over('reset'));
  }

  async next(): Promise<Buffer> {
    if (this.pieces.length === 0 && this.over === undefined) await this.#more();
    return this.pieces.shift() ?? Buffer.alloc(0);
  }

  async rest(): Promise<Buffer> {
    while (this.over === undefined) await this.#more();
    return Buffer.concat(this.pieces.splice(0));
  }

  #more(): Promise<void> {
    return within(
      new Promise<void>((resolve) => {
        this.#wake = resolve;
      }),
    );
  }
}

const isChunked = (head: string): boolean => /^transfer-encoding:.*chunked/im.test(head);

/** Head and body; there is no body as long as the head goes on. */
function partsOf(all: Buffer): readonly [head: string, body: string | undefined] {
  const text = all.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? [text, undefined] : [text.slice(0, end), text.slice(end + 4)];
}

/** Whether a response is over before its connection is: a server may keep it. */
export function isWhole(all: Buffer, isOfHead: boolean): boolean {
  const [head, body] = partsOf(all);
  if (body === undefined) return false;
  if (isOfHead || /^HTTP\/1\.[01] (204|304)/.test(head)) return true;
  if (isChunked(head)) return /(^|\r\n)0\r\n(\S.*\r\n)*\r\n$/.test(body);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return length !== undefined && body.length >= Number(length);
}

/** Status and body; a body in chunks is put together. */
export function readResponse(all: Buffer): { status: number; body: Bytes } | 'closed' {
  if (all.length === 0) return 'closed';
  const [head, body = ''] = partsOf(all);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, body: isChunked(head) ? unchunked(body) : body };
}

function unchunked(body: string): string {
  let rest = body;
  let whole = '';
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || !(size > 0)) return whole;
    whole += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 2 + size + 2);
  }
}

/** Where the server listens, and where we do. */
class Player {
  readonly #ports: ReadonlyMap<string, number>;
  readonly #lines = new Map<number, Line>();
  readonly #peers = new Map<string, { readonly server: Server; readonly waiting: Socket[] }>();
  readonly #counts = new Map<string, number>();
  readonly #responses: ({ status: number; body: Bytes } | 'closed')[] = [];
  #opened = 0;
  #asked = 0;

  constructor(ports: ReadonlyMap<string, number>) {
    this.#ports = ports;
  }

  async listen(peer: string): Promise<void> {
    if (this.#peers.has(peer)) return;
    const waiting: Socket[] = [];
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      waiting.push(socket.on('error', () => undefined));
      server.emit('taken');
    });
    this.#peers.set(peer, { server, waiting });
    await once(server.listen(this.#ports.get(peer), '127.0.0.1'), 'listening');
  }

  close(): void {
    for (const { socket } of this.#lines.values()) socket.destroy();
    for (const { server, waiting } of this.#peers.values()) {
      server.close();
      for (const socket of waiting) socket.destroy();
    }
  }

  /** Gives the result of a deed, if it has one. */
  async perform(deed: Deed): Promise<Result | undefined> {
    switch (deed.do) {
      case 'connect':
        return this.#connected(++this.#opened, this.#opening(deed.to, deed.from));
      case 'accept':
        return this.#connected(++this.#opened, within(this.#taken(deed.peer)));
      case 'send':
        return this.#write(deed.on, deed.bytes);
      case 'end':
        return void this.#line(deed.on).socket.end();
      case 'close':
        return void this.#line(deed.on).socket.destroy();
      case 'reset':
        return void this.#line(deed.on).socket.resetAndDestroy();
      case 'answer':
        return void this.#answer(deed.peer, deed.answers);
      case 'request':
        return this.#request(deed.bytes);
      case 'next':
        return { bytes: (await this.#line(deed.on).next()).toString('latin1') };
      case 'rest': {
        const line = this.#line(deed.on);
        return { bytes: (await line.rest()).toString('latin1'), how: line.over ?? '' };
      }
      case 'count':
        return { count: this.#counts.get(deed.peer) ?? 0 };
      case 'exists':
        return { exists: existsSync(this.#path(deed.path)) };
      case 'held':
        return { held: await heldOn(this.#path(deed.path)) };
      case 'read':
        return { content: await readFile(this.#path(deed.path), 'latin1') };
      case 'log':
        return { lines: scriptLines(await readFile('error.log', 'utf8')) };
    }
  }

  #line(number: number): Line {
    const line = this.#lines.get(number);
    if (line === undefined) throw new Error(`there is no connection ${number}`);
    return line;
  }

  async #write(number: number, bytes: Bytes): Promise<undefined> {
    const { socket } = this.#line(number);
    // A server that has closed already is detected by what arrives, or does not.
    if (socket.writable) await new Promise<void>((done) => socket.write(bytes, 'latin1', () => done()));
  }

  #path(path: PathOf): string {
    if (typeof path === 'string') return path;
    const response = this.#responses[path.response - 1];
    return response === undefined || response === 'closed' ? '' : Buffer.from(response.body, 'latin1').toString();
  }

  async #request(bytes: Bytes): Promise<Result> {
    const number = this.#asked++;
    const line = new Line(await this.#opening('http'));
    let all = Buffer.alloc(0);
    try {
      line.socket.write(bytes, 'latin1');
      while (!isWhole(all, bytes.startsWith('HEAD '))) {
        const piece = await line.next();
        if (piece.length === 0) break;
        all = Buffer.concat([all, piece]);
      }
    } finally {
      line.socket.destroy();
    }
    const response = readResponse(all);
    this.#responses[number] = response;
    return { response };
  }

  async #connected(number: number, socket: Promise<Socket>): Promise<undefined> {
    this.#lines.set(number, new Line(await socket));
  }

  async #opening(to: string, from?: string): Promise<Socket> {
    const port = this.#ports.get(to) ?? 0;
    const socket = connect({ host: '127.0.0.1', port, localAddress: from, allowHalfOpen: true });
    await within(once(socket, 'connect'));
    return socket;
  }

  /** All peers listen before the first step. */
  async #taken(name: string): Promise<Socket> {
    const peer = this.#peers.get(name);
    if (peer === undefined) throw new Error(`there is no peer ${name}`);
    while (peer.waiting.length === 0) await once(peer.server, 'taken');
    return peer.waiting.shift() ?? this.#taken(name);
  }

  async #answer(peer: string, answers: readonly (readonly [to: Bytes, with_: Bytes])[]): Promise<void> {
    for (;;) {
      const line = new Line(await this.#taken(peer));
      this.#counts.set(peer, (this.#counts.get(peer) ?? 0) + 1);
      void line.next().then(
        (bytes) => {
          const [, answer = ''] = answers.find(([to]) => to === bytes.toString('latin1')) ?? answers[0] ?? [];
          line.socket.end(answer, 'latin1');
        },
        () => undefined,
      );
    }
  }
}

async function heldOn(path: string): Promise<number> {
  const linksOf = async (folder: string): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).map((name) => `${folder}/${name}`);
  const links = await Promise.all((await linksOf('/proc')).map((program) => linksOf(`${program}/fd`)));
  const held = await Promise.all(links.flat().map((link) => readlink(link).catch(() => '')));
  const own = await realpath(path);
  return held.filter((one) => one === own).length;
}

/** `2026/01/01 00:00:00 [error] 1#1: *1 js: TEXT, client: …` as `error: TEXT`; a line that begins otherwise belongs to the one before. */
export const scriptLines = (log: string): string[] =>
  log
    .replace(/\n$/, '')
    .split(/\n(?=\d+\/\d+\/\d+ [\d:]+ \[)/)
    .flatMap((message) => {
      const [, level, text = ''] = /^[\d/]+ [\d:]+ \[(\w+)\] [\d#]+: (?:\*\d+ )?js: (.*)$/s.exec(message) ?? [];
      return level === undefined ? [] : [`${level}: ${text.replace(/, client: [^\n]*$/, '')}`];
    });

/** The lines of each step. Which of several like requests at the same time comes first is chance: their lines are in an order of their own. */
export function inOrder(
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

/** With what was waited for. */
function lateAt(step: Deed, { message }: Late): Late {
  if ('peer' in step) return new Late(`${message}: the server opens no connection to ${step.peer}`);
  return new Late(`${message}${'on' in step ? ` on connection ${step.on}` : ''}`);
}

/** What is printed when the steps are done. Rejects with `Late`, or with what the system says of connections. */
export async function play({ ports: names, steps }: Exchange, numbers: readonly number[]): Promise<string[]> {
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
              (result) => (result === undefined ? [] : lineOf(step, result)),
              (error: unknown) => Promise.reject(error instanceof Late ? lateAt(step, error) : error),
            );
      // Whoever waits for it is told of the error.
      done.catch(() => undefined);
      begun.push(done);
      if (!('meanwhile' in step)) await done;
    }
    return inOrder(steps, await Promise.all(begun)).flat();
  } finally {
    player.close();
  }
}

/** `node play.mjs exchange.json PORT…`; exit status 28 where there is no answer. */
export async function main([file = 'exchange.json', ...ports]: readonly string[]): Promise<void> {
  try {
    const lines = await play(JSON.parse(await readFile(file, 'utf8')), ports.map(Number));
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof Late ? 28 : 1);
  }
}
