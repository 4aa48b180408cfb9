import type { Again, PrereadHandler, StreamDecision, StreamPhaseHandler } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { continueWith } from '../../host/support/eventual.js';
import { streamSettings } from './directives.js';

/** Calls a handler with more and more of the client's data, until it decides. */
export function prereadBy(handle: PrereadHandler): StreamPhaseHandler {
  return {
    phase: 'preread',
    handle: (session) => {
      session.doing = 'prereading client data';
      return continueWith<StreamDecision | Again, StreamDecision>(handle(session), (decided) =>
        decided.kind === 'again' ? new Preread(session, handle).decision(decided) : decided,
      );
    },
  };
}

/** The client has left, or has sent nothing for too long. */
const nothingMore = { kind: 'refused', status: 200 } as const;

/** Reads for one handler. */
class Preread {
  readonly #session: StreamSession;
  readonly #handle: PrereadHandler;
  readonly #size: number;
  /** Absent while a handler waits for something else than the client, as in nginx. */
  #timer: NodeJS.Timeout | undefined;
  /** Whether the handler has not answered yet. */
  #isBusy = false;
  #isAskedAgain = false;
  /** Whether the client sends nothing more. */
  #hasLeft = false;
  #decide: (decision: StreamDecision) => void = () => undefined;

  constructor(session: StreamSession, handle: PrereadHandler) {
    this.#session = session;
    this.#handle = handle;
    this.#size = streamSettings.prereadBufferSize.of(session.block);
    session.preread ??= Buffer.alloc(0);
    this.#limit();
  }

  #limit(): void {
    const withinMs = streamSettings.prereadTimeout.of(this.#session.block);
    this.#timer ??= setTimeout(() => this.#end(nothingMore), withinMs);
  }

  #unlimit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  decision(again: Again): Promise<StreamDecision> {
    const { stream } = this.#session.arrival;
    return new Promise((resolve) => {
      this.#decide = resolve;
      stream.on('readable', this.#read).on('end', this.#left).on('close', this.#left);
      again.woken?.(this.#ask);
      if (stream.destroyed || stream.readableEnded) this.#left();
    });
  }

  /** Reads no more than the buffer can hold. */
  readonly #read = (): void => {
    if (this.#isBusy) return;
    const { stream } = this.#session.arrival;
    const before = this.#session.preread ?? Buffer.alloc(0);
    const space = this.#size - before.length;
    const part: Buffer | null = stream.read(Math.min(space, stream.readableLength) || undefined);
    if (part === null) return;
    if (this.#session.client.tls !== undefined) this.#session.received += part.length;
    this.#session.preread = before.length === 0 ? part : Buffer.concat([before, part]);
    this.#ask();
  };

  readonly #ask = (): void => {
    this.#isAskedAgain = this.#isBusy;
    if (this.#isBusy) return;
    this.#isBusy = true;
    const decided = this.#handle(this.#session);
    if (decided instanceof Promise) this.#unlimit();
    if (decided instanceof Promise) decided.then(this.#answered, this.#failed);
    else this.#answered(decided);
  };

  readonly #answered = (decided: StreamDecision | Again): void => {
    this.#isBusy = false;
    if (decided.kind === 'again') this.#resume(decided);
    else this.#end(decided);
  };

  #resume(again: Again): void {
    this.#limit();
    again.woken?.(this.#ask);
    const { stream } = this.#session.arrival;
    if (this.#isAskedAgain) this.#ask();
    else if (this.#session.preread?.length === this.#size) this.#refuseFull();
    else if (this.#hasLeft || stream.readableEnded || stream.destroyed) this.#left();
    // Even without new data: a stream ends only when it is read.
    else this.#read();
  }

  #refuseFull(): void {
    this.#session.logLine('error', 'preread buffer full');
    this.#end({ kind: 'refused', status: 400 });
  }

  readonly #failed = (): void => this.#end({ kind: 'refused', status: 500 });

  /** As in nginx, a handler with data is called once more. */
  readonly #left = (): void => {
    const hasBytes = this.#session.preread !== undefined && this.#session.preread.length > 0;
    const isFirst = !this.#hasLeft;
    this.#hasLeft = true;
    if (this.#isBusy) return;
    if (isFirst && hasBytes) this.#ask();
    else this.#end(nothingMore);
  };

  #end(decision: StreamDecision): void {
    const { stream } = this.#session.arrival;
    this.#giveBack();
    this.#unlimit();
    stream.off('readable', this.#read).off('end', this.#left).off('close', this.#left);
    this.#decide(decision);
  }

  /** Like nginx, which only peeks where it can, passes the bytes to the content phase as if they were unread, after an empty buffer. */
  #giveBack(): void {
    const { preread, arrival, client } = this.#session;
    // Encrypted data and datagrams are read once.
    if (
      client.tls !== undefined ||
      client.transport !== undefined ||
      preread === undefined ||
      arrival.stream.readableEnded
    )
      return;
    if (preread.length > 0) arrival.stream.unshift(preread);
    this.#session.preread = Buffer.alloc(0);
  }
}
