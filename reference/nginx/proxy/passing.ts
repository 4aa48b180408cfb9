import type { HttpDecision } from '../../host/http/phases.js';
import { redirected, redirectedToName } from '../../host/http/redirects.js';
import type { HttpRequest } from '../../host/http/request.js';
import { abandon } from '../../host/http/sending.js';
import { requestTargetOf } from '../../host/http/uri.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { answered } from '../../host/support/phases.js';
import { headerValues } from '../../host/support/raw-headers.js';
import { errorPages } from '../errors/directives.js';
import { addressText } from '../upstream/address.js';
import {
  type ConnectOptions,
  connectedSocket,
  UpstreamConnection,
  type UpstreamFailure,
} from '../upstream/connection.js';
import type { PeerOutcome } from '../upstream/group.js';
import type { UpstreamPeer } from '../upstream/peer.js';
import { bindingOf, type NextReason, proxySettings } from './directives.js';
import { failureLine, failureStatus, type ProxyActivity, reasonOf } from './failures.js';
import type { ProxyAttempt, UpstreamRecord } from './record.js';
import { type Incoming, relayResponse } from './relay.js';
import { isStreamed, streamBody } from './request-body.js';
import type { SentRequest } from './request-head.js';
import { headIn, type ResponseHeadIn } from './response-head.js';
import { actingHeader, applyKeptHeaders } from './response-headers.js';
import { tunnel } from './tunnel.js';
import type { PassDestination } from './upstreams.js';

/** How an attempt ended: with a decision about the request, or with a reason to try another server. */
type PassResult = { readonly decision: HttpDecision } | { readonly reason: NextReason };

/** The interim response with hints; clients that have not requested it do not get it. */
const earlyHints = 103;
const readingHead: ProxyActivity = 'reading response header from upstream';

/** Methods whose requests are not repeated unless the configuration allows it. */
const unsafe: ReadonlySet<string> = new Set(['POST', 'LOCK', 'PATCH']);

/** A server, and the attempt to get a response from it. */
interface PeerAttempt {
  readonly peer: UpstreamPeer;
  readonly attempt: ProxyAttempt;
  readonly began: number;
}

/** The parameters of a forwarded request. */
interface Passing extends PassDestination {
  readonly sent: SentRequest;
  readonly target: ByteString;
  readonly secure: ConnectOptions['secure'];
  readonly record: UpstreamRecord;
  /** Called for each connection while it is used. */
  readonly uses: (connection: UpstreamConnection) => void;
}

/** Tries one server after the other until the client has an answer. */
export class PassedRequest {
  readonly #request: HttpRequest;
  readonly #passing: Passing;
  readonly #started = Date.now();
  #abort: () => void = () => undefined;
  #isSent = false;
  #left = false;
  #isBodyDue = false;

  constructor(request: HttpRequest, passing: Passing) {
    this.#request = request;
    this.#passing = passing;
  }

  get #scheme(): string {
    return `${this.#passing.url.tls ? 'https' : 'http'}://`;
  }

  async run(): Promise<HttpDecision> {
    const watched = proxySettings.ignoreClientAbort.of(this.#request.block)
      ? undefined
      : this.#request.arrival.downstream;
    this.#isBodyDue = isStreamed(this.#request);
    const stop = watched?.onLeave(() => {
      this.#left = true;
      this.#leaveOff();
    });
    try {
      for (;;) {
        const ended = await this.#attempt();
        if (!('decision' in ended)) continue;
        if (ended.decision.kind !== 'redirected') this.#request.logContext.doing = 'sending to client';
        return ended.decision;
      }
    } finally {
      stop?.();
    }
  }

  /** Aborts when the client leaves. If it leaves during its body, the reader of the body notices it. */
  #leaveOff(): void {
    if (this.#left && !this.#isBodyDue) this.#abort();
  }

  async #attempt(): Promise<PassResult> {
    const { group, selection, record, target } = this.#passing;
    const peer = selection.next();
    if (peer === undefined) {
      this.#request.logContext.upstream = `${this.#scheme}${group.name}${target}`;
      this.#request.logLine('error', 'no live upstreams while connecting to upstream');
      Object.assign(record.next(group.name), { status: 502, ended: 0 });
      return { decision: { kind: 'refused', status: 502 } };
    }
    this.#request.logContext.upstream = `${this.#scheme}${addressText(peer.address)}${peer.address.kind === 'unix' ? ':' : ''}${target}`;
    const tried: PeerAttempt = { peer, attempt: record.next(peer.name), began: Date.now() };
    const ended = await this.#ask(tried);
    tried.attempt.ended = Date.now() - tried.began;
    return ended;
  }

  async #ask(tried: PeerAttempt): Promise<PassResult> {
    const { peer, attempt, began } = tried;
    const { group } = this.#passing;
    const { block } = this.#request;
    const pooled = await group.pool?.take(peer.name, block);
    const connection = pooled ?? (await this.#connect(tried));
    if (!('opened' in connection)) return connection;
    this.#passing.uses(connection);
    attempt.connected = Date.now() - began;
    const before = connection.bytesSent;
    const incoming = await this.#exchange(connection, tried, pooled !== undefined);
    if (!('head' in incoming)) {
      attempt.sent = connection.bytesSent - before;
      connection.close();
      return incoming;
    }
    attempt.headed = Date.now() - began;
    const ended = await this.#answer(incoming, peer);
    attempt.sent = connection.bytesSent - before;
    return ended;
  }

  async #connect(tried: PeerAttempt): Promise<UpstreamConnection | PassResult> {
    const { address } = tried.peer;
    const connected = await connectedSocket({
      address,
      withinMs: proxySettings.connectTimeout.of(this.#request.block),
      secure: this.#passing.secure,
      binding: bindingOf(this.#request),
      setAbort: (abort) => {
        this.#abort = abort;
        this.#leaveOff();
      },
    });
    if (!('failure' in connected)) return new UpstreamConnection(connected);
    const { failure, isSecuring } = connected;
    // A unix socket is connected immediately.
    if (failure.kind === 'left' && address.kind === 'unix')
      return this.#failed(tried, failure, 'sending request to upstream', '');
    const call = address.kind === 'unix' ? `connect() to ${addressText(address)}` : 'connect()';
    return this.#failed(tried, failure, isSecuring ? 'SSL handshaking to upstream' : 'connecting to upstream', call);
  }

  /** Sends the request and reads the head of the response. */
  async #exchange(
    connection: UpstreamConnection,
    tried: PeerAttempt,
    wasPooled: boolean,
  ): Promise<Incoming | PassResult> {
    const { attempt } = tried;
    const { block } = this.#request;
    this.#abort = () => connection.fail({ kind: 'left' });
    this.#leaveOff();
    connection.requests += 1;
    this.#write(connection);
    if (this.#isBodyDue)
      void streamBody(this.#request, connection).then((isWhole) => {
        this.#isBodyDue = !isWhole;
        this.#leaveOff();
      });
    this.#isSent = true;
    let bytes = Buffer.alloc(0);
    for (;;) {
      const read = await connection.read(proxySettings.readTimeout.of(block));
      if ('kind' in read) {
        const doing =
          read.kind === 'left' && bytes.length === 0
            ? 'sending request to upstream'
            : 'reading response header from upstream';
        // The server may have ended an idle connection in the meantime: that does not count as an attempt.
        if (wasPooled && read.kind !== 'timed out') this.#passing.selection.allow();
        return this.#failed(tried, read, doing, 'recv()');
      }
      attempt.received += read.length;
      bytes = Buffer.concat([bytes, read]);
      const found = headIn(bytes, proxySettings.bufferSize.of(block), this.#passing.sent.method === 'HEAD');
      if (typeof found === 'string') return this.#refused(tried, found);
      if (found === undefined) continue;
      if (found.head.status !== earlyHints) return { ...found, connection, attempt, record: this.#passing.record };
      attempt.status = found.head.status;
      connection.unread(found.early);
      bytes = Buffer.alloc(0);
    }
  }

  /** Data that cannot be sent immediately is sent while the host waits for the response. */
  #write(connection: UpstreamConnection): void {
    const { bytes, stored } = this.#passing.sent;
    const within = proxySettings.sendTimeout.of(this.#request.block);
    const head = connection.write(bytes, within);
    if (stored === undefined) return;
    connection.isBusy = true;
    const pieces = stored.pieces();
    void head.then(async () => {
      for (const piece of pieces) {
        if (!connection.socket.writable) break;
        await connection.write(piece, within);
      }
      connection.isBusy = false;
    });
  }

  /** Forwards a response, or does what it requests. */
  async #answer(incoming: Incoming, peer: UpstreamPeer): Promise<PassResult> {
    const { head, framing, connection, attempt, record } = incoming;
    const { selection } = this.#passing;
    // A response without a body can send nothing more that would be left unread.
    const isBodiless = framing.keepAlive && framing.length === 0;
    attempt.status ||= head.status;
    record.head = head;
    const reason = reasonOf(head.status);
    if (reason !== undefined && selection.tries > 1 && this.#mayRepeat(reason)) {
      connection.close();
      this.#leave(peer, reason === 'http_403' || reason === 'http_404' ? 'next' : 'failed', readingHead);
      return { reason };
    }
    const where = actingHeader(this.#request, head, 'X-Accel-Redirect');
    if (where !== undefined) {
      this.#release(incoming, peer, isBodiless);
      this.#leave(peer, 'ok', readingHead);
      return { decision: this.#redirected(head, where) };
    }
    this.#request.logContext.doing = readingHead;
    const instead = this.#intercepted(head);
    this.#release(incoming, peer, instead === undefined ? await this.#send(incoming) : isBodiless);
    this.#leave(peer, 'ok', readingHead);
    return { decision: instead ?? answered };
  }

  #release({ connection }: Incoming, peer: UpstreamPeer, isKept: boolean): void {
    const { pool } = this.#passing.group;
    if (isKept && pool !== undefined && !connection.isBusy) pool.keep(connection, peer.name, this.#request.block);
    else connection.close();
  }

  /** Returns whether the connection can be used again. */
  async #send(incoming: Incoming): Promise<boolean> {
    const isUpgrade = incoming.head.status === 101 && this.#request.headersIn.first('upgrade') !== undefined;
    if (incoming.headSize === 0) {
      this.#request.logLine('error', `upstream sent no valid HTTP/1.0 header while ${readingHead}`);
      this.#request.response.headless = true;
    }
    if (incoming.head.status !== 101) return relayResponse(this.#request, incoming);
    await tunnel(this.#request, incoming, isUpgrade);
    return false;
  }

  /** An error page of the host answers if the configuration prefers it. */
  #intercepted({ status, headers }: ResponseHeadIn): HttpDecision | undefined {
    const { block } = this.#request;
    const { headers: headersOut } = this.#request.response;
    const challenges = headerValues(headers, 'www-authenticate');
    if (status === 401) this.#request.response.challenges = challenges;
    if (!proxySettings.interceptErrors.of(block) || !errorPages.of(block).some((page) => page.status === status))
      return undefined;
    if (status === 401 && challenges.length > 0) headersOut.set('WWW-Authenticate', challenges);
    return { kind: 'refused', status };
  }

  /** The internal redirect that a response requests. */
  #redirected(head: ResponseHeadIn, text: ByteString): HttpDecision {
    applyKeptHeaders(this.#request, head);
    if (text.startsWith('@')) return redirectedToName(this.#request, text.slice(1));
    const target = requestTargetOf(text);
    if (target !== undefined) {
      if (this.#request.route.method !== 'HEAD') this.#request.route.method = 'GET';
      this.#request.route.hasArgs = text.includes('?');
      return redirected(this.#request, target);
    }
    this.#request.logLine('error', `unsafe URI "${text}" was detected while ${readingHead}`);
    return { kind: 'refused', status: 404 };
  }

  #refused(tried: PeerAttempt, complaint: string): PassResult {
    this.#request.logLine('error', `${complaint} while ${readingHead}`);
    return this.#next(tried, 'invalid_header', readingHead);
  }

  #failed(tried: PeerAttempt, failure: UpstreamFailure, doing: ProxyActivity, call: string): PassResult {
    const { peer } = tried;
    const { level, message } = failureLine(failure, doing, call);
    this.#request.logLine(level, message);
    if (failure.kind === 'refused') {
      this.#leave(peer, 'ok', doing);
      return { decision: { kind: 'refused', status: failure.status } };
    }
    if (failure.kind !== 'left' && failure.kind !== 'cut off')
      return this.#next(tried, failure.kind === 'timed out' ? 'timeout' : 'error', doing);
    this.#leave(peer, 'ok', readingHead);
    this.#request.response.status = failure.kind === 'left' ? 499 : 400;
    abandon(this.#request);
    return { decision: answered };
  }

  /** Another server is tried if that is allowed. */
  #next({ peer, attempt }: PeerAttempt, reason: NextReason, doing: ProxyActivity): PassResult {
    this.#leave(peer, 'failed', doing);
    attempt.status = failureStatus(reason);
    const goesOn = this.#passing.selection.tries > 0 && this.#mayRepeat(reason);
    return goesOn ? { reason } : { decision: { kind: 'refused', status: failureStatus(reason) } };
  }

  #leave(peer: UpstreamPeer, outcome: PeerOutcome, doing: ProxyActivity): void {
    if (this.#passing.selection.leave(peer, outcome))
      this.#request.logLine('warn', `upstream server temporarily disabled while ${doing}`);
    // As long as real hosts have the server's address, they separate the path from the socket's.
    this.#request.logContext.upstream = `${this.#scheme}${addressText(peer.address)}${this.#passing.target}`;
  }

  #mayRepeat(reason: NextReason): boolean {
    const { block } = this.#request;
    const { method } = this.#request.route;
    const reasons = proxySettings.nextUpstream.of(block);
    const limit = proxySettings.nextTimeout.of(block);
    if (this.#isSent && isStreamed(this.#request)) return false;
    if (reasons.has('off') || !reasons.has(reason)) return false;
    if (this.#isSent && unsafe.has(method) && !reasons.has('non_idempotent')) return false;
    return limit === 0 || Date.now() - this.#started < limit;
  }
}
