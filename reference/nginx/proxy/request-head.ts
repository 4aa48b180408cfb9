import type { RequestBody } from '../../host/http/body/body.js';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { headerPairs } from '../../host/support/raw-headers.js';
import { proxySettings, type SentHeader } from './directives.js';
import { isStreamed } from './request-body.js';

/** A request as a server receives it. */
export interface SentRequest {
  readonly method: ByteString;
  /** The head, and a body that is in memory. */
  readonly bytes: Buffer;
  /** A body in a file, which follows. */
  readonly stored: RequestBody | undefined;
}

/** Headers of a client that concern only its connection; the host writes its own. */
const ofConnection: readonly string[] = ['Connection', 'Transfer-Encoding', 'TE', 'Keep-Alive', 'Expect', 'Upgrade'];

/** Writes the request line, the headers and the body. */
export function sentRequest(request: HttpRequest, target: ByteString, host: ByteString): SentRequest {
  const { block, variables, headersIn } = request;
  const evaluated = proxySettings.sentMethod.of(block);
  const method = evaluated === undefined ? request.route.method : variables.evaluate(evaluated);
  const body = bodyOf(request);
  const lines = [`${method} ${target} HTTP/${proxySettings.sentVersion.of(block)}`];
  const written = proxySettings.setHeaders.of(block);
  for (const { name, value } of written) {
    const text = variables.evaluate(value);
    if (text !== '') lines.push(`${name}: ${text}`);
  }
  const isSet = (name: string) =>
    written.some((header: SentHeader) => header.name.toLowerCase() === name.toLowerCase());
  if (!isSet('Host')) lines.push(`Host: ${host}`);
  if (body.isChunked && !isSet('Transfer-Encoding')) lines.push('Transfer-Encoding: chunked');
  else if (!isSet('Content-Length') && body.announced !== undefined) lines.push(`Content-Length: ${body.announced}`);
  const own = new Set(['host', 'content-length', ...ofConnection.map((name) => name.toLowerCase())]);
  const passed = proxySettings.passRequestHeaders.of(block) ? headersIn.raw : [];
  for (const [name, value] of headerPairs(passed))
    if (!own.has(name.toLowerCase()) && !isSet(name)) lines.push(`${name}: ${value}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { method, bytes: Buffer.concat([head, body.bytes]), stored: body.stored };
}

interface SentBody {
  readonly bytes: Buffer;
  readonly stored?: RequestBody | undefined;
  /** The announced length; `undefined` if the client sent none. */
  readonly announced: number | undefined;
  readonly isChunked: boolean;
}

function bodyOf(request: HttpRequest): SentBody {
  const { block, variables, headersIn } = request;
  const own = proxySettings.sentBody.of(block);
  if (own !== undefined) {
    const bytes = Buffer.from(variables.evaluate(own), 'latin1');
    return { bytes, announced: bytes.length, isChunked: false };
  }
  const length = headersIn.first('content-length');
  const isCut = headersIn.first('transfer-encoding') !== undefined;
  const nothing = Buffer.alloc(0);
  if (isStreamed(request)) return { bytes: nothing, announced: Number(length), isChunked: isCut };
  const { content: body } = request.body;
  const read = body?.length ?? 0;
  const isGiven = request.arrival.given?.isOwn === true;
  const announced = isGiven || length !== undefined || isCut || read > 0 ? read : undefined;
  if (body === undefined || !proxySettings.passRequestBody.of(block))
    return { bytes: nothing, announced, isChunked: false };
  return { bytes: body.memory, stored: body.file === undefined ? undefined : body, announced, isChunked: false };
}
