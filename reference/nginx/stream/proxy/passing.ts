import { isIPv6, type Socket } from 'node:net';
import type { StreamDecision } from '../../../host/stream/phases.js';
import type { StreamSession } from '../../../host/stream/session.js';
import { byteStringOf } from '../../../host/support/byte-string.js';
import type { ClientConnection } from '../../../host/support/client.js';
import { systemError } from '../../../host/support/system-errors.js';
import { Datagrams } from '../../core/datagrams.js';
import { passedBytes } from '../../logging/log-line.js';
import { bindingOf, proxySettings } from '../../proxy/directives.js';
import { failureLine, type ProxyActivity } from '../../proxy/failures.js';
import { addressText } from '../../upstream/address.js';
import { connectedSocket, type NoConnection, type Secure } from '../../upstream/connection.js';
import { connectedDatagrams } from '../../upstream/datagrams.js';
import type { PeerSelection, UpstreamGroup } from '../../upstream/group.js';
import type { UpstreamPeer } from '../../upstream/peer.js';
import { relaySession } from '../relay.js';
import { sessionProxySettings } from './directives.js';
import { type SessionAttempt, SessionRecord } from './record.js';

/** The destination of a session. */
interface SessionDestination {
  readonly group: UpstreamGroup;
  readonly selection: PeerSelection;
  /** How connections are encrypted, if they are. */
  readonly secure: Secure | undefined;
}

const badGateway = { kind: 'refused', status: 502 } as const;

/** Tries one server after the other until a connection is open, and forwards the session over it. */
export class PassedSession {
  readonly #session: StreamSession;
  readonly #to: SessionDestination;
  readonly #record = new SessionRecord();
  readonly #started = Date.now();

  constructor(session: StreamSession, to: SessionDestination) {
    this.#session = session;
    this.#to = to;
    session.keep(this.#record);
  }

  async run(): Promise<StreamDecision> {
    for (;;) {
      this.#session.doing = 'connecting to upstream';
      const peer = this.#to.selection.next();
      if (peer === undefined) return this.#unserved();
      const decision = await this.#attempt(peer);
      if (decision !== 'next') return decision;
    }
  }

  #unserved(): StreamDecision {
    const { name } = this.#to.group;
    this.#session.upstream = passedTo(name);
    this.#session.logLine('error', 'no live upstreams');
    this.#record.next(name).ended = 0;
    return badGateway;
  }

  async #attempt(peer: UpstreamPeer): Promise<StreamDecision | 'next'> {
    const session = this.#session;
    const name = byteStringOf(addressText(peer.address));
    const attempt = this.#record.next(name);
    const upstream = passedTo(name);
    session.upstream = upstream;
    const connected = await (session.client.transport === undefined
      ? this.#connect(peer)
      : this.#connectDatagrams(peer));
    if ('failure' in connected) return this.#failed(peer, attempt, connected);
    attempt.connected = Date.now() - attempt.began;
    const { stream } = session.arrival;
    const decision = await (connected instanceof Datagrams && stream instanceof Datagrams
      ? relayDatagrams(session, stream, connected)
      : relaySession({ session, upstream: connected }));
    attempt.ended = Date.now() - attempt.began;
    attempt.received = upstream.bytesReceived;
    attempt.sent = upstream.bytesSent;
    // As on real hosts, an end without a byte counts, too.
    if (upstream.firstByteAt !== undefined) attempt.firstByte = upstream.firstByteAt - attempt.began;
    else if (connected.readableEnded) attempt.firstByte = attempt.ended;
    this.#to.selection.leave(peer, 'ok');
    return decision;
  }

  async #connect(peer: UpstreamPeer): Promise<Socket | NoConnection> {
    const session = this.#session;
    const { block, upstream } = session;
    const connected = await connectedSocket({
      address: peer.address,
      withinMs: proxySettings.connectTimeout.of(block),
      secure: this.#to.secure,
      binding: bindingOf(session),
      connected: (socket) => {
        if (sessionProxySettings.keepsAlive.of(block)) socket.setKeepAlive(true);
        if (!sessionProxySettings.sendsProxyHeader.of(block)) return;
        const header = proxyHeaderOf(session.client);
        socket.write(header);
        if (upstream !== undefined) upstream.bytesSent += header.length;
      },
    });
    if (!('failure' in connected)) {
      const { localAddress, localPort } = connected;
      const from = localAddress === undefined ? 'unix:' : `${localAddress}:${localPort}`;
      session.log('info', `proxy ${from} connected to ${addressText(peer.address)}`);
    }
    return connected;
  }

  async #connectDatagrams({ address }: UpstreamPeer): Promise<Datagrams | NoConnection> {
    const connected = await connectedDatagrams({ address, binding: bindingOf(this.#session) });
    if ('failure' in connected) return connected;
    this.#session.log('info', `udp proxy ${connected.from} connected to ${addressText(address)}`);
    return connected.datagrams;
  }

  /** Another server is tried if there is one and the configuration allows it. */
  #failed(peer: UpstreamPeer, attempt: SessionAttempt, { failure, isSecuring }: NoConnection): StreamDecision | 'next' {
    const doing: ProxyActivity = isSecuring ? 'SSL handshaking to upstream' : 'connecting to upstream';
    const call = peer.address.kind === 'unix' ? `connect() to ${addressText(peer.address)}` : 'connect()';
    const { level, message } = failureLine(failure, doing, call);
    const session = this.#session;
    session.doing = undefined;
    session.logLine(level, message);
    session.doing = doing;
    attempt.ended = Date.now() - attempt.began;
    if (this.#to.selection.leave(peer, 'failed')) session.logLine('warn', 'upstream server temporarily disabled');
    const limit = proxySettings.nextTimeout.of(session.block);
    const isInTime = limit === 0 || Date.now() - this.#started < limit;
    return this.#to.selection.tries > 0 && sessionProxySettings.triesNextUpstream.of(session.block) && isInTime
      ? 'next'
      : badGateway;
  }
}

/** Forwards datagrams until those of the client have the configured number of answers, or both sides are silent. */
function relayDatagrams(session: StreamSession, client: Datagrams, upstream: Datagrams): Promise<StreamDecision> {
  const each = sessionProxySettings.mostResponses.of(session.block);
  const isAnswered = () => upstream.got >= (each ?? 0) * client.got;
  const note = (end: string) => {
    const packets = `packets from/to client:${client.got}/${client.given}`;
    session.log('info', `udp ${end}, ${packets}${passedBytes(session.passedBytes)}`);
    return 200;
  };
  const timedOut = () => {
    if (isAnswered()) return note('timed out');
    session.logLine('error', 'upstream timed out', systemError('ETIMEDOUT'));
    return badGateway.status;
  };
  const relayed = relaySession({ session, upstream, timedOut });
  if (each === undefined) return relayed;
  const look = () => {
    if (isAnswered()) session.abort(note('done'));
  };
  upstream.on('data', look);
  if (each === 0) setImmediate(look);
  return relayed;
}

function passedTo(name: string): NonNullable<StreamSession['upstream']> {
  return { name, bytesSent: 0, bytesReceived: 0, firstByteAt: undefined };
}

/** The PROXY protocol header for a connection. */
function proxyHeaderOf({ remoteAddress, remotePort, localAddress, localPort }: ClientConnection): string {
  if (remoteAddress === 'unix:') return 'PROXY UNKNOWN\r\n';
  const family = isIPv6(remoteAddress) ? 6 : 4;
  return `PROXY TCP${family} ${remoteAddress} ${localAddress} ${remotePort || 0} ${localPort || 0}\r\n`;
}
