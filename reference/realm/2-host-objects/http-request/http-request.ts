import type { ConsoleLevel } from '../../../port/console.js';
import type { HttpRequestPort } from '../../../port/http-request.js';
import { toBuffer } from '../../3-built-ins-and-modules/buffer/buffer.js';
import { parse } from '../../3-built-ins-and-modules/querystring/querystring.js';
import { receivedBytes } from '../../support/byte-strings.js';
import { allocate, memoryBehind } from '../../support/bytes.js';
import { run } from '../../support/callback.js';
import {
  apply,
  define,
  each,
  getProperty,
  growing,
  grown,
  isArray,
  isInstance,
  keysOf,
  OwnError,
  OwnPromise,
  parseJson,
  push,
} from '../../support/intrinsics.js';
import { later } from '../../support/later.js';
import { defineTag, hideConstructor, lister } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { received } from '../../support/received.js';
import type { ReturnValue } from '../../support/return-value.js';
import { messageOf, textOrBytes } from '../../support/text-or-bytes.js';
import { isSince, members, removedMembers } from '../../support/versions.js';
import { wholeNumber } from '../../support/whole-number.js';
import { createForm, maxKeysOf } from '../form-object/form-object.js';
import { createHeadersIn, createHeadersOut } from './headers.js';
import { flagsOf, innerRequest } from './options.js';
import { createRawVariables, createVariables, declaredNames } from './variables.js';

/** Makes the object that handlers receive as `r`, or the response object of a subrequest with its parent. */
export function createHttpRequest(port: HttpRequestPort, returnValue: ReturnValue, parent?: object): object {
  return withMembers(new HttpRequestObject(port, returnValue, parent));
}

/** 2/http-request-object and 2/http-request-object-methods. Parameters are `unknown` because scripts may pass any value. */
class HttpRequestObject {
  readonly #port: HttpRequestPort;
  readonly #returnValue: ReturnValue;
  readonly #parent: object | undefined;
  #headersIn: object | undefined;
  #headersOut: object | undefined;
  #variables: object | undefined;
  #rawVariables: object | undefined;
  #args: object | undefined;
  #requestBuffer: Uint8Array | undefined;
  #form: object | undefined;
  #responseBuffer: Uint8Array | undefined;

  constructor(port: HttpRequestPort, returnValue: ReturnValue, parent: object | undefined) {
    this.#port = port;
    this.#returnValue = returnValue;
    this.#parent = parent;
  }

  /** 2/http-request-object/r-args */
  get args(): object {
    this.#args ??= argumentsOf(this.#port.args());
    return this.#args;
  }

  /** 2/http-request-object/r-headers-in */
  get headersIn(): object {
    this.#headersIn ??= createHeadersIn(this.#port.headersIn);
    return this.#headersIn;
  }

  /** 2/http-request-object/r-headers-out */
  get headersOut(): object {
    this.#headersOut ??= createHeadersOut(this.#port.headersOut);
    return this.#headersOut;
  }

  /** 2/http-request-object/r-http-version */
  get httpVersion(): string {
    return received(this.#port.httpVersion());
  }

  /** 2/http-request-object/r-internal */
  get internal(): boolean {
    return this.#port.internal();
  }

  /** 2/http-request-object/r-method */
  get method(): string {
    return received(this.#port.method());
  }

  /** 2/http-request-object/r-parent */
  get parent(): object | undefined {
    return this.#parent;
  }

  /** 2/http-request-object/r-remote-address */
  get remoteAddress(): string {
    return received(this.#port.remoteAddress());
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
    this.#checkMemory();
    this.#requestBuffer ??= asBuffer(resultOf(this.#port.requestBuffer(allocate)));
    return this.#requestBuffer;
  }

  /** 2/http-request-object/r-request-text, 2/versioning/0-8-5 */
  get requestText(): string | undefined {
    if (!isSince('0.8.5')) return HttpRequestObject.requestBodyOf(this);
    this.#checkMemory();
    return resultOf(this.#port.requestText());
  }

  /** 2/http-request-object/r-request-body */
  static requestBodyOf(request: HttpRequestObject): string | undefined {
    request.#checkMemory();
    const bytes = resultOf(request.#port.requestBuffer(allocate));
    return bytes === undefined ? undefined : receivedBytes(bytes);
  }

  /** 2/http-request-object/r-response-buffer */
  get responseBuffer(): Uint8Array | undefined {
    this.#responseBuffer ??= asBuffer(this.#port.responseBuffer(allocate));
    return this.#responseBuffer;
  }

  /** 2/http-request-object/r-response-text. Text in every version, because it is decoded. */
  get responseText(): string | undefined {
    return this.#port.responseText();
  }

  /** 2/http-request-object/r-response-body */
  static responseBodyOf(request: HttpRequestObject): string | undefined {
    const bytes = request.#port.responseBuffer(allocate);
    return bytes === undefined ? undefined : receivedBytes(bytes);
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
    return received(this.#port.uri());
  }

  /** 2/http-request-object/r-raw-variables */
  get rawVariables(): object {
    this.#rawVariables ??= createRawVariables(this.#port.variables);
    return this.#rawVariables;
  }

  /** 2/http-request-object/r-variables */
  get variables(): object {
    this.#variables ??= createVariables(this.#port.variables);
    return this.#variables;
  }

  /** 2/http-request-object-methods/r-decline */
  decline(): void {
    resultOf(this.#port.decline());
  }

  /** 2/http-request-object-methods/r-done */
  done(): void {
    resultOf(this.#port.done());
  }

  /** 2/http-request-object-methods/r-error */
  error(...messages: unknown[]): void {
    this.#log('error', messages);
  }

  /** 2/http-request-object-methods/r-finish */
  finish(): void {
    resultOf(this.#port.finish());
  }

  /** 2/http-request-object-methods/r-internal-redirect, 2/versioning/0-7-4 */
  internalRedirect(uri: unknown): void {
    const isNothing = uri === undefined || uri === null;
    resultOf(this.#port.internalRedirect(isNothing ? '' : textOrBytes(uri), isSince('0.7.4')));
  }

  /** 2/http-request-object-methods/r-js-var-names */
  jsVarNames(prefix?: unknown): string[] {
    return declaredNames(this.#port.variables, prefix);
  }

  /** 2/http-request-object-methods/r-log */
  log(...messages: unknown[]): void {
    this.#log('info', messages);
  }

  /** 2/http-request-object-methods/r-read-request-array-buffer */
  readRequestArrayBuffer(): Promise<ArrayBufferLike> {
    return this.#read(() => memoryBehind(resultOf(this.#port.bodyBytes(allocate))));
  }

  /** 2/http-request-object-methods/r-read-request-form, 2/errors/r-read-request-form */
  readRequestForm(options?: unknown): Promise<object> {
    const form = this.#form;
    if (form !== undefined) return new OwnPromise((resolve) => resolve(form));
    const maxKeys = maxKeysOf(options);
    return this.#read(() => {
      this.#form = createForm(resultOf(this.#port.form(maxKeys)));
      return this.#form;
    });
  }

  /** 2/http-request-object-methods/r-read-request-json */
  readRequestJSON(): Promise<unknown> {
    return this.#read(() => parseJson(resultOf(this.#port.bodyText())));
  }

  /** 2/http-request-object-methods/r-read-request-text */
  readRequestText(): Promise<string> {
    return this.#read(() => resultOf(this.#port.bodyText()));
  }

  /** 2/http-request-object-methods/r-return, 2/versioning/0-9-9 */
  return(status: unknown, text?: unknown): void {
    if (!isSince('0.9.9') && this.#port.phase() === 'access') throw new OwnError('not available in js_access');
    const nothing = text === undefined || text === null;
    resultOf(this.#port.return(wholeNumber(status), nothing ? undefined : textOrBytes(text)));
  }

  /** 2/http-request-object-methods/r-send */
  send(...parts: unknown[]): void {
    each(parts, (part) => resultOf(this.#port.send(textOrBytes(part))));
  }

  /** 2/http-request-object-methods/r-send-buffer */
  sendBuffer(data: unknown, options?: unknown): void {
    const { last } = flagsOf(options);
    resultOf(this.#port.sendBuffer(messageOf(data), last));
  }

  /** 2/http-request-object-methods/r-send-header */
  sendHeader(): void {
    resultOf(this.#port.sendHeader());
  }

  /** 2/http-request-object-methods/r-set-return-value */
  setReturnValue(value: unknown): void {
    this.#returnValue.set(textOrBytes(value));
  }

  /** 2/http-request-object-methods/r-subrequest */
  subrequest(uri: unknown, options?: unknown, callback?: unknown): Promise<object> | undefined {
    const { call, detached, onResponse } = innerRequest(uri, options, callback);
    if (detached) return void resultOf(apply(this.#port.detachedSubrequest, this.#port, call));
    const start = resultOf(apply(this.#port.subrequest, this.#port, call));
    const made = (inner: HttpRequestPort) => createHttpRequest(inner, this.#returnValue, this);
    if (onResponse !== undefined) return void start(undefined, (outcome) => run(onResponse, [made(resultOf(outcome))]));
    const answer = later(start, undefined, made);
    // 2/versioning/0-3-8
    return isSince('0.3.8') ? answer : undefined;
  }

  /** 2/http-request-object-methods/r-warn */
  warn(...messages: unknown[]): void {
    this.#log('warn', messages);
  }

  /** Real hosts read bodies in files since 0.8.10; 2/http-request-object/r-request-buffer promises only those in memory. */
  #checkMemory(): void {
    if (!isSince('0.8.10') && this.#port.isBodyInFile()) throw new OwnError('request body is in a file');
  }

  /** Makes a value from the body once it has arrived. Throws immediately while the body is being read: 2/errors/r-read-request-text */
  #read<T>(made: () => T): Promise<T> {
    const start = resultOf(this.#port.readBody());
    return start === undefined ? new OwnPromise((resolve) => resolve(made())) : later(start, undefined, made);
  }

  #log(level: ConsoleLevel, messages: readonly unknown[]): void {
    each(messages, (message) => this.#port.log(level, messageOf(message)));
  }
}
members(HttpRequestObject.prototype, {
  rawHeadersIn: '0.4.1',
  rawHeadersOut: '0.4.1',
  decline: '0.9.9',
  jsVarNames: '0.9.9',
  done: '0.5.2',
  rawVariables: '0.5.0',
  responseBuffer: '0.5.0',
  responseText: '0.5.0',
  readRequestArrayBuffer: '0.9.9',
  readRequestForm: '0.9.9',
  readRequestJSON: '0.9.9',
  readRequestText: '0.9.9',
  sendBuffer: '0.5.2',
  requestBuffer: '0.5.0',
  setReturnValue: '0.7.0',
});
removedMembers(HttpRequestObject.prototype, '0.8.0', {
  get requestBody(): string | undefined {
    return isInstance(this, HttpRequestObject) ? HttpRequestObject.requestBodyOf(this) : undefined;
  },
  get responseBody(): string | undefined {
    return isInstance(this, HttpRequestObject) ? HttpRequestObject.responseBodyOf(this) : undefined;
  },
});
defineTag(HttpRequestObject.prototype, 'Request');
hideConstructor(HttpRequestObject.prototype);
const unlisted = ['parent', 'rawHeadersIn', 'rawHeadersOut', 'requestBuffer', 'responseBuffer'];
const withMembers = lister(HttpRequestObject.prototype, unlisted);

/** 2/http-request-object/r-args: before 0.7.6 the last of several values was kept. */
function argumentsOf(query: string): object {
  const parsed = parse(query, undefined, undefined, { maxKeys: 0 });
  if (isSince('0.7.6')) return parsed;
  each(keysOf(parsed), (key) => {
    const value: unknown = getProperty(parsed, key);
    if (isArray(value)) define(parsed, key, value[value.length - 1]);
  });
  return parsed;
}

function asBuffer(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes && toBuffer(bytes);
}

function pairs(namesAndValues: readonly string[]): [string, string][] {
  const result = growing<[string, string]>();
  for (let at = 0; at + 1 < namesAndValues.length; at += 2)
    push(result, [received(namesAndValues[at] ?? ''), received(namesAndValues[at + 1] ?? '')]);
  return grown(result);
}
