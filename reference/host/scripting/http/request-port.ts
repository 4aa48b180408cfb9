import type { HttpRequestPort } from '../../../port/http-request.js';
import type { Outcome } from '../../../port/outcome.js';
import { type ByteString, byteStringOf, bytesOf, textOf } from '../../byte-string.js';
import { completeType } from '../../http/filters.js';
import type { HttpRequest } from '../../http/request.js';
import { finish, isHeaderValue, isRedirect, returned, sendHeader, sendPart } from '../../http/response.js';
import { versionNumber } from '../../http/wire/head.js';
import { logScript } from '../subject-scripts.js';
import { filled, nothing, optionalText, typeError, variablePort } from '../variable-port.js';
import { HandlerState } from './handler-state.js';
import { innerPorts, type MakeLater } from './inner-port.js';

/** The versions that have a name for scripts, by number. */
const knownVersions: ReadonlyMap<number, string> = new Map(
  ['0.9', '1.0', '1.1'].map((version) => [versionNumber(version), version]),
);

/** Variables that real hosts know in their configuration alone: scripts do not find them. */
const ofDirectives: ReadonlySet<ByteString> = new Set([
  'proxy_add_x_forwarded_for',
  'proxy_host',
  'proxy_internal_body_length',
  'proxy_internal_chunked',
  'proxy_port',
]);

/** The port of one request object; `body` is that of a response to a subrequest. */
export function requestPort(
  request: HttpRequest,
  state: HandlerState,
  makeLater: MakeLater,
  body?: Buffer,
): HttpRequestPort {
  return {
    phase: () => state.phase,
    method: () => textOf(request.method),
    uri: () => textOf(request.uri),
    httpVersion: () => knownVersions.get(versionNumber(request.arrival.httpVersion)) ?? '',
    remoteAddress: () => request.arrival.client.remoteAddress,
    internal: () => request.internal || request.match?.location.internal === true,
    args: () => textOf(request.args),
    status: () => (request.headless ? 0 : request.status),
    setStatus: (status) => {
      request.status = status;
    },
    log: (level, message) => logScript(request, level, message),
    variables: variablePort({
      get: (name) => (ofDirectives.has(name.toLowerCase()) ? undefined : request.variables.get(name)),
      assign: (name, value) => request.variables.assign(name, value),
    }),
    ...headerPorts(request, state),
    ...bodyPorts(request),
    ...responsePorts(request, state),
    ...filterPorts(state),
    ...innerPorts(request, makeLater, (inner, text) => requestPort(inner, new HandlerState(), makeLater, text)),
    decline: () => {
      state.declined = true;
      return nothing;
    },
    internalRedirect: (where) => {
      if (request.parent !== undefined) return typeError('internalRedirect cannot be called from a subrequest');
      state.redirect = byteStringOf(where);
      return nothing;
    },
    responseText: () => body?.toString('utf8'),
    responseBuffer: (allocate) => (body === undefined ? undefined : filled(allocate, body)),
  };
}

function headerPorts(request: HttpRequest, state: HandlerState): Pick<HttpRequestPort, 'headersIn' | 'headersOut'> {
  const { headersIn, headersOut } = request;
  return {
    headersIn: {
      get: (name) => optionalText(headersIn.seen(byteStringOf(name))),
      names: () => headersIn.names().map(textOf),
      raw: () => headersIn.raw.map(textOf),
    },
    headersOut: {
      get: (name) => {
        const seen = headersOut.seen(byteStringOf(name));
        return seen === undefined || typeof seen === 'string' ? optionalText(seen) : seen.map(textOf);
      },
      names: () => headersOut.names().map(textOf),
      raw: () => headersOut.lines.flatMap(({ name, value }) => [textOf(name), textOf(value)]),
      set: (name, ...values) => setHeader(request, state, byteStringOf(name), values.map(byteStringOf)),
    },
  };
}

/** A filter of headers runs while the header is about to go out. */
function isHeaderOpen(request: HttpRequest, { phase }: HandlerState): boolean {
  return !request.headerSent || phase === 'header filter';
}

/** 2/http-request-object/r-headers-out: once the header is sent nothing changes any more. */
function setHeader(
  request: HttpRequest,
  state: HandlerState,
  name: ByteString,
  values: readonly ByteString[],
): Outcome<undefined> {
  if (!isHeaderOpen(request, state)) {
    request.logLine('warn', `ignored setting of response header "${name}" because headers were already sent`);
    return nothing;
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return values.length === 0 ? nothing : typeError('invalid header name');
  if (!values.every(isHeaderValue)) return typeError('invalid header value');
  if (name.toLowerCase() === 'content-length' && values.some((value) => !/^\d+$/.test(value))) {
    return typeError('invalid content length');
  }
  request.headersOut.set(name, values);
  return nothing;
}

function bodyPorts(request: HttpRequest): Pick<HttpRequestPort, 'requestText' | 'requestBuffer'> {
  const body = <T>(read: (bytes: Buffer) => T): Outcome<T | undefined> => {
    if (request.body === undefined) return nothing;
    if (request.body.inFile) return { ok: false, name: 'Error', message: 'request body is in a file' };
    return { ok: true, value: read(request.body.bytes) };
  };
  return {
    requestText: () => body((bytes) => bytes.toString('utf8')),
    requestBuffer: (allocate) => body((bytes) => filled(allocate, bytes)),
  };
}

function responsePorts(
  request: HttpRequest,
  state: HandlerState,
): Pick<HttpRequestPort, 'return' | 'send' | 'sendHeader' | 'finish'> {
  return {
    return: (status, text) => {
      if (status < 0 || status > 999) return { ok: false, name: 'RangeError', message: 'code is out of range' };
      if (request.headerSent) {
        state.failed = true;
        return sentAlready(request, 'send response');
      }
      if (text !== undefined && isRedirect(status) && !isHeaderValue(byteStringOf(text)))
        return typeError('invalid header value');
      const whole = returnedText(status, text);
      if (whole !== undefined) request.unconditional = true;
      const decision = returned(request, status, whole);
      if (decision.kind === 'refused') state.refusal = decision.status;
      return outcomeOf(request, state, 'send response');
    },
    send: (part) => {
      if (isFiltering(state)) return typeError('cannot send while in body filter');
      if (request.finished) return internalError('the response is finished');
      completeType(request);
      sendPart(request, bytesOf(part));
      return outcomeOf(request, state, 'send response');
    },
    sendHeader: () => {
      if (request.headerSent) return sentAlready(request, 'send header');
      request.unconditional = true;
      completeType(request);
      sendHeader(request, undefined);
      return outcomeOf(request, state, 'send header');
    },
    finish: () => {
      if (isFiltering(state)) return typeError('cannot finish while in body filter');
      completeType(request);
      finish(request);
      state.failed = false;
      return state.headerRefused ? outcomeOf(request, state, 'send header') : nothing;
    },
  };
}

/** What became of something sent. After a refused header the handler may send another one. */
function outcomeOf(request: HttpRequest, state: HandlerState, what: string): Outcome<undefined> {
  if (!request.broken) return nothing;
  if (state.headerRefused) state.headerRefused = request.broken = request.headerSent = request.finished = false;
  return failedTo(what);
}

/** What the response goes through cannot be called for by what it goes through. */
function isFiltering({ phase }: HandlerState): boolean {
  return phase === 'header filter' || phase === 'body filter';
}

function filterPorts(state: HandlerState): Pick<HttpRequestPort, 'sendBuffer' | 'done'> {
  return {
    sendBuffer: (data, last) => {
      if (state.phase !== 'body filter') return typeError('cannot send buffer while not filtering');
      state.forwarded.push(bytesOf(data));
      state.forwardedLast ||= last;
      return nothing;
    },
    done: () => {
      if (state.phase !== 'body filter') return typeError('cannot set done while not filtering');
      state.done = true;
      return nothing;
    },
  };
}

function internalError(message: string): Outcome<never> {
  return { ok: false, name: 'InternalError', message };
}

function sentAlready(request: HttpRequest, what: string): Outcome<never> {
  request.logLine('alert', 'header already sent');
  return failedTo(what);
}

function failedTo(what: string): Outcome<never> {
  return internalError(`failed to ${what}`);
}

/** Below 400 a missing text is an empty one; above, it asks for the built-in page. */
function returnedText(status: number, text: string | Uint8Array | undefined): Buffer | undefined {
  if (text !== undefined) return bytesOf(text);
  return status < 400 ? Buffer.alloc(0) : undefined;
}
