/** Plain TCP connections, opened or accepted by us, for conversations that are no HTTP exchange. */
import { createSocket, type Socket as DatagramSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Connection, Peer } from '../language/partners.js';
import { AttentiveTimer, type WaitLimit } from './attention.js';

/** A wait for a partner exceeded its limit. */
export class WaitTimedOut extends Error {
  readonly afterMs: number;
  constructor(what: string, afterMs: number) {
    super(`${what} within ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

/** The result of a promise, unless it takes longer than that. */
async function within<T>({ deadlineMs, starved }: WaitLimit, what: string, promise: Promise<T>): Promise<T> {
  let timer: AttentiveTimer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = new AttentiveTimer(deadlineMs, () => reject(new WaitTimedOut(what, deadlineMs)), starved);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer?.cancel();
  }
}

/** Connects to a port of this machine. Rejects with the system's error if nothing listens there. */
export async function openConnection(port: number, patience: WaitLimit, from?: string): Promise<TcpConnection> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from, allowHalfOpen: true });
  const connection = new TcpConnection(socket, patience);
  await within(patience, 'no connection', once(socket, 'connect'));
  return connection;
}

export class TcpConnection implements Connection {
  readonly #socket: Socket;
  readonly #patience: WaitLimit;
  readonly #pieces: Buffer[] = [];
  #over: 'ended' | 'reset' | undefined;
  #wake: () => void = () => undefined;

  constructor(socket: Socket, patience: WaitLimit) {
    this.#socket = socket;
    this.#patience = patience;
    socket.setNoDelay(true);
    socket.on('data', (piece: Buffer) => {
      this.#pieces.push(piece);
      this.#wake();
    });
    socket.on('end', () => this.#end('ended'));
    socket.on('error', () => this.#end('reset'));
    socket.on('close', () => this.#end('reset'));
  }

  async send(bytes: string | Uint8Array): Promise<void> {
    // The presence or absence of data shows whether the peer has closed already.
    if (this.#socket.writable) await new Promise<void>((done) => this.#socket.write(bytes, () => done()));
  }

  async end(): Promise<void> {
    if (this.#socket.writable) await new Promise<void>((done) => this.#socket.end(() => done()));
  }

  async next(): Promise<Buffer> {
    if (this.#pieces.length === 0 && this.#over === undefined) await this.#more();
    return this.#pieces.shift() ?? Buffer.alloc(0);
  }

  async rest(): Promise<{ readonly bytes: Buffer; readonly how: 'ended' | 'reset' }> {
    while (this.#over === undefined) await this.#more();
    return { bytes: Buffer.concat(this.#pieces.splice(0)), how: this.#over };
  }

  close(): void {
    this.#socket.destroy();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  #more(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return within(this.#patience, 'nothing arrived', woken);
  }

  #end(how: 'ended' | 'reset'): void {
    this.#over ??= how;
    this.#wake();
  }
}

/** A TCP server of ours on a port of its own, to which a host connects. It serves one trial at a time. */
export class PeerServer {
  readonly port: number;
  readonly #server: Server;
  readonly #datagrams: DatagramSocket | undefined;
  readonly #open = new Set<Socket>();
  readonly #waiting: Socket[] = [];
  /** Datagrams that are not answered yet. */
  readonly #early: (readonly [bytes: Buffer, from: RemoteInfo])[] = [];
  #answer: ((bytes: Buffer) => Uint8Array | undefined) | undefined;
  #taker: ((socket: Socket) => void) | undefined;

  constructor(server: Server, port: number, datagrams?: DatagramSocket) {
    this.#server = server;
    this.port = port;
    this.#datagrams = datagrams?.on('message', (bytes, from) => this.#heard(bytes, from));
    server.on('connection', (socket) => {
      this.#open.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#open.delete(socket));
      if (this.#taker === undefined) this.#waiting.push(socket);
      else this.#taker(socket);
    });
  }

  /** With `datagrams`, the port accepts those of UDP as well. */
  static async open(datagrams = false): Promise<PeerServer> {
    const server = createServer({ allowHalfOpen: true });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    if (!datagrams) return new PeerServer(server, port);
    const socket = await boundSocket(port);
    if (socket !== undefined) return new PeerServer(server, port, socket);
    server.close();
    return PeerServer.open(datagrams);
  }

  /** The peer as one trial uses it; `opened` is called with each connection, so that it is closed at the end. */
  partner(patience: WaitLimit, opened: (connection: Connection) => void): Peer {
    const connected = (socket: Socket): TcpConnection => {
      const connection = new TcpConnection(socket, patience);
      opened(connection);
      return connection;
    };
    return {
      accepted: async () => connected(await within(patience, 'no connection came', this.#next())),
      answering: (answer) => {
        let connections = 0;
        this.#take((socket) => {
          connections += 1;
          void answerOn(connected(socket), answer);
        });
        return { connections: () => connections };
      },
      datagrams: (answer) => {
        this.#answer = answer;
        for (const one of this.#early.splice(0)) this.#heard(...one);
      },
    };
  }

  /** Discards leftovers of a trial. */
  reset(): void {
    this.#taker = undefined;
    this.#answer = undefined;
    this.#early.length = 0;
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  /** A second call does nothing. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.reset();
    this.#datagrams?.close();
    const closed = once(this.#server, 'close');
    this.#server.close();
    // Half of a connection would stay open forever.
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #heard(bytes: Buffer, from: RemoteInfo): void {
    if (this.#answer === undefined) {
      this.#early.push([bytes, from]);
      return;
    }
    const answered = this.#answer(bytes);
    if (answered !== undefined) this.#datagrams?.send(answered, from.port, from.address);
  }

  #next(): Promise<Socket> {
    return new Promise((resolve) => {
      this.#take((socket) => {
        this.#taker = undefined;
        resolve(socket);
      });
    });
  }

  #take(taker: (socket: Socket) => void): void {
    this.#taker = taker;
    while (this.#taker !== undefined) {
      const socket = this.#waiting.shift();
      if (socket === undefined) return;
      this.#taker(socket);
    }
  }
}

/** A UDP socket at a port, unless another one has it. */
async function boundSocket(port: number): Promise<DatagramSocket | undefined> {
  const socket = createSocket('udp4');
  try {
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    return socket.on('error', () => undefined);
  } catch {
    socket.close();
    return undefined;
  }
}

async function answerOn(connection: TcpConnection, answer: (bytes: Buffer) => string | Uint8Array): Promise<void> {
  try {
    await connection.send(answer(await connection.next()));
    await connection.end();
  } catch (error) {
    if (!(error instanceof WaitTimedOut)) throw error;
  }
}
