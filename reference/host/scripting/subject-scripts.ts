import type { AsyncOperation } from '../../port/later.js';
import type { PortOutcome, RunEnd } from '../../port/outcome.js';
import type { GlobalNames } from '../../port/runtime.js';
import type { Argument, HandlerSubject } from '../../port/subject.js';
import { type LogLevel, logLevels } from '../logging/error-log.js';
import { type ByteString, byteStringOf, bytesOf } from '../support/byte-string.js';
import { continueWith, type Eventual } from '../support/eventual.js';
import { nextTurn } from '../support/next-turn.js';
import { hintOf } from '../support/realms/hint.js';
import type { HandlerCall, OwnedRealm } from '../support/realms/owned.js';
import type { RealmOwner } from '../support/realms/owner.js';
import type { StartOperation } from '../support/realms/pending.js';
import type { RealmPool } from '../support/realms/pool.js';
import type { RestingRealms } from '../support/realms/resting.js';
import type { FetchSource } from '../support/scripting/fetching.js';
import type { RealmPools } from '../support/scripting/realm-pools.js';
import { engine } from '../support/scripting/settings.js';
import type { Block } from '../support/settings/block.js';
import type { HostVariables } from './variable-port.js';

/** Bytes of a script's message that are logged; a longer one is truncated. */
const longestMessage = 2048;

/** A request or session, with the members that its scripts need. */
export interface ScriptSubject {
  readonly variables: Pick<HostVariables, 'read'>;
  log(level: LogLevel, message: Buffer): void;
  /** Writes a log line of the host about the subject. */
  logLine(level: LogLevel, message: ByteString): void;
  /** Writes a log line of the host when the subject is about to end. */
  logEnd(level: LogLevel, message: ByteString): void;
  /** Called for each handler and callback that fails. */
  failed?(): void;
}

/** How a handler ended: `thrown` if it threw, `failed` if a callback threw or a promise was left rejected. */
export type HandlerEnd = 'ended' | 'failed' | 'thrown';

/** The script VMs of one request or session, one for each set of imports that it uses. */
export class SubjectScripts {
  readonly #pools: RealmPools;
  readonly #about: ScriptSubject;
  readonly #subject: HandlerSubject;
  readonly #realms = new Map<RealmPool, OwnedRealm>();
  #current: OwnedRealm | undefined;
  /** The block that the subject is in. */
  #block: Block | undefined;

  constructor(pools: RealmPools, about: ScriptSubject, subject: HandlerSubject) {
    this.#pools = pools;
    this.#about = about;
    this.#subject = subject;
  }

  /** Makes the scripts that are imported in a block the current ones. Variable handlers cannot wait for that. */
  prepare(block: Block): Eventual<void> {
    this.#block = block;
    const pool = this.#pools.of(block);
    if (pool === undefined) return;
    const resting = this.#pools.resting(block);
    const owner = () => ownerFor(this.#about, this.#pools, block, () => this.#fetchSource(block));
    return continueWith(this.#kept(pool, resting) ?? pool.take(owner(), resting), (realm) => {
      this.#current = realm;
      this.#realms.set(pool, realm);
    });
  }

  #fetchSource(first: Block): FetchSource {
    const about = this.#about;
    return {
      block: this.#block ?? first,
      variable: (name) => about.variables.read(name),
      logLine: (level, message) => about.logLine(level, message),
    };
  }

  /** The realm that already works for the subject. A block that keeps realms uses its own. */
  #kept(pool: RealmPool, resting: RestingRealms | undefined): OwnedRealm | undefined {
    const known = this.#realms.get(pool);
    if (known === undefined || known.isUsed || resting === undefined || known.keeper === resting) return known;
    known.close();
    return undefined;
  }

  /** Runs a handler to its end, when no event is left that could run more of its code. */
  run(handler: string): Eventual<HandlerEnd> {
    const call = this.#current?.call(handler, this.#subject);
    if (call === undefined || call.kind === 'failed') return 'thrown';
    if (call.kind === 'pending') return call.ended;
    return call.leavesRejection ? 'failed' : 'ended';
  }

  /** Calls a handler that may continue later, for a caller that observes this itself. Returns false if it failed. */
  begin(handler: string): boolean {
    const call = this.#current?.call(handler, this.#subject);
    return call !== undefined && call.kind !== 'failed';
  }

  /** Runs a callback that a script has registered. Returns false if it threw. */
  callBack(callback: () => RunEnd): boolean {
    return this.#current?.run(callback) === true;
  }

  /** Whether something is pending that can run more code of the scripts. */
  get isPending(): boolean {
    return this.#current !== undefined && this.#current.pending.count > 0;
  }

  /** How often the scripts have failed so far. */
  get failures(): number {
    return this.#current?.failures ?? 0;
  }

  /** Calls `listener` whenever the current scripts have continued after something that they waited for. */
  whenSettled(listener: () => void): void {
    if (this.#current !== undefined) this.#current.pending.onSettled = listener;
  }

  /** Calls a handler that must have ended when it returns. Returns the variable's value, or `undefined` if it failed. */
  callVariable(handler: string): ByteString | undefined {
    const call = this.#current?.call(handler, this.#subject);
    if (call === undefined || call.kind === 'failed' || !this.#isFinished(call, handler, 'variable handler'))
      return undefined;
    const returned = call.value();
    return returned.kind === 'failed' ? undefined : byteStringOf(returned.value);
  }

  /** Calls a filter, which must also have ended when it returns. */
  callFilter(handler: string, what: 'header filter' | 'body filter', args: readonly Argument[]): 'ended' | 'failed' {
    const call = this.#current?.call(handler, this.#subject, args);
    // Real hosts do not wait for the promise of a filter, and ignore its rejection.
    return call !== undefined && call.kind !== 'failed' && this.#isFinished(call, handler, what) ? 'ended' : 'failed';
  }

  #isFinished(call: Exclude<HandlerCall, { readonly kind: 'failed' }>, handler: string, what: string): boolean {
    // Real hosts also do not check for work that was left before the call.
    if (call.kind === 'ended' || !call.isFirst) return true;
    this.#about.logLine('error', byteStringOf(`async operation inside "${handler}" ${what}`));
    return false;
  }

  /** An operation of the host that ends later, for the realm whose handler runs. */
  later<Input, T>(start: StartOperation<Input, T>): AsyncOperation<Input, T> {
    if (this.#current === undefined) throw new Error('no running script can wait');
    return this.#current.pending.later(start);
  }

  /** Stops all scripts; handlers that are called later run in new realms. */
  stop(): void {
    this.close();
    this.#realms.clear();
    this.#current = undefined;
  }

  /** Delayed, because code of this turn may still handle a rejection. */
  close(): void {
    for (const realm of this.#realms.values()) nextTurn(() => realm.close());
  }

  /** Closes immediately, if no script is running. */
  end(): void {
    for (const realm of this.#realms.values()) realm.close();
  }
}

/** Writes a script's log message: 2/limits/logged-line-length, 2/errors/logging-methods-with-long-strings */
export function logScript(about: ScriptSubject, level: LogLevel, message: string | Uint8Array): void {
  print(about, level, bytesOf(message).subarray(0, longestMessage));
}

/** Writes a script's console output. */
function print(about: ScriptSubject, level: LogLevel, message: Buffer): void {
  about.log(level, Buffer.concat([Buffer.from('js: '), message]));
}

function ownerFor(about: ScriptSubject, pools: RealmPools, block: Block, source: () => FetchSource): RealmOwner {
  const { bindings, errors, fetching } = pools;
  // As on real hosts, whose engines report differently.
  const exception = engine.of(block) === 'qjs' ? 'js call exception' : 'js exception';
  return {
    log: (level, message) => logNumbered(about, level, message),
    // 2/host-object-operations/p1
    fetch: (request) => fetching(source(), request),
    print: (level, messages) => {
      for (const message of messages) print(about, level, Buffer.from(message));
    },
    failed: (failure) => {
      const words =
        failure.kind === 'thrown'
          ? `${exception}: ${thrownText(failure, bindings)}`
          : `js function "${failure.handler}" not found`;
      about.logLine('error', byteStringOf(words));
      errors?.show(words, failure.kind === 'thrown' ? failure.place : undefined);
      about.failed?.();
    },
    left: (what) => {
      const words =
        what.kind === 'pending' ? 'pending events' : `js unhandled rejection: ${thrownText(what, bindings)}`;
      about.logEnd('error', byteStringOf(words));
      if (what.kind === 'rejected') errors?.show(words, what.place);
    },
  };
}

/** 2/host-object-operations/p2 */
function logNumbered(about: ScriptSubject, number: number, message: string | Uint8Array): PortOutcome<undefined> {
  const level = logLevels[number - 1];
  if (level === undefined) return { ok: false, name: 'RangeError', message: `unknown log level ${number}` };
  logScript(about, level, message);
  return { ok: true, value: undefined };
}

function thrownText({ message }: { readonly message: string }, bindings: GlobalNames): string {
  const [headline = '', ...frames] = message.slice(0, longestMessage).split('\n');
  const hint = hintOf(headline, bindings, true);
  // As in nginx's log, the text after a stack is on a line of its own.
  const lines = [`${headline}${hint === undefined ? '' : ` (${hint})`}`, ...frames, ...(frames.length > 0 ? [''] : [])];
  return lines.join('\n');
}
