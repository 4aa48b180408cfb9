import type { Duplex } from 'node:stream';
import type { Flow } from '../../host/stream/output.js';
import type { StreamDecision } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { answered } from '../../host/support/phases.js';
import { codeOf, systemError } from '../../host/support/system-errors.js';
import { passedBytes } from '../logging/log-line.js';
import { closeWhenSent } from './closing.js';
import { bufferSize, halfClose, proxyTimeout } from './relay-settings.js';

/**
 * Passes bytes on between the client of a session and an upstream that is connected, both ways through the session's
 * output, until one side ends. The session has its `upstream` by then. Never rejects; closes the upstream, not the client.
 */
export function relay(session: StreamSession, upstream: Duplex): Promise<StreamDecision> {
  return new Promise((resolve) => new Relay(session, upstream, resolve).start());
}

class Relay {
  readonly session: StreamSession;
  readonly #upstream: Duplex;
  readonly #upload: Pump;
  readonly #download: Pump;
  readonly #timer: NodeJS.Timeout;
  readonly #resolve: (decision: StreamDecision) => void;
  isOver = false;

  constructor(session: StreamSession, upstream: Duplex, resolve: (decision: StreamDecision) => void) {
    const { stream: client } = session.arrival;
    this.session = session;
    this.#upstream = upstream;
    this.#resolve = resolve;
    this.#upload = new Pump(this, 'upload', client, upstream);
    this.#download = new Pump(this, 'download', upstream, client);
    this.#timer = setTimeout(() => this.#timedOut(), proxyTimeout.of(session.block));
  }

  start(): void {
    const { session } = this;
    session.doing = 'proxying connection';
    session.writer.connect(this.#upstream);
    session.abort = (status) => this.end(status);
    const { preread } = session;
    if (preread !== undefined && !this.pass('upload', preread, false)) return;
    this.#upload.start();
    this.#download.start();
  }

  /** Sends bytes through the filters. Returns false where the session is over by that. */
  pass(flow: Flow, bytes: Buffer, last: boolean): boolean {
    const { session } = this;
    this.#timer.refresh();
    session.doing = flow === 'upload' ? 'proxying and sending to upstream' : 'proxying and sending to client';
    const isSent = session.output.write(flow, { bytes, last, flush: !last });
    session.doing = 'proxying connection';
    if (!isSent) this.end();
    return isSent;
  }

  /** Ends the session when a side has ended and what the other one still gets is sent. */
  endWhenSent(by: Pump): void {
    const [client, upstream] = [this.#upload, this.#download];
    const isOver = halfClose.of(this.session.block)
      ? client.isThrough && upstream.isThrough && client.isSent && upstream.isSent
      : (client.isThrough || upstream.isThrough) &&
        (client.isThrough || upstream.isSent) &&
        (upstream.isThrough || client.isSent);
    if (!isOver || this.isOver) return;
    this.#tellOfEnd(by === upstream ? 'upstream' : 'client');
    this.end();
  }

  #tellOfEnd(side: 'client' | 'upstream'): void {
    const { session } = this;
    session.log('info', `${side} disconnected${passedBytes(session.passedBytes)}`);
  }

  #timedOut(): void {
    this.session.logLine('info', 'connection timed out', systemError('ETIMEDOUT'));
    this.end();
  }

  end(status = 200): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#upload.stop();
    this.#download.stop();
    closeWhenSent(this.#upstream);
    this.session.status = status;
    if (this.session.upstream !== undefined) this.session.upstream.isClosed = true;
    this.#resolve(answered);
  }
}

/** One of the two flows. */
class Pump {
  readonly #relay: Relay;
  readonly #flow: Flow;
  readonly #from: Duplex;
  readonly #to: Duplex;
  /** Whether nothing more comes. */
  isThrough = false;
  #waits = false;

  constructor(relay: Relay, flow: Flow, from: Duplex, to: Duplex) {
    this.#relay = relay;
    this.#flow = flow;
    this.#from = from;
    this.#to = to;
  }

  /** Whether all was taken by the system. */
  get isSent(): boolean {
    return this.#to.writableLength === 0 || this.#to.destroyed;
  }

  start(): void {
    const from = this.#from;
    from.on('data', this.#take).on('end', this.#end).on('close', this.#end).on('error', this.#fail);
    this.#to.on('drain', this.#goOn);
    if (from.readableEnded || from.destroyed) this.#end();
  }

  stop(): void {
    this.#from.off('data', this.#take).off('end', this.#end).off('close', this.#end).pause();
    this.#to.off('drain', this.#goOn);
  }

  readonly #take = (chunk: Buffer): void => {
    const { session } = this.#relay;
    this.#count(chunk.length);
    // Filters get what a buffer of the proxy holds.
    const most = session.output === session.writer ? chunk.length : bufferSize.of(session.block);
    for (let at = 0; at < chunk.length && !this.#relay.isOver; at += most) {
      const part = most < chunk.length ? chunk.subarray(at, at + most) : chunk;
      if (!this.#relay.pass(this.#flow, part, false)) return;
    }
    if (!this.#to.writableNeedDrain) return;
    this.#waits = true;
    this.#from.pause();
  };

  #count(bytes: number): void {
    const { session } = this.#relay;
    if (this.#flow === 'upload') {
      session.received += bytes;
      return;
    }
    const { upstream } = session;
    if (upstream === undefined) return;
    upstream.bytesReceived += bytes;
    upstream.firstByteAt ??= Date.now();
  }

  readonly #goOn = (): void => {
    if (!this.#waits) return;
    this.#waits = false;
    this.#from.resume();
  };

  readonly #fail = (error: Error): void => {
    const { session } = this.#relay;
    if (this.#relay.isOver || codeOf(error) === 'EPIPE') return;
    const side = this.#flow === 'upload' ? 'client' : 'upstream';
    session.doing = `proxying and reading from ${side}`;
    session.logLine(side === 'client' ? 'info' : 'error', 'recv() failed', systemError(codeOf(error)));
    session.doing = 'proxying connection';
  };

  readonly #end = (): void => {
    if (this.isThrough || this.#relay.isOver) return;
    this.isThrough = true;
    if (!this.#relay.pass(this.#flow, Buffer.alloc(0), true)) return;
    if (!this.isSent) this.#to.once('finish', () => this.#relay.endWhenSent(this));
    if (!this.isSent || halfClose.of(this.#relay.session.block)) this.#to.end();
    this.#relay.endWhenSent(this);
  };
}
