import type { ConsoleLevel } from '../../../port/console.js';
import type { EventCallback, Flow, StreamSessionPort } from '../../../port/stream-session.js';
import { toBuffer } from '../../3-built-ins-and-modules/buffer/buffer.js';
import { allocate } from '../../support/bytes.js';
import { requireCallback, run, type ScriptCallback } from '../../support/callback.js';
import {
  each,
  getProperty,
  isNotANumber,
  isObject,
  isTrue,
  numberOf,
  OwnTypeError,
  trunc,
} from '../../support/intrinsics.js';
import { defineTag, hideConstructor, lister } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { received } from '../../support/received.js';
import type { ReturnValue } from '../../support/return-value.js';
import { textOf } from '../../support/text.js';
import { messageOf, textOrBytes } from '../../support/text-or-bytes.js';
import { isSince, members } from '../../support/versions.js';
import { createRawVariables, createVariables, declaredNames } from '../http-request/variables.js';

/** Makes the object that handlers receive as `s`. */
export function createStreamSession(port: StreamSessionPort, returnValue: ReturnValue): object {
  return withMembers(new StreamSessionObject(port, returnValue));
}

/** 2/stream-session-methods/s-done: the codes that have methods of their own. */
const codes = { allow: 0, decline: -5, deny: 403 } as const;

/** 2/stream-session-object and 2/stream-session-methods. Parameters are `unknown` because scripts may pass any value. */
class StreamSessionObject {
  readonly #port: StreamSessionPort;
  readonly #returnValue: ReturnValue;
  readonly #variables: object;
  readonly #rawVariables: object;

  constructor(port: StreamSessionPort, returnValue: ReturnValue) {
    this.#port = port;
    this.#returnValue = returnValue;
    this.#variables = createVariables(port.variables);
    this.#rawVariables = createRawVariables(port.variables);
  }

  /** 2/stream-session-object/s-remote-address */
  get remoteAddress(): string {
    return received(this.#port.remoteAddress());
  }

  /** 2/stream-session-object/s-raw-variables */
  get rawVariables(): object {
    return this.#rawVariables;
  }

  /** 2/stream-session-object/s-variables */
  get variables(): object {
    return this.#variables;
  }

  /** 2/stream-session-object/s-status */
  get status(): number {
    return this.#port.status();
  }

  /** 2/stream-session-methods/s-allow */
  allow(): void {
    resultOf(this.#port.done(codes.allow));
  }

  /** 2/stream-session-methods/s-decline */
  decline(): void {
    resultOf(this.#port.done(codes.decline));
  }

  /** 2/stream-session-methods/s-deny */
  deny(): void {
    resultOf(this.#port.done(codes.deny));
  }

  /** 2/stream-session-methods/s-done */
  done(code?: unknown): void {
    const number = code === undefined ? codes.allow : numberOf(code);
    if (isNotANumber(number)) throw new OwnTypeError('invalid number');
    resultOf(this.#port.done(trunc(number)));
  }

  /** 2/stream-session-methods/s-error */
  error(...messages: unknown[]): void {
    this.#log('error', messages);
  }

  /** 2/stream-session-methods/s-js-var-names */
  jsVarNames(prefix?: unknown): string[] {
    return declaredNames(this.#port.variables, prefix);
  }

  /** 2/stream-session-methods/s-log */
  log(...messages: unknown[]): void {
    this.#log('info', messages);
  }

  /** 2/stream-session-methods/s-off */
  off(eventName: unknown): void {
    resultOf(this.#port.off(eventNamed(eventName)));
  }

  /** 2/stream-session-methods/s-on */
  on(event: unknown, callback: unknown): void {
    const called = requireCallback(callback);
    resultOf(this.#port.on(eventNamed(event), withData(called)));
  }

  /** 2/stream-session-methods/s-send */
  send(data: unknown, options?: unknown): void {
    this.#send(data, options, undefined);
  }

  /** 2/stream-session-methods/s-send-downstream */
  sendDownstream(data: unknown, options?: unknown): void {
    this.#send(data, options, 'download');
  }

  /** 2/stream-session-methods/s-send-upstream */
  sendUpstream(data: unknown, options?: unknown): void {
    this.#send(data, options, 'upload');
  }

  /** 2/stream-session-methods/s-set-return-value */
  setReturnValue(value: unknown): void {
    this.#returnValue.set(textOrBytes(value));
  }

  /** 2/stream-session-methods/s-warn */
  warn(...messages: unknown[]): void {
    this.#log('warn', messages);
  }

  #send(data: unknown, options: unknown, flow: Flow | undefined): void {
    const sent = textOrBytes(data);
    if (!isObject(options)) return void resultOf(this.#port.send(sent, flow, undefined, undefined));
    const flush = flagOf(options, 'flush');
    const last = flagOf(options, 'last');
    resultOf(this.#port.send(sent, flow ?? flowOf(options), last, flush));
  }

  #log(level: ConsoleLevel, messages: readonly unknown[]): void {
    each(messages, (message) => this.#port.log(level, messageOf(message)));
  }
}
members(StreamSessionObject.prototype, {
  rawVariables: '0.5.0',
  status: '0.5.2',
  allow: '0.2.4',
  decline: '0.2.4',
  deny: '0.2.4',
  done: '0.2.4',
  jsVarNames: '0.9.9',
  off: '0.2.4',
  on: '0.2.4',
  send: '0.2.4',
  sendDownstream: '0.7.8',
  sendUpstream: '0.7.8',
  setReturnValue: '0.7.0',
});
defineTag(StreamSessionObject.prototype, 'Stream Session');
hideConstructor(StreamSessionObject.prototype);
const withMembers = lister(StreamSessionObject.prototype);

/** 2/events/upstream, 2/events/downstream: the events with Buffers exist since 0.5.0. */
function eventNamed(value: unknown): string {
  const name = textOf(value);
  if ((name === 'upstream' || name === 'downstream') && !isSince('0.5.0')) throw new OwnTypeError(unknown(name));
  return name;
}

function unknown(event: string): string {
  return `unknown event "${event}"`;
}

/** 2/events/p1: calls a script with data and its flags. */
function withData(callback: ScriptCallback): EventCallback {
  return (data, last, flow) => {
    const value = typeof data === 'string' ? received(data) : toBuffer(data(allocate));
    return run(callback, [value, { from_upstream: flow === 'download', last }]);
  };
}

/** A flag of options; `undefined` if they do not have it. */
function flagOf(options: object, name: string): boolean | undefined {
  const value = getProperty(options, name);
  return value === undefined ? undefined : isTrue(value);
}

/** The flags that a callback receives include the flow of the data; scripts pass them on when they send later. */
function flowOf(options: object): Flow | undefined {
  const fromUpstream = flagOf(options, 'from_upstream');
  if (fromUpstream === undefined) return undefined;
  return fromUpstream ? 'download' : 'upload';
}
