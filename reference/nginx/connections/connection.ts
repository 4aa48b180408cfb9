import type { Socket } from 'node:net';
import { HeadersIn } from '../../host/http/headers-in.js';
import { versionNumber } from '../../host/http/http-version.js';
import type { Arrival } from '../../host/http/request.js';
import type { HttpServer } from '../../host/http/server.js';
import { authorityOf } from '../../host/http/uri.js';
import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import { type ClientConnection, clientOf, type ProxyProtocolFacts } from '../../host/support/client.js';
import type { Downstream } from '../../host/support/downstream.js';
import type { Eventual } from '../../host/support/eventual.js';
import type { TlsFacts } from '../../host/support/tls-facts.js';
import type { HttpService } from '../http/service.js';
import { serverFor } from '../servers/servers.js';
import { refusedTls } from '../tls/verify.js';
import { ConnectionBody } from '../wire/connection-body.js';
import { socketDownstream } from '../wire/downstream.js';
import {
  type Head,
  type HeadExtent,
  type IncompleteHead,
  type ReadAhead,
  type ReadHead,
  type RefusedHead,
  readHead,
} from '../wire/head.js';
import { hostName } from '../wire/host-header.js';
import { ClientInput } from '../wire/input.js';
import { linger } from '../wire/lingering.js';
import { IdleTimer, type WaitReason } from '../wire/patience.js';
import { type RequestRefusal, refusalOf } from '../wire/refusals.js';
import { type Wire, wireOf } from '../wire/settings.js';
import { HeldSink } from '../wire/sink.js';
import { type ResponseEnd, SocketSink } from '../wire/socket-sink.js';

/** Facts about a connection besides its socket, before its first request. */
export interface ConnectionFacts {
  readonly number: number;
  /** The facts of the TLS handshake; `plain` if the client should use TLS and does not. */
  readonly tls?: TlsFacts | 'plain' | undefined;
  readonly proxied?: ProxyProtocolFacts | undefined;
}

interface HttpConnectionOptions extends ConnectionFacts {
  readonly servers: readonly [HttpServer, ...HttpServer[]];
  readonly service: HttpService;
  /** The address that it came to, as the configuration names it. */
  readonly listening: ByteString;
}

type CompleteHead = Exclude<ReadHead, IncompleteHead>;
type AcceptedHead = Extract<ReadHead, { readonly kind: 'head' }>;

/** The state in which a connection is counted. */
type ConnectionActivity = 'waiting' | 'reading' | 'writing';

/** The data of a head that can be answered. */
interface ReceivedHead {
  readonly head: Head;
  readonly headers: HeadersIn;
}

/** The parts of a request's data besides its head and its connection. */
type Rest = Required<Pick<Arrival, 'body' | 'server' | 'keepAlive' | 'bytesAhead' | 'hold'>> & Pick<Arrival, 'host'>;

/** A client's connection. Its requests are read one after the other, each once the previous one has its response. */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #options: HttpConnectionOptions;
  readonly #client: ClientConnection;
  readonly #input: ClientInput;
  readonly #patience: IdleTimer;
  readonly #first: HttpServer;
  /** The settings of the connection: first those of the server, then those of the block that answered last. */
  #wire: Wire;
  #requests = 0;
  /** The state in which it is counted. */
  #doing: ConnectionActivity = 'waiting';
  #isIdle = true;
  #isLast = false;
  /** The beginning of the next head, if it arrived together with the previous request. */
  #ahead: ReadAhead | undefined;
  #sink: SocketSink | undefined;
  #body: ConnectionBody | undefined;
  readonly #downstream: Downstream;

  constructor(socket: Socket, options: HttpConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    const { tls, number, proxied, listening } = options;
    this.#client = clientOf(socket, { number, tls: tls === 'plain' ? undefined : tls, proxied, listening });
    this.#input = new ClientInput(socket);
    this.#downstream = socketDownstream(socket, this.#input);
    this.#first = serverFor(options.servers, this.#client.tls?.serverName ?? '');
    this.#wire = wireOf(this.#first.block);
    this.#patience = new IdleTimer(socket, (reason) => this.#over(reason));
    options.service.connections.add({ accepted: 1, active: 1, waiting: 1 });
    socket.once('close', () => options.service.connections.add({ active: -1, [this.#doing]: -1 }));
    // A client that leaves is not an error.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sink?.close());
  }

  readonly #endsNow = (): boolean => this.#isLast;
  readonly #isGone = (): boolean => this.#socket.destroyed;

  /** Ends the connection once the current or first request has its response; immediately if it is idle between two requests. */
  finish(): void {
    this.#isLast = true;
    const isBetween = this.#isIdle && this.#requests > 0 && this.#input.bytes.length === 0;
    if (isBetween) this.#socket.destroy();
  }

  /** Serves until either side ends the connection. */
  async serve(): Promise<void> {
    let ending: ResponseEnd = 'stays open';
    while (ending === 'stays open' && !this.#isLast) {
      const coming = this.#head();
      const read = coming instanceof Promise ? await coming : coming;
      ending = read === undefined ? this.#left() : await this.#serve(read);
      this.#isIdle = true;
      if (ending === 'stays open') this.#does('waiting');
    }
    if (ending === 'aborted') this.#socket.destroy();
    else await linger(this.#socket, this.#input, this.#wire);
  }

  /** Handles a client that took too long. */
  #over(reason: WaitReason): void {
    this.#body?.timeOut();
    const isFirst = reason === 'request' && this.#requests === 0;
    if (reason === 'head' || reason === 'client' || isFirst)
      this.#note('client timed out (110: Connection timed out)', byteStringOf(this.#first.names[0] ?? ''));
    if (reason !== 'request' && this.#wire.resetTimedOut) this.#socket.resetAndDestroy();
    else this.#socket.destroy();
  }

  /** Counts the connection in another state. A request is counted from its first byte on. */
  #does(doing: ConnectionActivity): void {
    if (this.#doing === doing || this.#socket.destroyed) return;
    const isNew = this.#doing === 'waiting';
    this.#options.service.connections.add({ [this.#doing]: -1, [doing]: 1, requests: isNew ? 1 : 0 });
    this.#doing = doing;
  }

  #serve(read: CompleteHead): Promise<ResponseEnd> {
    this.#does('writing');
    this.#isIdle = false;
    this.#patience.end();
    this.#requests += 1;
    return read.kind === 'refused' ? this.#refuse(read) : this.#answer(read);
  }

  /** Handles a client that has closed the connection, or its half, while no request was in progress. */
  #left(): ResponseEnd {
    const { remoteAddress, listening } = this.#client;
    if (!this.#input.hasEnd) return 'closes';
    if (this.#requests > 0) this.#note(`client ${remoteAddress} closed keepalive connection`);
    else this.#note('client closed connection while waiting for request', listening);
    return 'closes';
  }

  #note(message: string, named?: ByteString): void {
    this.#options.service.note(this.#first, this.#client, message, named);
  }

  /** The next head, or why it cannot be read; `undefined` if the client sends none. */
  #head(): Eventual<CompleteHead | undefined> {
    const read = this.#readHead();
    return read.kind === 'incomplete' ? this.#rest(read) : read;
  }

  #readHead(): ReadHead {
    const read = readHead(this.#input.text(), this.#settingsFor, this.#ahead);
    if (read.kind === 'head') this.#input.pass(read.size);
    return read;
  }

  /** Waits for the rest of a head, even if none of it has arrived yet. */
  async #rest(begun: IncompleteHead): Promise<CompleteHead | undefined> {
    const { headerTimeout } = wireOf(this.#first.block);
    const idle = this.#requests === 0 ? headerTimeout : this.#wire.keepAliveTimeout.milliseconds;
    this.#patience.extend('request', idle);
    let deadline: NodeJS.Timeout | undefined;
    try {
      for (let read: ReadHead = begun; ; read = this.#readHead()) {
        if (read.kind !== 'incomplete') return read;
        const hasBegun = this.#input.bytes.length > 0;
        if (hasBegun) this.#does('reading');
        if (hasBegun) deadline ??= setTimeout(() => this.#over('head'), headerTimeout);
        if (await this.#input.more()) continue;
        return hasBegun && this.#input.hasEnd ? incompleteRefusal(read) : undefined;
      }
    } finally {
      clearTimeout(deadline);
    }
  }

  readonly #settingsFor = (host: string | undefined): Wire =>
    wireOf((host === undefined ? this.#first : serverFor(this.#options.servers, host)).block);

  /** Answers bytes that are not a valid request. */
  #refuse({ status, why, within, head, isSilent }: RefusedHead): Promise<ResponseEnd> {
    const place = within === 'line' && this.#ahead !== undefined ? 'pipelined request line' : `request ${within}`;
    const entry = { head, headers: new HeadersIn(head.headers) };
    const what = isSilent === true ? why : `sent ${why}`;
    const reason = { status, why: `client ${what} while reading client ${place}`, isSilent: isSilent === true };
    return this.#send(entry, reason);
  }

  #answer({ head, space }: AcceptedHead): Promise<ResponseEnd> {
    const entry = { head, headers: new HeadersIn(head.headers) };
    // A real host reads no further than its buffer.
    const held = Math.min(space, this.#input.bytes.length);
    return this.#send(entry, this.#refusal(entry), { space, held });
  }

  #refusal(entry: ReceivedHead): RequestRefusal | undefined {
    const { method, httpVersion } = entry.head;
    const refusal = refusalOf({ method, httpVersion, headers: entry.headers });
    return refusal === undefined
      ? undefined
      : { ...refusal, why: `client sent ${refusal.why} while reading client request headers` };
  }

  async #send(
    entry: ReceivedHead,
    reason: RequestRefusal | undefined,
    extent: HeadExtent = { space: 0, held: 0 },
  ): Promise<ResponseEnd> {
    const { head, headers } = entry;
    let end: (ending: ResponseEnd) => void = () => undefined;
    const ended = new Promise<ResponseEnd>((resolve) => {
      end = resolve;
    });
    const output = new SocketSink(this.#socket, this.#patience, head.httpVersion !== '0.9', end);
    this.#sink = output;
    const sink = new HeldSink(output);
    let bytesAhead = 0;
    const length = reason === undefined || reason.status === 405 ? lengthOf(headers) : 0;
    const body = new ConnectionBody(this.#input, length, extent, this.#patience, () => {
      bytesAhead += this.#continue(entry);
    });
    this.#body = body;
    const { host, server } = this.#serverOf(entry);
    const refusal = reason ?? refusedTls(this.#options.tls, server, this.#first);
    const keepAlive = refusal === undefined && staysOpen(entry);
    const rest: Rest = { body, server, host, keepAlive, bytesAhead: () => bytesAhead, hold: () => sink.hold() };
    const arrival = this.#arrivalOf(entry, rest);
    const serving = this.#options.service.serve(arrival, sink, refusal);
    const served = length === 0 ? serving : serving.then(() => void (body.isGone && this.#socket.destroy()));
    const ending = await ended;
    this.#wire = output.wire ?? this.#wire;
    if (ending === 'aborted') return ending;
    // Its handler may continue after the response, and the request is logged after that.
    await served;
    return this.#skipBody(body, extent, ending);
  }

  /** The server that answers a request, and the server name in the request. */
  #serverOf({ head, headers }: ReceivedHead): Pick<Arrival, 'server' | 'host'> {
    const host = hostName(authorityOf(head.writtenTarget) ?? headers.first('host') ?? '');
    return { host, server: host === undefined ? this.#first : serverFor(this.#options.servers, host) };
  }

  /** The data of a request. Each field is written out, because spread objects are slower to make and to read. */
  #arrivalOf({ head, headers }: ReceivedHead, { body, server, host, keepAlive, bytesAhead, hold }: Rest): Arrival {
    return {
      method: head.method,
      writtenTarget: head.writtenTarget,
      httpVersion: head.httpVersion,
      requestLine: head.requestLine,
      ignored: head.ignored,
      headSize: head.length,
      isPipelined: this.#ahead !== undefined,
      headers: headers.raw,
      headersIn: headers,
      target: head.target,
      body,
      server,
      host,
      client: this.#client,
      requestsOfClient: this.#requests,
      keepAlive,
      bytesAhead,
      hold,
      downstream: this.#downstream,
      isLast: this.#endsNow,
      isGone: this.#isGone,
    };
  }

  /** Reads past a body that was not requested, if the next request may follow. */
  async #skipBody(body: ConnectionBody, extent: HeadExtent, ending: ResponseEnd): Promise<ResponseEnd> {
    // A body that was not requested may arrive before the connection ends.
    if (ending === 'closes' && body.isRequested) return ending;
    const skipping = body.skip(this.#wire.lingeringTimeout);
    const isFinished = skipping instanceof Promise ? await skipping : skipping;
    this.#ahead = readAhead(body, extent);
    return isFinished ? ending : 'closes';
  }

  /** Sends 100 Continue, for which the client waits before it sends a body; returns the number of bytes. */
  #continue({ headers, head }: ReceivedHead): number {
    const isExpected = headers.first('expect')?.toLowerCase() === '100-continue';
    if (!isExpected || versionNumber(head.httpVersion) <= 1000) return 0;
    this.#socket.write(continueResponse);
    return continueResponse.length;
  }
}

/** The part of the next head that a real host has after reading a body. */
function readAhead({ readPast }: ConnectionBody, { space, held }: HeadExtent): ReadAhead | undefined {
  return readPast === 0 ? undefined : { bytes: readPast, space: space - held + readPast };
}

const continueResponse = 'HTTP/1.1 100 Continue\r\n\r\n';

/** A head whose client does not send the rest. */
function incompleteRefusal({ within, head }: IncompleteHead): RefusedHead {
  return { kind: 'refused', status: 400, within, why: 'prematurely closed connection', head, isSilent: true };
}

function lengthOf(headers: HeadersIn): number | 'chunked' {
  if (headers.first('transfer-encoding') !== undefined) return 'chunked';
  return Number(headers.first('content-length') ?? 0);
}

/** Whether the client allows that the connection stays open. */
function staysOpen({ headers, head }: ReceivedHead): boolean {
  const { httpVersion } = head;
  if (httpVersion === '0.9') return false;
  const connection = headers.has('connection') ? headers.all('connection').join() : '';
  if (connection === '') return versionNumber(httpVersion) > 1000;
  if (/close/i.test(connection)) return false;
  return versionNumber(httpVersion) > 1000 || /keep-alive/i.test(connection);
}
