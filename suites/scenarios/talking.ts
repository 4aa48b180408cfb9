/** Talks over connections without HTTP, of clients and of services. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { TcpConnection } from '../wire/connection.js';
import type { ScenarioService, ScenarioSession, TextOrPattern, Utterance } from './scenario.js';
import type { RunningUpstream } from './upstreams.js';

const PATIENCE = { deadlineMs: 10_000, starved: () => 0 };

/** The data that arrives at one side of a connection, as Latin-1. */
class Arriving {
  readonly #connection: TcpConnection;
  #text = '';

  constructor(connection: TcpConnection) {
    this.#connection = connection;
  }

  /** Takes the received data as soon as it is enough, or the other side has ended. */
  async take(lengthOf: (text: string) => number | undefined): Promise<string> {
    let isEnd = false;
    for (;;) {
      const length = lengthOf(this.#text) ?? (isEnd ? this.#text.length : undefined);
      if (length !== undefined) {
        const taken = this.#text.slice(0, length);
        this.#text = this.#text.slice(length);
        return taken;
      }
      const piece = await this.#next();
      isEnd = piece.length === 0;
      this.#text += piece.toString('latin1');
    }
  }

  async #next(): Promise<Buffer> {
    try {
      return await this.#connection.next();
    } catch (error) {
      this.#connection.close();
      throw new Error(
        `${error instanceof Error ? error.message : error}, and before that ${JSON.stringify(this.#text)}`,
      );
    }
  }
}

/** Performs one turn of a talk; returns its fault, or an empty text. */
async function turn(utterance: Utterance, connection: TcpConnection, arriving: Arriving): Promise<string> {
  if ('receive' in utterance) return received(utterance.receive, await arriving.take(enough(utterance.receive)));
  if ('ended' in utterance) return received('', await arriving.take(() => undefined));
  if ('send' in utterance) await connection.send(utterance.send);
  else if ('echo' in utterance) await echo(connection, arriving);
  else await connection.end();
  return '';
}

function received(wanted: TextOrPattern, taken: string): string {
  const text = Buffer.from(taken, 'latin1').toString();
  const isRight = typeof wanted === 'string' ? text === wanted : whole(wanted).test(text);
  return isRight ? '' : `${JSON.stringify(text)} arrived instead of ${JSON.stringify(wanted)}`;
}

async function echo(connection: TcpConnection, arriving: Arriving): Promise<void> {
  for (;;) {
    const piece = await arriving.take(({ length }) => (length > 0 ? length : undefined));
    if (piece === '') return;
    await connection.send(Buffer.from(piece, 'latin1'));
  }
}

const whole = ({ matches }: { readonly matches: string }): RegExp => new RegExp(`^(?:${matches})$`);

function enough(wanted: TextOrPattern): (text: string) => number | undefined {
  if (typeof wanted !== 'string') return (text) => (whole(wanted).test(text) ? text.length : undefined);
  const length = Buffer.byteLength(wanted);
  return (text) => (text.length >= length ? length : undefined);
}

async function talked(talk: readonly Utterance[], socket: Socket): Promise<readonly string[]> {
  const connection = new TcpConnection(socket, PATIENCE);
  const arriving = new Arriving(connection);
  for (const [at, utterance] of talk.entries())
    try {
      const complaint = await turn(utterance, connection, arriving);
      if (complaint !== '') return [`turn ${at + 1}: ${complaint}`];
    } catch (error) {
      return [`turn ${at + 1}: ${error instanceof Error ? error.message : error}`];
    }
  return [];
}

/** A client's session; returns its fault. */
export async function talkTo({ session, tls, talk }: ScenarioSession, path: string): Promise<readonly string[]> {
  const raw = connect({ path, allowHalfOpen: true });
  const socket = tls === undefined ? raw : connectSecurely({ socket: raw, servername: tls, rejectUnauthorized: false });
  try {
    await once(socket, tls === undefined ? 'connect' : 'secureConnect');
    return (await talked(talk, socket)).map((complaint) => `session with ${session}: ${complaint}`);
  } catch (error) {
    return [`session with ${session}: ${error instanceof Error ? error.message : error}`];
  } finally {
    raw.destroy();
  }
}

/** Starts a service at the path of a socket. */
export async function startService({ talk }: ScenarioService, path: string): Promise<RunningUpstream> {
  const complaints: string[] = [];
  const open = new Set<Socket>();
  let asked = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    asked += 1;
    open.add(socket);
    void talked(talk, socket).then((found) => {
      complaints.push(...found);
      socket.end();
    });
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    get asked() {
      return asked;
    },
    complaints,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
