import type { ConsoleLevel, HttpRequestPort, Outcome } from '../../port.js';
import { bytesOf, type Octets, octetsOf, textOf } from '../octets.js';
import { logLimit } from './log-limit.js';
import type { HttpRequest } from './request.js';
import { finish, sendHeader, sendPart, sendReturn } from './response.js';

const nothing: Outcome<undefined> = { ok: true, value: undefined };

const logLevelOf = { info: 'info', warn: 'warn', error: 'error' } as const;

/** The port of one request object. */
export function requestPort(
  request: HttpRequest,
  setReturnValue: (value: Octets | undefined) => void,
): HttpRequestPort {
  return {
    method: () => textOf(request.method),
    uri: () => textOf(request.uri),
    httpVersion: () => request.message.httpVersion,
    remoteAddress: () => request.remoteAddress,
    internal: () => request.match?.location.internal ?? false,
    args: () => textOf(request.args),
    headersIn: {
      get: (name) => optionalText(request.headersIn.joined(name)),
      names: () => request.headersIn.names().map(textOf),
      raw: () => request.headersIn.raw.map(textOf),
    },
    headersOut: {
      get: (name) => {
        const seen = request.headersOut.seen(name);
        return seen === undefined || typeof seen === 'string' ? optionalText(seen) : seen.map(textOf);
      },
      names: () => request.headersOut.names().map(textOf),
      raw: () => request.headersOut.lines.flatMap(({ name, value }) => [textOf(name), textOf(value)]),
      set: (name, values) => {
        if (!request.headerSent) request.headersOut.set(octetsOf(name), values.map(octetsOf));
        return nothing;
      },
    },
    status: () => request.status,
    setStatus: (status) => {
      request.status = status;
      return nothing;
    },
    variables: {
      text: (name) => ({ ok: true, value: optionalText(request.variables.get(name)) }),
      bytes: (name, allocate) => {
        const value = request.variables.get(name);
        return { ok: true, value: value === undefined ? undefined : filled(allocate, Buffer.from(value, 'latin1')) };
      },
      set: (name, value) => {
        const result = request.variables.assign(name, octetsOf(value));
        return result === 'assigned'
          ? nothing
          : { ok: false, name: 'TypeError', message: `variable "${name}": ${result}` };
      },
    },
    requestText: () => ({ ok: true, value: request.body?.toString('utf8') }),
    requestBuffer: (allocate) => ({
      ok: true,
      value: request.body === undefined ? undefined : filled(allocate, request.body),
    }),
    return: (status, text) => {
      sendReturn(request, status, text === undefined ? undefined : bytesOf(text));
      return nothing;
    },
    send: (part) => {
      sendPart(request, bytesOf(part));
      return nothing;
    },
    sendHeader: () => {
      sendHeader(request, undefined);
      return nothing;
    },
    finish: () => {
      finish(request);
      return nothing;
    },
    log: (level, message) => logMessage(request, level, message),
    setReturnValue: (value) => setReturnValue(value === undefined ? undefined : octetsOf(value)),
  };
}

function optionalText(octets: Octets | undefined): string | undefined {
  return octets === undefined ? undefined : textOf(octets);
}

function filled(allocate: (length: number) => Uint8Array, bytes: Buffer): Uint8Array {
  const target = allocate(bytes.length);
  Uint8Array.prototype.set.call(target, bytes);
  return target;
}

function logMessage(request: HttpRequest, level: ConsoleLevel, message: string | Uint8Array): void {
  const line = Buffer.concat([Buffer.from('js: '), logLimit(bytesOf(message)), Buffer.from(`, ${request.logSuffix}`)]);
  request.log.write(logLevelOf[level], line, request.connection.number);
}
