import type { HttpRequestPort } from '../../../port/http-request.js';
import type { Outcome } from '../../../port/outcome.js';
import { type ByteString, byteStringOf, bytesOf, textOf } from '../../byte-string.js';
import { versionNumber } from '../../http/head.js';
import type { HttpRequest } from '../../http/request.js';
import { finish, isHeaderValue, isRedirect, sendHeader, sendPart, sendReturn } from '../../http/response.js';
import { logScript } from '../subject-scripts.js';
import { filled, nothing, optionalText, typeError, variablePort } from '../variable-port.js';

/** The versions that have a name for scripts, by number. */
const knownVersions: ReadonlyMap<number, string> = new Map(
  ['0.9', '1.0', '1.1'].map((version) => [versionNumber(version), version]),
);

/** The port of one request object. */
export function requestPort(request: HttpRequest): HttpRequestPort {
  return {
    phase: () => request.scriptPhase,
    method: () => textOf(request.arrival.method),
    uri: () => textOf(request.uri),
    httpVersion: () => knownVersions.get(versionNumber(request.arrival.httpVersion)) ?? '',
    remoteAddress: () => request.arrival.client.remoteAddress,
    internal: () => request.internal || request.match?.location.internal === true,
    args: () => textOf(request.args),
    status: () => request.status,
    setStatus: (status) => {
      if (!request.headerSent) request.status = status;
    },
    log: (level, message) => logScript(request, level, message),
    variables: variablePort(request.variables),
    ...headerPorts(request),
    ...bodyPorts(request),
    ...responsePorts(request),
  };
}

function headerPorts(request: HttpRequest): Pick<HttpRequestPort, 'headersIn' | 'headersOut'> {
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
      set: (name, ...values) => setHeader(request, byteStringOf(name), values.map(byteStringOf)),
    },
  };
}

/** 2/http-request-object/r-headers-out: once the header is sent nothing changes any more. */
function setHeader(request: HttpRequest, name: ByteString, values: readonly ByteString[]): Outcome<undefined> {
  if (request.headerSent) {
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

function responsePorts(request: HttpRequest): Pick<HttpRequestPort, 'return' | 'send' | 'sendHeader' | 'finish'> {
  return {
    return: (status, text) => {
      if (status < 100 || status > 999) return { ok: false, name: 'RangeError', message: 'code is out of range' };
      if (request.headerSent) return { ok: false, name: 'InternalError', message: 'failed to send response' };
      if (text !== undefined && isRedirect(status) && !isHeaderValue(byteStringOf(text)))
        return typeError('invalid header value');
      sendReturn(request, status, returnedText(status, text));
      return nothing;
    },
    send: (part) => {
      if (request.finished) return { ok: false, name: 'InternalError', message: 'the response is finished' };
      sendPart(request, bytesOf(part));
      return nothing;
    },
    sendHeader: () => {
      if (request.headerSent) return { ok: false, name: 'InternalError', message: 'failed to send header' };
      sendHeader(request, undefined);
      return nothing;
    },
    finish: () => {
      finish(request);
      return nothing;
    },
  };
}

/** Below 400 a missing text is an empty one; above, it asks for the built-in page. */
function returnedText(status: number, text: string | Uint8Array | undefined): Buffer | undefined {
  if (text !== undefined) return bytesOf(text);
  return status < 400 ? Buffer.alloc(0) : undefined;
}
