import type { Duplex } from 'node:stream';
import type { StreamDecision } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { answered } from '../../host/support/phases.js';
import { sizeOf } from '../../host/support/settings/values.js';
import { codeOf, systemError } from '../../host/support/system-errors.js';
import type { Flow } from '../../port/stream-session.js';
import { passedBytes } from '../logging/log-line.js';
import { closeWhenSent } from './closing.js';
import { streamSettings } from './directives.js';

const second = 1000;

interface RelayOptions {
  readonly session: StreamSession;
  readonly upstream: Duplex;
  /** Logs that both sides were silent for too long; returns the status of the session. */
  readonly timedOut?: () => number;
}

/**
 * Forwards bytes between the client of a session and a connected upstream, both ways through the session's output, until one side ends. The
 * session has its `upstream` by then. Never rejects; closes the upstream, not the client.
 */
export function relaySession(options: RelayOptions): Promise<StreamDecision> {
  return new Promise((resolve) => new StreamRelay(options, resolve).start());
}

class StreamRelay {
  readonly session: StreamSession;
  readonly #upstream: Duplex;
  readonly #upload: Pump;
  readonly #download: Pump;
  readonly #timer: NodeJS.Timeout;
  readonly #resolve: (decision: StreamDecision) => void;
  readonly #options: RelayOptions;
  isOver = false;

  constructor(options: RelayOptions, resolve: (decision: StreamDecision) => void) {
    const { session, upstream } = options;
    const { stream: client } = session.arrival;
    this.#options = options;
    this.session = session;
    this.#upstream = upstream;
    this.#resolve = resolve;
    this.#upload = new Pump(this, 'upload', client, upstream);
    this.#download = new Pump(this, 'download', upstream, client);
    this.#timer = setTimeout(() => this.#timedOut(), streamSettings.relayTimeout.of(session.block));
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

  /** Sends bytes through the filters. Returns false if that has ended the session. */
  pass(flow: Flow, bytes: Buffer, last: boolean): boolean {
    const { session } = this;
    this.#timer.refresh();
    session.doing = flow === 'upload' ? 'proxying and sending to upstream' : 'proxying and sending to client';
    const isSent = session.output.write(flow, { bytes, last, flush: !last });
    session.doing = 'proxying connection';
    if (!isSent) this.end();
    return isSent;
  }

  /** Ends the session when one side has ended and all data for the other one was sent. */
  endWhenSent(by: Pump): void {
    const [client, upstream] = [this.#upload, this.#download];
    const isOver = streamSettings.halfClose.of(this.session.block)
      ? client.isFinished && upstream.isFinished && client.isSent && upstream.isSent
      : (client.isFinished || upstream.isFinished) &&
        (client.isFinished || upstream.isSent) &&
        (upstream.isFinished || client.isSent);
    if (!isOver || this.isOver) return;
    this.#tellOfEnd(by === upstream ? 'upstream' : 'client');
    this.end();
  }

  #tellOfEnd(side: 'client' | 'upstream'): void {
    const { session } = this;
    session.log('info', `${side} disconnected${passedBytes(session.passedBytes)}`);
  }

  #timedOut(): void {
    if (this.#upload.isDelayed || this.#download.isDelayed) return void this.#timer.refresh();
    const { session, timedOut } = this.#options;
    if (timedOut === undefined) session.logLine('info', 'connection timed out', systemError('ETIMEDOUT'));
    this.end(timedOut?.());
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
  readonly #relay: StreamRelay;
  readonly #flow: Flow;
  readonly #from: Duplex;
  readonly #to: Duplex;
  /** The size of one piece in bytes. */
  readonly #most: number;
  /** Bytes a second; 0 without a limit. */
  readonly #rate: number;
  readonly #began = Date.now();
  #passed = 0;
  /** Received data that waits to be forwarded. */
  #held: Buffer | undefined;
  /** Whether the end has arrived, after the waiting data. */
  #hasEnded = false;
  #delay: NodeJS.Timeout | undefined;
  /** Whether nothing more arrives. */
  isFinished = false;
  #waits = false;

  constructor(relay: StreamRelay, flow: Flow, from: Duplex, to: Duplex) {
    const { session } = relay;
    this.#relay = relay;
    this.#flow = flow;
    this.#from = from;
    this.#to = to;
    this.#rate = rateOf(session, flow);
    // Filters receive as much as a buffer of the proxy holds.
    const isDivided = session.output !== session.writer || this.#rate > 0;
    this.#most = isDivided ? streamSettings.relayBufferSize.of(session.block) : Number.POSITIVE_INFINITY;
  }

  /** Whether the system has taken everything. */
  get isSent(): boolean {
    return this.#to.writableLength === 0 || this.#to.destroyed;
  }

  /** Whether it waits because of its rate limit. */
  get isDelayed(): boolean {
    return this.#delay !== undefined;
  }

  start(): void {
    const from = this.#from;
    from.on('data', this.#take).on('end', this.#end).on('close', this.#end).on('error', this.#fail);
    for (const side of [from, this.#to]) side.on('drain', this.#resume);
    if (from.readableEnded || from.destroyed) this.#end();
  }

  stop(): void {
    clearTimeout(this.#delay);
    this.#from.off('data', this.#take).off('end', this.#end).off('close', this.#end).pause();
    for (const side of [this.#from, this.#to]) side.off('drain', this.#resume);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#held = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    this.#passHeld();
  };

  /** Forwards waiting data, as long as the other side reads it and the rate allows it. */
  readonly #passHeld = (): void => {
    this.#delay = undefined;
    while (this.#held !== undefined && !this.#relay.isOver) {
      const piece = this.#nextPiece(this.#held);
      if (piece === undefined) {
        this.#pauseFor(this.#overdue);
        return;
      }
      if (!this.#pass(piece)) return;
      if (this.#waits) return;
      const delay = this.#rate === 0 ? 0 : Math.trunc((piece.length * second) / this.#rate);
      if (delay > 0) {
        this.#pauseFor(delay);
        return;
      }
    }
    if (this.#hasEnded) this.#end();
    else if (this.#from.isPaused()) this.#from.resume();
  };

  /** Forwards a piece, and pauses if the output waits to be read: by the other side, or by this one if a filter answers. */
  #pass(piece: Buffer): boolean {
    const answered = this.#answered;
    if (!this.#relay.pass(this.#flow, piece, false)) return false;
    const isFull = this.#to.writableNeedDrain || (this.#from.writableNeedDrain && this.#answered > answered);
    if (isFull) this.#pause();
    return true;
  }

  /** Bytes that were sent to the source of this flow. */
  get #answered(): number {
    const { session } = this.#relay;
    return this.#flow === 'upload' ? session.sent : (session.upstream?.bytesSent ?? 0);
  }

  /** Takes the next piece of the waiting data; `undefined` if the rate does not allow one yet. */
  #nextPiece(held: Buffer): Buffer | undefined {
    const size = this.#rate === 0 ? this.#most : Math.min(this.#most, this.#allowed);
    if (size <= 0) return undefined;
    const piece = size < held.length ? held.subarray(0, size) : held;
    this.#held = size < held.length ? held.subarray(size) : undefined;
    this.#count(piece.length);
    return piece;
  }

  /** Bytes that may be forwarded now: those of the seconds that have begun, as nginx counts them. */
  get #allowed(): number {
    const seconds = Math.trunc(Date.now() / second) - Math.trunc(this.#began / second) + 1;
    return this.#rate * seconds - this.#passed;
  }

  /** Milliseconds until more is allowed. */
  get #overdue(): number {
    return Math.trunc((-this.#allowed * second) / this.#rate) + 1;
  }

  #pause(): void {
    this.#waits = true;
    this.#from.pause();
  }

  #pauseFor(milliseconds: number): void {
    this.#from.pause();
    this.#delay = setTimeout(this.#passHeld, milliseconds);
  }

  #count(bytes: number): void {
    const { session } = this.#relay;
    this.#passed += bytes;
    if (this.#flow === 'upload') {
      session.received += bytes;
      return;
    }
    const { upstream } = session;
    if (upstream === undefined) return;
    upstream.bytesReceived += bytes;
    upstream.firstByteAt ??= Date.now();
  }

  readonly #resume = (): void => {
    if (!this.#waits) return;
    this.#waits = false;
    this.#passHeld();
  };

  readonly #fail = (error: Error): void => {
    const { session } = this.#relay;
    if (this.#relay.isOver) return;
    const side = this.#flow === 'upload' ? 'client' : 'upstream';
    const isWritten = 'syscall' in error && error.syscall === 'write';
    session.doing = isWritten ? `proxying and sending to ${side}` : `proxying and reading from ${side}`;
    const call = isWritten ? 'writev() failed' : 'recv() failed';
    session.logLine(side === 'client' ? 'info' : 'error', call, systemError(codeOf(error)));
    session.doing = 'proxying connection';
    if (isWritten) this.#relay.end();
  };

  readonly #end = (): void => {
    this.#hasEnded = true;
    if (this.isFinished || this.#relay.isOver || this.#held !== undefined) return;
    this.isFinished = true;
    if (!this.#relay.pass(this.#flow, Buffer.alloc(0), true)) return;
    if (!this.isSent) this.#to.once('finish', () => this.#relay.endWhenSent(this));
    if (!this.isSent || streamSettings.halfClose.of(this.#relay.session.block)) this.#to.end();
    this.#relay.endWhenSent(this);
  };
}

/** The configured rate limit of one flow in bytes a second; 0 without a limit. */
function rateOf(session: StreamSession, flow: Flow): number {
  const template = (flow === 'upload' ? streamSettings.uploadRate : streamSettings.downloadRate).of(session.block);
  return template === undefined ? 0 : (sizeOf(session.variables.evaluate(template)) ?? 0);
}
