import type { Socket } from 'node:net';
import { type ClientConnection, clientOf } from '../core/client.js';
import { ConnectionBody } from './connection-body.js';
import { type Head, readHead, versionNumber } from './head.js';
import { Input } from './input.js';
import { refusalOf, valuesOf } from './refusals.js';
import type { Arrival } from './request.js';
import { type HttpServer, serverFor } from './servers.js';
import type { HttpService } from './service.js';
import { HeldSink } from './sink.js';
import { type Ending, SocketSink } from './socket-sink.js';
import { requestTargetOf } from './uri.js';

/** Milliseconds that a connection may lie idle, and that a client may go on sending what nobody wants. */
const [idleMs, lingeringMs] = [75_000, 5000];

export interface HttpConnectionOptions {
  readonly servers: readonly [HttpServer, ...HttpServer[]];
  readonly service: HttpService;
  readonly number: number;
}

/** A client's connection. Its requests are read one after the other, each once the one before has its response. */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #options: HttpConnectionOptions;
  readonly #client: ClientConnection;
  readonly #input: Input;
  #requests = 0;
  #isIdle = true;
  #isLast = false;

  constructor(socket: Socket, options: HttpConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#client = clientOf(socket, options.number);
    this.#input = new Input(socket);
    // A client that leaves is no error of ours.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
  }

  /** Ends the connection once the request under way has its response; at once where none is. */
  finish(): void {
    this.#isLast = true;
    if (this.#isIdle) this.#socket.destroy();
  }

  /** Serves until either side ends the connection. */
  async serve(): Promise<void> {
    let ending: Ending = 'goes on';
    while (ending === 'goes on' && !this.#isLast) ending = await this.#next();
    if (ending === 'broken off') this.#socket.destroy();
    else await this.#linger();
  }

  /** Closing a connection with bytes unread would reset it, and the client might never see the response. */
  async #linger(): Promise<void> {
    this.#socket.end();
    const timer = setTimeout(() => this.#socket.destroy(), lingeringMs);
    while (await this.#input.more()) this.#input.take(this.#input.bytes.length);
    clearTimeout(timer);
    this.#socket.destroySoon();
  }

  async #next(): Promise<Ending> {
    this.#socket.setTimeout(idleMs);
    const read = await this.#head();
    if (read === undefined) return 'closes';
    this.#isIdle = false;
    this.#socket.setTimeout(0);
    if (typeof read === 'number') {
      this.#socket.write(this.#options.service.unreadable(read));
      return 'closes';
    }
    const ending = await this.#answer(read);
    this.#isIdle = true;
    return ending;
  }

  /** The next head, or the status by which it is refused; `undefined` where the client sends none. */
  async #head(): Promise<Head | number | undefined> {
    for (;;) {
      const read = readHead(this.#input.bytes.toString('latin1'));
      if (read.kind === 'refused') return read.status;
      if (read.kind === 'head') {
        this.#input.take(read.size);
        return read.head;
      }
      if (!(await this.#input.more())) return undefined;
    }
  }

  async #answer(head: Head): Promise<Ending> {
    const { servers, service } = this.#options;
    const socket = new SocketSink(this.#socket, head.httpVersion !== '0.9');
    const sink = new HeldSink(socket);
    const body = new ConnectionBody(this.#input, lengthOf(head), () => this.#continue(head));
    const target = requestTargetOf(head.writtenTarget);
    const refusal = refusalOf(head) ?? (target === undefined ? 400 : undefined);
    this.#requests += 1;
    const arrival: Arrival = {
      ...head,
      target: target ?? { uri: '/', args: '', unparsed: head.writtenTarget },
      body,
      server: serverFor(servers, valuesOf(head.headers, 'host')[0] ?? ''),
      client: this.#client,
      requestsOfClient: this.#requests,
      keepAlive: refusal === undefined && staysOpen(head),
      hold: () => sink.hold(),
    };
    if (refusal !== undefined) service.refuse(arrival, sink, refusal);
    else void service.serve(arrival, sink).then(() => body.isGone && this.#socket.destroy());
    const ending = await socket.ended;
    if (ending !== 'goes on') return ending;
    return (await body.skip()) ? 'goes on' : 'closes';
  }

  /** 100 Continue, which the client waits for before it sends a body. */
  #continue({ headers, httpVersion }: Head): void {
    const isExpected = valuesOf(headers, 'expect').some((value) => value.toLowerCase() === '100-continue');
    if (isExpected && versionNumber(httpVersion) > 1000) this.#socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  }
}

function lengthOf({ headers }: Head): number | 'chunked' {
  if (valuesOf(headers, 'transfer-encoding').length > 0) return 'chunked';
  return Number(valuesOf(headers, 'content-length')[0] ?? 0);
}

/** Whether the client allows that the connection stays open. */
function staysOpen({ headers, httpVersion }: Head): boolean {
  const connection = valuesOf(headers, 'connection').join();
  if (/close/i.test(connection) || httpVersion === '0.9') return false;
  return versionNumber(httpVersion) > 1000 || /keep-alive/i.test(connection);
}
