import type { Allocate } from '../../../port/bytes.js';
import type { ConsoleLevel } from '../../../port/console.js';
import type { HttpRequestPort, InnerCall } from '../../../port/http-request.js';
import type { PortOutcome } from '../../../port/outcome.js';
import type { VariablePort } from '../../../port/variables.js';
import type { BodyDecision } from '../../http/body/source.js';
import { completeType } from '../../http/filters.js';
import { effectiveOf } from '../../http/headers-out.js';
import { versionNumber } from '../../http/http-version.js';
import type { HttpRequest } from '../../http/request.js';
import { readBody } from '../../http/request-body.js';
import { abandon, finish, isHeaderValue, isRedirect, returned, sendHeader, sendPart } from '../../http/sending.js';
import { type ByteString, byteStringOf, bytesOf, textOf } from '../../support/byte-string.js';
import { filled } from '../../support/realms/memory.js';
import { logScript } from '../subject-scripts.js';
import { nothing, optionalText, typeError, variablePort } from '../variable-port.js';
import { formEntries } from './forms/form.js';
import { HandlerState } from './handler-state.js';
import { awaitedSubrequest, detachedSubrequest, type MakeLater } from './inner-port.js';

/** The HTTP versions that scripts see, by number. */
const knownVersions: ReadonlyMap<number, string> = new Map(
  ['0.9', '1.0', '1.1'].map((version) => [versionNumber(version), version]),
);

/** Variables for directives only: on real hosts, scripts do not find them. */
const ofDirectives: ReadonlySet<ByteString> = new Set([
  ...['proxy_add_x_forwarded_for', 'proxy_host', 'proxy_internal_body_length', 'proxy_internal_chunked', 'proxy_port'],
]);

/** The port of one request object. It is a class, so that nothing is prepared that no handler uses. */
export class RequestPort implements HttpRequestPort {
  readonly #request: HttpRequest;
  readonly #state: HandlerState;
  readonly #makeLater: MakeLater;
  readonly #body: Buffer | undefined;
  /** The request body, if it is in a file and was read. */
  #stored: Buffer | undefined;

  /** `body` is the response body of a subrequest. */
  constructor(request: HttpRequest, state: HandlerState, makeLater: MakeLater, body?: Buffer) {
    this.#request = request;
    this.#state = state;
    this.#makeLater = makeLater;
    this.#body = body;
  }

  phase() {
    return this.#state.phase;
  }

  method() {
    return textOf(this.#request.route.method);
  }

  uri() {
    return textOf(this.#request.route.uri);
  }

  httpVersion() {
    return knownVersions.get(versionNumber(this.#request.arrival.httpVersion)) ?? '';
  }

  remoteAddress() {
    return this.#request.client.remoteAddress;
  }

  internal() {
    return this.#request.route.internal || this.#request.route.match?.location.internal === true;
  }

  args() {
    return textOf(this.#request.route.args);
  }

  status() {
    return this.#request.response.headless ? 0 : this.#request.response.status;
  }

  setStatus(status: number) {
    const request = this.#request;
    const { receivedStatus } = request.response;
    request.response.status = status;
    // The reason phrase of another server does not apply to a status that a script sets.
    const reason = request.environment.pages.reason(status);
    if (receivedStatus !== undefined) request.response.receivedStatus = { ...receivedStatus, reason };
  }

  log(level: ConsoleLevel, message: string | Uint8Array) {
    logScript(this.#request, level, message);
  }

  get variables(): VariablePort {
    const { variables } = this.#request;
    return variablePort({
      read: (name) => (ofDirectives.has(name.toLowerCase()) ? undefined : variables.read(name)),
      assign: (name, value) => variables.assign(name, value),
      declared: () => variables.declared(),
    });
  }

  get headersIn(): HttpRequestPort['headersIn'] {
    const { headersIn } = this.#request;
    return {
      get: (name) => optionalText(headersIn.seen(byteStringOf(name))),
      names: () => headersIn.names().map(textOf),
      raw: () => headersIn.raw.map(textOf),
    };
  }

  get headersOut(): HttpRequestPort['headersOut'] {
    const { headers: headersOut } = this.#request.response;
    return {
      get: (name) => {
        const seen = headersOut.seen(byteStringOf(name));
        return seen === undefined || typeof seen === 'string' ? optionalText(seen) : seen.map(textOf);
      },
      names: () => headersOut.names().map(textOf),
      raw: () => headersOut.lines.flatMap(({ name, value }) => [textOf(name), textOf(value)]),
      set: (name, ...values) => setHeader(this.#request, this.#state, byteStringOf(name), values.map(byteStringOf)),
    };
  }

  isBodyInFile() {
    return this.#request.body.content?.file !== undefined && this.#request.body.content.length > 0;
  }

  requestText() {
    return this.#ofBody((bytes) => bytes.toString('utf8'));
  }

  requestBuffer(allocate: Allocate) {
    return this.#ofBody((bytes) => filled(bytes, allocate));
  }

  readBody(): ReturnType<HttpRequestPort['readBody']> {
    const request = this.#request;
    if (request.body.reading !== undefined) return typeError('request body is already being read');
    if (request.body.isRead) return nothing;
    return { ok: true, value: this.#makeLater((_, settle, drop) => readingBody(request, this.#state, settle, drop)) };
  }

  bodyText(): PortOutcome<string> {
    return { ok: true, value: this.#wholeBody().toString('utf8') };
  }

  bodyBytes(allocate: Allocate): PortOutcome<Uint8Array> {
    return { ok: true, value: filled(this.#wholeBody(), allocate) };
  }

  form(maxKeys: number): ReturnType<HttpRequestPort['form']> {
    return formEntries(this.#request.headersIn.first('content-type'), this.#wholeBody(), maxKeys);
  }

  #ofBody<T>(read: (bytes: Buffer) => T): PortOutcome<T | undefined> {
    const { content: body } = this.#request.body;
    const isNone = body === undefined || (body.file !== undefined && body.length === 0);
    return isNone ? nothing : { ok: true, value: read(this.#wholeBody()) };
  }

  /** Reads a file once. */
  #wholeBody(): Buffer {
    const { content: body } = this.#request.body;
    if (body?.file === undefined) return body?.memory ?? Buffer.alloc(0);
    if (this.#stored === undefined && body.length > 0)
      this.#request.logLine('warn', 'http js reading request body from a temporary file');
    this.#stored ??= body.whole();
    return this.#stored;
  }

  return(status: number, text: string | Uint8Array | undefined): PortOutcome<undefined> {
    const request = this.#request;
    if (this.#state.phase === 'variable') return typeError('cannot return while a variable is computed');
    if (status < 0 || status > 999) return { ok: false, name: 'RangeError', message: 'code is out of range' };
    if (request.response.headerSent) {
      this.#state.failed = true;
      return sentAlready(request, 'send response');
    }
    if (text !== undefined && isRedirect(status) && !isHeaderValue(byteStringOf(text)))
      return typeError('invalid header value');
    const whole = returnedText(status, text);
    if (whole !== undefined) request.response.unconditional = true;
    const decision = returned(request, status, whole);
    if (decision.kind === 'refused') this.#state.refusal = decision.status;
    return outcomeOf(request, this.#state, 'send response');
  }

  send(part: string | Uint8Array): PortOutcome<undefined> {
    if (isFiltering(this.#state)) return typeError('cannot send while in body filter');
    if (this.#request.response.finished) return internalError('the response is finished');
    completeType(this.#request);
    if (this.#request.arrival.isGone?.() === true) abandon(this.#request);
    else sendPart(this.#request, bytesOf(part));
    return outcomeOf(this.#request, this.#state, 'send response');
  }

  sendHeader(): PortOutcome<undefined> {
    const request = this.#request;
    if (request.response.headerSent) return sentAlready(request, 'send header');
    request.response.unconditional = true;
    completeType(request);
    sendHeader(request, undefined);
    return outcomeOf(request, this.#state, 'send header');
  }

  finish(): PortOutcome<undefined> {
    if (isFiltering(this.#state)) return typeError('cannot finish while in body filter');
    const { phase } = this.#state;
    // Before there is a header nothing can be finished, and other handlers continue with the request.
    if (!this.#request.response.headerSent && (phase === 'access' || phase === 'variable')) return nothing;
    completeType(this.#request);
    finish(this.#request);
    this.#state.failed = false;
    return this.#state.headerRefused ? outcomeOf(this.#request, this.#state, 'send header') : nothing;
  }

  decline() {
    this.#state.declined = true;
    return nothing;
  }

  sendBuffer(data: string | Uint8Array, last: boolean | undefined): PortOutcome<undefined> {
    const state = this.#state;
    if (state.phase !== 'body filter') return typeError('cannot send buffer while not filtering');
    state.forwarded.push(bytesOf(data));
    state.forwardedLast = last ?? state.isLast;
    return nothing;
  }

  done(): PortOutcome<undefined> {
    if (this.#state.phase !== 'body filter') return typeError('cannot set done while not filtering');
    this.#state.done = true;
    return nothing;
  }

  internalRedirect(where: string | Uint8Array, isEscaped: boolean): PortOutcome<undefined> {
    if (this.#request.parent !== undefined) return typeError('internalRedirect cannot be called from a subrequest');
    if (isFiltering(this.#state)) return typeError('internalRedirect cannot be called while filtering');
    const uri = byteStringOf(where);
    if (uri === '') return typeError('uri is empty');
    this.#state.redirect = isEscaped ? uri : uri.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25'));
    return nothing;
  }

  subrequest(...call: InnerCall) {
    const portOf = (inner: HttpRequest, body: Buffer | undefined) =>
      new RequestPort(inner, new HandlerState(), this.#makeLater, body);
    return awaitedSubrequest(this.#request, call, this.#makeLater, portOf);
  }

  detachedSubrequest(...call: InnerCall) {
    return detachedSubrequest(this.#request, call);
  }

  responseText() {
    return this.#body?.toString('utf8');
  }

  responseBuffer(allocate: Allocate) {
    return this.#body === undefined ? undefined : filled(this.#body, allocate);
  }
}

/** A script does not learn of an unreadable body: its request is refused, or its client has left. */
function readingBody(
  request: HttpRequest,
  state: HandlerState,
  settle: (outcome: PortOutcome<undefined>) => void,
  drop: () => void,
): () => void {
  const end = (read: BodyDecision) => {
    request.body.reading = undefined;
    if (read.kind === 'declined') return settle(nothing);
    drop();
    state.refuse(read);
  };
  const read = readBody(request);
  // A body that is available at once also counts as being read until the script has its result.
  const reading =
    read instanceof Promise ? read : new Promise<BodyDecision>((resolve) => process.nextTick(resolve, read));
  request.body.reading = reading;
  void reading.then(end);
  // Reading continues without the script.
  return () => undefined;
}

/** A header filter may still change the header. */
function isHeaderOpen(request: HttpRequest, { filtersHeader }: HandlerState): boolean {
  return !request.response.headerSent || filtersHeader;
}

/** 2/http-request-object/r-headers-out: changes after the header was sent have no effect. */
function setHeader(
  request: HttpRequest,
  state: HandlerState,
  name: ByteString,
  values: readonly ByteString[],
): PortOutcome<undefined> {
  if (!isHeaderOpen(request, state)) {
    request.logLine('warn', `ignored setting of response header "${name}" because headers were already sent`);
    return nothing;
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return values.length === 0 ? nothing : typeError('invalid header name');
  // An empty value makes no line.
  const effective = effectiveOf(name, values).filter((value) => value !== '');
  const isLength = name.toLowerCase() === 'content-length';
  const wrong = effective.findIndex((value) => !isHeaderValue(value) || (isLength && !isLengthText(value)));
  if (wrong < 0) request.response.headers.assign(name, effective);
  // The previous values are replaced by the values before the invalid one.
  else if (!changedAtOnce.has(name.toLowerCase()) && !(isLength && request.response.headers.isLengthKnown))
    request.response.headers.set(name, effective.slice(0, wrong));
  if (wrong < 0) return nothing;
  return typeError(isLength ? 'failed converting argument to positive integer' : 'invalid header value');
}

/** Lengths are numbers of 63 bits. */
const isLengthText = (text: ByteString): boolean => /^\d+$/.test(text) && BigInt(text) < 2n ** 63n;

/** Headers with a fixed place, which keep the previous value when an invalid one is assigned. */
const changedAtOnce: ReadonlySet<string> = new Set([
  ...['content-encoding', 'content-type', 'date', 'last-modified', 'location', 'server'],
]);

/** The outcome of sending something. After a refused header the handler may send another one. */
function outcomeOf(request: HttpRequest, state: HandlerState, what: string): PortOutcome<undefined> {
  if (!request.response.broken) return nothing;
  if (state.headerRefused)
    state.headerRefused = request.response.broken = request.response.headerSent = request.response.finished = false;
  return internalError(`failed to ${what}`);
}

/** A filter must not send the response that it filters. */
function isFiltering({ phase }: HandlerState): boolean {
  return phase === 'header filter' || phase === 'body filter';
}

function internalError(message: string): PortOutcome<never> {
  return { ok: false, name: 'InternalError', message };
}

function sentAlready(request: HttpRequest, what: string): PortOutcome<never> {
  request.logLine('alert', 'header already sent');
  return internalError(`failed to ${what}`);
}

/** Below 400 a missing text is an empty one; from 400 on it requests the built-in page. */
function returnedText(status: number, text: string | Uint8Array | undefined): Buffer | undefined {
  if (text !== undefined) return bytesOf(text);
  return status < 400 ? Buffer.alloc(0) : undefined;
}
