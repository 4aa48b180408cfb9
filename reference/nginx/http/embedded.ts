import { type HttpRequest, type HttpVariable, newRequestId } from '../../host/http/request.js';
import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import { headerValues, headerVariable, type RawHeaders } from '../../host/support/raw-headers.js';
import { cached, volatile } from '../../host/variables/variables.js';
import { furtherValue } from '../core/proxy-protocol/header.js';
import { proxyVariable } from '../proxy/variables.js';
import { documentRoot, filePathOf, realRoot } from '../static/paths.js';
import { schemeOf, tlsVariables } from '../tls/variables.js';
import { commonVariables } from '../variables/common-variables.js';
import { hostName } from '../wire/host-header.js';
import { wireOf } from '../wire/settings.js';
import { credentialsOf } from './credentials.js';
import { furtherVariables } from './further-variables.js';

const args: HttpVariable = {
  get: (request) => argsOf(request),
  set: (request, value) => {
    request.route.args = value ?? '';
    request.route.hasArgs = value !== undefined;
  },
  cacheable: false,
};

/** Headers that the host itself adds when the header is sent; other headers are read as set. */
const sentVariables: Readonly<Record<string, HttpVariable>> = {
  sent_http_connection: cached((request) => {
    if (request.response.status === 101) return 'upgrade';
    return goesOn(request) ? 'keep-alive' : 'close';
  }),
  sent_http_keep_alive: cached((request) => {
    const { announced } = wireOf(request.block).keepAliveTimeout;
    return goesOn(request) && announced > 0 ? `timeout=${announced}` : undefined;
  }),
  sent_http_transfer_encoding: cached(({ response: { sentHead } }) =>
    sentHead?.isChunked === true ? 'chunked' : undefined,
  ),
  sent_http_location: cached(({ response: { sentHead, headers: headersOut } }) => {
    const [location] = headerValues(sentHead?.headers ?? [], 'location');
    return location ?? headersOut.all('Location')[0];
  }),
};

const embedded: Readonly<Record<string, HttpVariable>> = {
  ...commonVariables<HttpRequest>((request) => request.client),
  args,
  query_string: volatile((request) => argsOf(request)),
  is_args: volatile((request) => (request.route.args === '' ? '' : '?')),
  uri: volatile(uriOf),
  document_uri: volatile(uriOf),
  request_uri: cached((request) => (isRead(request) ? request.arrival.target.unparsed : undefined)),
  request: cached((request) => (request.main.arrival.httpVersion === '' ? undefined : request.requestLine)),
  request_method: volatile((request) => (isRead(request) ? request.main.route.method : undefined)),
  request_id: cached(newRequestId),
  request_body: cached(({ body: { content: body } }) =>
    body?.file === undefined ? body?.memory.toString('latin1') : undefined,
  ),
  request_body_file: cached(({ body: { file: bodyFile } }) =>
    bodyFile === undefined ? undefined : byteStringOf(bodyFile.path),
  ),
  request_length: volatile((request) => String(requestLength(request))),
  request_completion: cached((request) => (isComplete(request) ? 'OK' : '')),
  request_time: volatile((request) => ((Date.now() - request.started) / 1000).toFixed(3)),
  host: cached((request) => hostOf(request)),
  remote_user: cached((request) => credentialsOf(request)?.user),
  server_name: cached((request) => request.arrival.server.names[0] ?? ''),
  server_protocol: cached(({ main }) => (main.arrival.httpVersion === '0.9' ? undefined : main.protocol)),
  scheme: cached(schemeOf),
  https: cached((request) => (schemeOf(request) === 'https' ? 'on' : '')),
  ...tlsVariables,
  document_root: volatile(documentRoot),
  realpath_root: volatile(realRoot),
  request_filename: volatile((request) => filePathOf(request)),
  content_type: cached((request) => request.headersIn.first('content-type')),
  content_length: volatile((request) => contentLength(request)),
  status: volatile((request) => statusText(request)),
  body_bytes_sent: cached((request) => String(bodyBytes(request))),
  bytes_sent: cached(({ main }) => String((main.response.sentHead?.size ?? 0) + bodyBytes(main))),
  ...sentVariables,
  connection_requests: cached((request) => String(request.arrival.requestsOfClient)),
};

/** Families of variables: the text after the prefix selects one. */
const families: readonly (readonly [string, (name: string) => HttpVariable['get']])[] = [
  ['http_', (name) => (request) => headerLines(request.headersIn.raw, name)],
  ['sent_http_', (name) => (request) => headerLines(sentLines(request), name)],
  ['sent_trailer_', (name) => (request) => headerLines(request.response.headers.trailers?.() ?? [], name)],
  ['arg_', (name) => (request) => argument(request.route.args, name)],
  ['cookie_', (name) => (request) => cookie(request, name)],
  ['proxy_protocol_tlv_', (name) => (request) => furtherValue(request.arrival.client.proxied, name)],
];

/** The embedded variable with a lower-case name. */
export function httpVariable(name: string): HttpVariable | undefined {
  if (Object.hasOwn(embedded, name)) return embedded[name];
  const ofProxy = proxyVariable(name);
  if (ofProxy !== undefined) return ofProxy;
  if (Object.hasOwn(furtherVariables, name)) return furtherVariables[name];
  for (const [prefix, make] of families) {
    if (name.startsWith(prefix)) {
      return { get: make(name.slice(prefix.length)), cacheable: prefix !== 'arg_', family: true };
    }
  }
  return undefined;
}

/** Bytes of the body, and of data sent before the response. */
function bodyBytes({ response: { bytesSent }, arrival }: HttpRequest): number {
  return bytesSent + (arrival.bytesAhead?.() ?? 0);
}

/** Whether there was a request line. */
function isRead({ main }: HttpRequest): boolean {
  return main.arrival.writtenTarget !== '';
}

function uriOf(request: HttpRequest): ByteString | undefined {
  return isRead(request) || request.route.internal ? request.route.uri : undefined;
}

/** Arguments may be empty, or absent. */
function argsOf({ route: { args, hasArgs } }: HttpRequest): ByteString | undefined {
  return args === '' && !hasArgs ? undefined : args;
}

/** The length in the header, or the actual length of a chunked body, or of a subrequest's own. */
function contentLength({
  headersIn,
  arrival,
  body: { content: body, isRead: bodyRead, reading },
  block,
}: HttpRequest): ByteString | undefined {
  const declared = headersIn.first('content-length');
  if (declared === undefined && arrival.given?.isOwn === true) return String(body?.length ?? 0);
  if (declared !== undefined || headersIn.first('transfer-encoding') === undefined) return declared;
  if (bodyRead) return String(body?.length ?? 0);
  if (reading !== undefined) return undefined;
  const { leftToDiscard } = arrival.body;
  // A real host reads the rest of such a body together with the next head.
  const isComing = leftToDiscard !== undefined && leftToDiscard > 0;
  return isComing ? String(Math.max(leftToDiscard, wireOf(block).largeHeaderBuffers.size)) : leftToDiscard?.toString();
}

function hostOf(request: HttpRequest): ByteString {
  const header = request.headersIn.first('host');
  const { host = header === undefined ? undefined : hostName(header) } = request.arrival;
  return host ?? request.arrival.server.names[0] ?? '';
}

/** 2/http-request-object/rule-1: the first value of a name in any letter case, not decoded. */
function argument(query: ByteString, name: string): ByteString | undefined {
  return pairValue(query.split('&'), name);
}

function cookie(request: HttpRequest, name: string): ByteString | undefined {
  for (const line of request.headersIn.all('cookie')) {
    const value = cookieIn(line, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A cookie with another name also ends with a comma; a value ends only with a semicolon. */
function cookieIn(line: ByteString, name: string): ByteString | undefined {
  for (let at = 0; at < line.length; ) {
    const rest = line.slice(at);
    const value = rest.toLowerCase().startsWith(name) ? /^ *= *([^;]*)/.exec(rest.slice(name.length))?.[1] : undefined;
    if (value !== undefined) return value;
    const [skipped = rest] = /^[^;,]*[;,] */.exec(rest) ?? [];
    at += skipped.length;
  }
  return undefined;
}

function pairValue(pairs: readonly ByteString[], name: string): ByteString | undefined {
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals >= 0 && pair.slice(0, equals).toLowerCase() === name) return pair.slice(equals + 1);
  }
  return undefined;
}

function headerLines(headers: RawHeaders, name: string): ByteString | undefined {
  return headerVariable(headers, name, name === 'cookie' ? '; ' : ', ');
}

function sentLines(request: HttpRequest): RawHeaders {
  return request.response.headers.lines.flatMap(({ name, value }) => [name, value]);
}

/** The length of a head that is incomplete, or was not received as bytes. */
function lengthOfHead({ requestLine, headersIn }: HttpRequest): number {
  return requestLine.length + 2 + headersIn.raw.reduce((total, word) => total + word.length + 2, 0);
}

/** Nothing was read for a subrequest. */
function requestLength(request: HttpRequest): number {
  if (request.parent !== undefined) return 0;
  const { headSize = isRead(request) ? lengthOfHead(request) : 0, body } = request.arrival;
  return headSize + body.received - (body.uncounted ?? 0);
}

function isComplete({ response, logContext, parent }: HttpRequest): boolean {
  const { finished, broken, cutShort, terminated } = response;
  const isOver = parent === undefined && logContext.doing === 'logging request';
  return isOver && finished && (!broken || cutShort) && !terminated;
}

/** The status of a response without a head, as in HTTP/0.9, is the version. */
function statusText({ response: { headless, forcedStatus, status }, arrival }: HttpRequest): string {
  const ofVersion = arrival.httpVersion === '0.9' ? 9 : 0;
  return headless ? '009' : String(forcedStatus || status || ofVersion).padStart(3, '0');
}

/** A request that has ended keeps no connection. */
function goesOn({ response: { keepAlive, finished } }: HttpRequest): boolean {
  return keepAlive && !finished;
}
