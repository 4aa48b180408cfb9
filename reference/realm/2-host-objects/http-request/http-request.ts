import type { ConsoleLevel, HttpRequestPort } from '../../../port/port.js';
import { toBuffer } from '../../3-built-ins-and-modules/buffer/buffer.js';
import { parse } from '../../3-built-ins-and-modules/querystring/querystring.js';
import { defineTag } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { sealed } from '../../support/seal.js';
import { textOrBytes } from '../../support/text-or-bytes.js';
import { createHeadersIn, createHeadersOut } from './headers.js';
import { createRawVariables, createVariables } from './variables.js';

/** Makes the object that handlers receive as `r`. */
export function createHttpRequest(port: HttpRequestPort): object {
  return new HttpRequest(sealed(port));
}

/** 2/http-request-object and 2/http-request-object-methods. Parameters are `unknown` because scripts pass what they like. */
class HttpRequest {
  readonly #port: HttpRequestPort;
  readonly #headersIn: object;
  readonly #headersOut: object;
  readonly #variables: object;
  readonly #rawVariables: object;
  #args: object | undefined;

  constructor(port: HttpRequestPort) {
    this.#port = port;
    this.#headersIn = createHeadersIn(port.headersIn);
    this.#headersOut = createHeadersOut(port.headersOut);
    this.#variables = createVariables(port.variables);
    this.#rawVariables = createRawVariables(port.variables);
  }

  /** 2/http-request-object/r-args */
  get args(): object {
    this.#args ??= parse(this.#port.args(), undefined, undefined, { maxKeys: 0 });
    return this.#args;
  }

  /** 2/http-request-object/r-headers-in */
  get headersIn(): object {
    return this.#headersIn;
  }

  /** 2/http-request-object/r-headers-out */
  get headersOut(): object {
    return this.#headersOut;
  }

  /** 2/http-request-object/r-http-version */
  get httpVersion(): string {
    return this.#port.httpVersion();
  }

  /** 2/http-request-object/r-internal */
  get internal(): boolean {
    return this.#port.internal();
  }

  /** 2/http-request-object/r-method */
  get method(): string {
    return this.#port.method();
  }

  /** 2/http-request-object/r-parent */
  get parent(): undefined {
    return undefined;
  }

  /** 2/http-request-object/r-remote-address */
  get remoteAddress(): string {
    return this.#port.remoteAddress();
  }

  /** 2/http-request-object/r-raw-headers-in */
  get rawHeadersIn(): [string, string][] {
    return pairs(this.#port.headersIn.raw());
  }

  /** 2/http-request-object/r-raw-headers-out */
  get rawHeadersOut(): [string, string][] {
    return pairs(this.#port.headersOut.raw());
  }

  /** 2/http-request-object/r-request-buffer */
  get requestBuffer(): Uint8Array | undefined {
    const bytes = resultOf(this.#port.requestBuffer((length) => new Uint8Array(length)));
    return bytes === undefined ? undefined : toBuffer(bytes);
  }

  /** 2/http-request-object/r-request-text */
  get requestText(): string | undefined {
    return resultOf(this.#port.requestText());
  }

  /** 2/http-request-object/r-status */
  get status(): number {
    return this.#port.status();
  }

  set status(status: unknown) {
    this.#port.setStatus(wholeNumber(status));
  }

  /** 2/http-request-object/r-uri */
  get uri(): string {
    return this.#port.uri();
  }

  /** 2/http-request-object/r-raw-variables */
  get rawVariables(): object {
    return this.#rawVariables;
  }

  /** 2/http-request-object/r-variables */
  get variables(): object {
    return this.#variables;
  }

  /** 2/http-request-object-methods/r-error */
  error(...messages: unknown[]): void {
    this.#log('error', messages);
  }

  /** 2/http-request-object-methods/r-finish */
  finish(): void {
    resultOf(this.#port.finish());
  }

  /** 2/http-request-object-methods/r-log */
  log(...messages: unknown[]): void {
    this.#log('info', messages);
  }

  /** 2/http-request-object-methods/r-return */
  return(status: unknown, text?: unknown): void {
    const nothing = text === undefined || text === null;
    resultOf(this.#port.return(wholeNumber(status), nothing ? undefined : textOrBytes(text)));
  }

  /** 2/http-request-object-methods/r-send */
  send(part: unknown): void {
    resultOf(this.#port.send(textOrBytes(part)));
  }

  /** 2/http-request-object-methods/r-send-header */
  sendHeader(): void {
    resultOf(this.#port.sendHeader());
  }

  /** 2/http-request-object-methods/r-set-return-value */
  setReturnValue(value: unknown): void {
    this.#port.setReturnValue(textOrBytes(value));
  }

  /** 2/http-request-object-methods/r-warn */
  warn(...messages: unknown[]): void {
    this.#log('warn', messages);
  }

  #log(level: ConsoleLevel, messages: readonly unknown[]): void {
    for (const message of messages) this.#port.log(level, textOrBytes(message));
  }
}
defineTag(HttpRequest.prototype, 'Request');
// Handlers receive these objects and make none.
Reflect.deleteProperty(HttpRequest.prototype, 'constructor');

function pairs(namesAndValues: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let at = 0; at + 1 < namesAndValues.length; at += 2) {
    result[result.length] = [String(namesAndValues[at]), String(namesAndValues[at + 1])];
  }
  return result;
}

function wholeNumber(value: unknown): number {
  const number = Number(value);
  if (Number.isNaN(number)) throw new TypeError('invalid number');
  return Math.trunc(number);
}
