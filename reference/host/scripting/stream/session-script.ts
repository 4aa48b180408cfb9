/**
 * 2/stream-session-methods/s-done, 2/stream-session-methods/s-on, 2/stream-session-methods/s-send: the scripts of one session, in its
 * phases and as its filter.
 */
import type { Allocate } from '../../../port/bytes.js';
import type { Flow } from '../../../port/stream-session.js';
import type { StreamBuffer, StreamOutput } from '../../stream/output.js';
import { type Again, again, type StreamDecision } from '../../stream/phases.js';
import type { StreamSession } from '../../stream/session.js';
import { continueWith, type Eventual } from '../../support/eventual.js';
import { filled } from '../../support/realms/memory.js';
import type { RealmPools } from '../../support/scripting/realm-pools.js';
import { SubjectScripts } from '../subject-scripts.js';
import { SessionEvents, type Slot } from './events.js';
import { PhaseCode } from './phase-code.js';
import { Sender } from './sender.js';
import { sessionPort } from './session-port.js';

const failed = { kind: 'refused', status: 500 } as const;
const nothing: StreamBuffer = { bytes: Buffer.alloc(0), last: false, flush: false };

const nowhere: StreamOutput = { write: () => true };

/** The scripts of one session, and their decisions. All handlers share one realm and one object `s`. */
export class SessionScript {
  readonly scripts: SubjectScripts;
  readonly #session: StreamSession;
  readonly #events = new SessionEvents();
  readonly #code: PhaseCode;
  readonly #sender = new Sender();
  /** Whether the phase handler was called, and the phase waits for its later decision. */
  #isWaiting = false;
  /** Failures that were processed already. */
  #failures = 0;
  /** Continues the waiting phase. */
  #resume: () => void = () => undefined;

  constructor(pools: RealmPools, session: StreamSession) {
    this.#session = session;
    this.#code = new PhaseCode(this.#events);
    const port = sessionPort(session, { code: this.#code, events: this.#events, sender: this.#sender });
    this.scripts = new SubjectScripts(pools, session, { kind: 'stream', port });
  }

  /** Gets a realm for the session. */
  prepare(): Eventual<void> {
    return continueWith(this.scripts.prepare(this.#session.block), () =>
      this.scripts.whenSettled(() => this.#settled()),
    );
  }

  /** The session has ended: output of scripts is discarded until the realm is closed. */
  close(): void {
    this.#sender.next = nowhere;
    this.scripts.close();
  }

  /** Runs the handler of the phase `access`, whose callback receives no data. */
  access(handler: string): Eventual<StreamDecision> {
    const decided = this.#begin(handler);
    return decided ?? this.#later(() => this.#step(nothing));
  }

  /** Runs the handler of the phase `preread`, or calls its callback with the data received so far. */
  preread(handler: string): Eventual<StreamDecision | Again> {
    const decided = this.#isWaiting ? this.#stepPreread() : this.#begin(handler);
    if (decided !== undefined) return decided;
    if (this.#events.upload.callback === undefined) return this.#later(() => this.#step(this.#data) ?? this.#asks());
    return this.#asks() ?? again;
  }

  /** Whether the callback, if there is one, waits for more data. */
  #asks(): Again | undefined {
    if (this.#events.upload.callback === undefined) return undefined;
    return {
      kind: 'again',
      woken: (more) => {
        this.#resume = more;
      },
    };
  }

  /** Calls the handler of a phase. Returns its decision, if it has made one. */
  #begin(handler: string): StreamDecision | undefined {
    this.#code.open();
    const hasBegun = this.scripts.begin(handler);
    return hasBegun ? this.#step(this.#data) : this.#end(failed);
  }

  get #data(): StreamBuffer {
    const { preread } = this.#session;
    return preread === undefined ? nothing : { bytes: preread, last: false, flush: false };
  }

  /** As on real hosts, a callback receives the same data again when something else has happened. */
  #stepPreread(): StreamDecision | undefined {
    return this.#data.bytes.length > 0 ? this.#step(this.#data) : this.#decision();
  }

  /** Calls the callback of the upload. Returns the decision so far. */
  #step(data: StreamBuffer): StreamDecision | undefined {
    if (this.#hasFailed()) return this.#end(failed);
    const isDone = this.#callBack(this.#events.upload, 'upload', data);
    return isDone ? this.#decision() : this.#end(failed);
  }

  /** 2/stream-session-methods/s-done: a phase ends when nothing is pending that could run more code of the scripts. */
  #decision(): StreamDecision | undefined {
    if (this.#hasFailed()) return this.#end(failed);
    this.#isWaiting = this.scripts.isPending || this.#events.isWaiting;
    return this.#isWaiting ? undefined : this.#end(this.#code.decision);
  }

  #end(decision: StreamDecision): StreamDecision {
    this.#isWaiting = false;
    this.#resume = () => undefined;
    this.#events.drop();
    this.#code.close();
    this.#failures = this.scripts.failures;
    return decision;
  }

  /** Checks for a decision whenever the scripts have continued; a client that has left ends the phase, too. */
  #later<T>(decide: () => T | undefined): Promise<T | StreamDecision> {
    const { stream } = this.#session.arrival;
    return new Promise((resolve) => {
      const leave = () => resolve(this.#end({ kind: 'refused', status: 200 }));
      this.#resume = () => {
        const decided = decide();
        if (decided === undefined) return;
        stream.off('close', leave);
        resolve(decided);
      };
      if (stream.destroyed) leave();
      else stream.once('close', leave);
    });
  }

  #settled(): void {
    if (this.#isWaiting) this.#resume();
    else if (this.#hasFailed()) this.#session.abort(500);
  }

  /** Whether something has failed since the last check. */
  #hasFailed(): boolean {
    const { failures } = this.scripts;
    const hasFailed = failures > this.#failures;
    this.#failures = failures;
    return hasFailed;
  }

  /** Calls the handler of the filter, in which nothing can be sent yet. */
  beginFilter(handler: string, next: StreamOutput): boolean {
    const hasBegun = this.scripts.begin(handler);
    this.#failures = this.scripts.failures;
    this.#sender.next = next;
    this.#code.isFiltering = true;
    return hasBegun;
  }

  /** Forwards a buffer, through the callback of its flow if there is one. */
  filter(flow: Flow, buffer: StreamBuffer, next: StreamOutput): boolean {
    const slot = this.#events[flow];
    if (slot.callback === undefined) return next.write(flow, buffer);
    this.#sender.begin(flow, buffer);
    const isDone = this.#callBack(slot, flow, buffer);
    this.#failures = this.scripts.failures;
    return this.#sender.end(isDone, this.#session.writer);
  }

  #callBack({ callback, data }: Slot, flow: Flow, { bytes, last }: StreamBuffer): boolean {
    if (callback === undefined) return true;
    const given = data === 'text' ? this.#sender.textOf(bytes) : filling(bytes);
    return this.scripts.callBack(() => callback(given, last, flow));
  }
}

/** Copies bytes into memory of the realm. */
function filling(bytes: Buffer): (allocate: Allocate) => Uint8Array {
  return (allocate) => filled(bytes, allocate);
}
