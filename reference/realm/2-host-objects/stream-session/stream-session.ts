import type { ConsoleLevel } from '../../../port/console.js';
import type { StreamSessionPort } from '../../../port/stream-session.js';
import { each, isNotANumber, numberOf, OwnTypeError, trunc } from '../../support/intrinsics.js';
import { defineTag, hideConstructor } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { received } from '../../support/received.js';
import type { ReturnValue } from '../../support/return-value.js';
import { textOrBytes } from '../../support/text-or-bytes.js';
import { members } from '../../support/versions.js';
import { createRawVariables, createVariables, declaredNames } from '../http-request/variables.js';

/** Makes the object that handlers receive as `s`. */
export function createStreamSession(port: StreamSessionPort, returnValue: ReturnValue): object {
  return new StreamSession(port, returnValue);
}

/** 2/stream-session-methods/s-done: the codes with methods of their own. */
const codes = { allow: 0, decline: -5, deny: 403 } as const;

/** 2/stream-session-object and 2/stream-session-methods. Parameters are `unknown` because scripts pass what they like. */
class StreamSession {
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

  /** 2/stream-session-methods/s-set-return-value */
  setReturnValue(value: unknown): void {
    this.#returnValue.set(textOrBytes(value));
  }

  /** 2/stream-session-methods/s-warn */
  warn(...messages: unknown[]): void {
    this.#log('warn', messages);
  }

  #log(level: ConsoleLevel, messages: readonly unknown[]): void {
    each(messages, (message) => this.#port.log(level, textOrBytes(message)));
  }
}
members(StreamSession.prototype, {
  rawVariables: '0.5.0',
  status: '0.5.2',
  allow: '0.2.4',
  decline: '0.2.4',
  deny: '0.2.4',
  done: '0.2.4',
  jsVarNames: '0.9.9',
  setReturnValue: '0.7.0',
});
defineTag(StreamSession.prototype, 'Stream Session');
hideConstructor(StreamSession.prototype);
