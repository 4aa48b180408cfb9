import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { codeOf } from '../../host/support/system-errors.js';
import type { Address } from '../core/listen.js';

/** Why data no longer arrives from an upstream, or no longer reaches it. */
export type UpstreamFailure =
  | { readonly kind: 'ended' | 'timed out' | 'left' }
  /** The client left during its body. */
  | { readonly kind: 'cut off' }
  /** The client's request turned out to be invalid while it was forwarded. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** The system's error code. */
  | { readonly kind: 'error'; readonly code: string }
  /** The log message for a failed handshake. */
  | { readonly kind: 'tls'; readonly message: string };

/** Adds TLS to a new connection. */
export type Secure = (socket: Socket) => Promise<Socket | UpstreamFailure>;

/** A connection to an upstream server. It reads only on request. */
export class UpstreamConnection {
  readonly #socket: Socket;
  readonly opened = Date.now();
  /** Requests that were sent over it. */
  requests = 0;
  /** Whether more of a request will be sent over it. */
  isBusy = false;
  /** Bytes that were read and put back. */
  #returned: Buffer | undefined;
  #failure: UpstreamFailure | undefined;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', (error) => this.fail({ kind: 'error', code: codeOf(error) }));
    for (const event of ['readable', 'end', 'close']) socket.on(event, () => this.#wake());
  }

  /** Whether no unexpected data has arrived. */
  get isQuiet(): boolean {
    const { destroyed, readableEnded, readableLength } = this.#socket;
    return this.#returned === undefined && !destroyed && !readableEnded && readableLength === 0;
  }

  /** Bytes of all requests over it. */
  get bytesSent(): number {
    return this.#socket.bytesWritten;
  }

  get socket(): Socket {
    return this.#socket;
  }

  /** The next data, or why there is none. */
  async read(withinMs: number): Promise<Buffer | UpstreamFailure> {
    const cancel = afterSilence(withinMs, () => this.fail({ kind: 'timed out' }));
    try {
      for (;;) {
        const part: Buffer | null = this.#returned ?? this.#socket.read();
        this.#returned = undefined;
        if (part !== null) return part;
        if (this.#failure !== undefined) return this.#failure;
        if (this.#socket.readableEnded || this.#socket.destroyed) return { kind: 'ended' };
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      cancel();
    }
  }

  /** Puts back excess data. */
  unread(bytes: Buffer): void {
    if (bytes.length > 0) this.#returned = bytes;
  }

  /** Sends bytes. If the other side accepts none of them for that long, reading fails, too. */
  async write(bytes: Buffer, withinMs: number): Promise<void> {
    const piece = 64 * 1024;
    for (let at = 0; at < bytes.length && this.#socket.writable; at += piece) {
      const timer = setTimeout(() => this.fail({ kind: 'timed out' }), withinMs);
      await new Promise<void>((resolve) => {
        this.#socket.once('close', resolve);
        this.#socket.write(bytes.subarray(at, at + piece), () => {
          this.#socket.off('close', resolve);
          resolve();
        });
      });
      clearTimeout(timer);
    }
  }

  /** Makes reading fail. */
  fail(failure: UpstreamFailure): void {
    this.#failure ??= failure;
    this.#wake();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Watches an idle connection: `drop` is called when it ends, sends data, or waits too long. Returns a function that stops watching. */
  rest(withinMs: number, drop: () => void): () => void {
    const timer = setTimeout(drop, withinMs);
    const look = () => {
      this.#socket.read(0);
      if (!this.isQuiet) drop();
    };
    const events = ['readable', 'end', 'close'];
    for (const event of events) this.#socket.on(event, look);
    return () => {
      clearTimeout(timer);
      for (const event of events) this.#socket.off(event, look);
    };
  }
}

/**
 * Does something after a time, unless data that has arrived by then cancels it: scripts may have kept this thread busy. Returns a function
 * that cancels it.
 */
export function afterSilence(withinMs: number, act: () => void): () => void {
  let last: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    last = setImmediate(act);
  }, withinMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}

/** Parameters of a connection. */
export interface ConnectOptions {
  readonly address: Address;
  readonly withinMs: number;
  readonly secure: Secure | undefined;
  /** Called with the socket once it is connected, before it is encrypted. */
  readonly connected?: (socket: Socket) => void;
  /** The local address, if the system does not choose it. */
  readonly binding?: Pick<TcpNetConnectOpts, 'localAddress' | 'localPort'> | undefined;
  /** Receives a function that aborts, while the connection is being made. */
  readonly setAbort?: (abort: () => void) => void;
}

/** A failed attempt to connect; `isSecuring` if the handshake failed. */
export interface NoConnection {
  readonly failure: UpstreamFailure;
  readonly isSecuring: boolean;
}

/** Connects a socket to an upstream server, and encrypts it if requested. */
export async function connectedSocket(options: ConnectOptions): Promise<Socket | NoConnection> {
  const { address, binding, secure, withinMs, setAbort = () => undefined } = options;
  const to = address.kind === 'tcp' ? { host: address.host, port: address.port, ...binding } : { path: address.path };
  const socket = connect({ ...to, allowHalfOpen: true, noDelay: true });
  const failure = await whenSettled(socket, 'connect', withinMs, setAbort);
  if (failure !== undefined) return { failure, isSecuring: false };
  options.connected?.(socket);
  if (secure === undefined) return socket;
  const cancel = afterSilence(withinMs, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
  const secured = await secure(socket);
  cancel();
  return 'kind' in secured ? { failure: secured, isSecuring: true } : secured;
}

/** Waits for an event; a failure leaves the socket destroyed. */
function whenSettled(
  socket: Socket,
  event: string,
  withinMs: number,
  setAbort: (abort: () => void) => void,
): Promise<UpstreamFailure | undefined> {
  return new Promise((resolve) => {
    const settle = (failure?: UpstreamFailure) => {
      cancel();
      if (failure !== undefined) socket.destroy();
      resolve(failure);
    };
    const cancel = afterSilence(withinMs, () => settle({ kind: 'timed out' }));
    setAbort(() => settle({ kind: 'left' }));
    socket.once('error', (error) => settle({ kind: 'error', code: codeOf(error) }));
    socket.once(event, () => settle());
  });
}
