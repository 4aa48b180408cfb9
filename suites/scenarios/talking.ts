/** Talks over connections without HTTP, of clients and of services. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import type { ScenarioService, ScenarioSession, TextOrPattern, Utterance } from './scenario.js';
import type { RunningUpstream } from './upstreams.js';

const DEADLINE_MS = 10_000;

/** What arrives at one side of a connection. */
class Arriving {
  readonly #socket: Socket;
  #text = '';
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    const end = (): void => {
      this.#ended = true;
      this.#wake();
    };
    socket.on('data', (bytes: Buffer) => {
      this.#text += bytes.toString('latin1');
      this.#wake();
    });
    socket.on('end', end).on('error', end).on('close', end);
  }

  /** Takes what arrives, as Latin-1, as soon as it is enough, or the other side has ended. */
  async take(lengthOf: (text: string) => number | undefined): Promise<string> {
    for (;;) {
      const length = lengthOf(this.#text) ?? (this.#ended ? this.#text.length : undefined);
      if (length === undefined) await this.#more();
      else {
        const taken = this.#text.slice(0, length);
        this.#text = this.#text.slice(length);
        return taken;
      }
    }
  }

  async #more(): Promise<void> {
    const late = new AbortController();
    const more = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const deadline = wait(DEADLINE_MS, undefined, { signal: late.signal }).then(() => {
      throw new Error(`nothing arrived within ${DEADLINE_MS} ms, and before that ${JSON.stringify(this.#text)}`);
    });
    try {
      await Promise.race([more, deadline]);
    } catch (error) {
      this.#socket.destroy();
      throw error;
    } finally {
      late.abort();
    }
  }
}

/** One turn of a talk; what was wrong with it, or nothing. */
async function turn(utterance: Utterance, socket: Socket, arriving: Arriving): Promise<string | undefined> {
  if ('send' in utterance) return void socket.write(utterance.send);
  if ('echo' in utterance) return echo(socket, arriving);
  if ('end' in utterance) return void socket.end();
  const wanted = 'receive' in utterance ? utterance.receive : '';
  const taken = await arriving.take('receive' in utterance ? enough(wanted) : () => undefined);
  const text = Buffer.from(taken, 'latin1').toString();
  const isRight = typeof wanted === 'string' ? text === wanted : whole(wanted).test(text);
  return isRight ? undefined : `${JSON.stringify(text)} arrived instead of ${JSON.stringify(wanted)}`;
}

async function echo(socket: Socket, arriving: Arriving): Promise<undefined> {
  for (;;) {
    const piece = await arriving.take(({ length }) => (length > 0 ? length : undefined));
    if (piece === '') return;
    socket.write(piece, 'latin1');
  }
}

const whole = ({ matches }: { readonly matches: string }): RegExp => new RegExp(`^(?:${matches})$`);

function enough(wanted: TextOrPattern): (text: string) => number | undefined {
  if (typeof wanted !== 'string') return (text) => (whole(wanted).test(text) ? text.length : undefined);
  const length = Buffer.byteLength(wanted);
  return (text) => (text.length >= length ? length : undefined);
}

async function talked(talk: readonly Utterance[], socket: Socket): Promise<readonly string[]> {
  const arriving = new Arriving(socket);
  for (const [at, utterance] of talk.entries())
    try {
      const complaint = await turn(utterance, socket, arriving);
      if (complaint !== undefined) return [`turn ${at + 1}: ${complaint}`];
    } catch (error) {
      return [`turn ${at + 1}: ${error instanceof Error ? error.message : error}`];
    }
  return [];
}

/** A client's session; what was wrong with it. */
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
