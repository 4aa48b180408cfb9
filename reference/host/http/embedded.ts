import type { ByteString } from '../byte-string.js';
import { commonVariables } from '../core/common-variables.js';
import { cached, type EmbeddedVariable, volatile } from '../core/variables.js';
import { hostName } from './host-header.js';
import { type HttpRequest, newRequestId } from './request.js';

type Variable = EmbeddedVariable<HttpRequest>;

const args: Variable = {
  get: (request) => request.args,
  set: (request, value) => {
    request.args = value;
  },
  cacheable: false,
};

const embedded: Readonly<Record<string, Variable>> = {
  ...commonVariables<HttpRequest>((request) => request.arrival.client),
  args,
  query_string: volatile((request) => request.args),
  is_args: volatile((request) => (request.args === '' ? '' : '?')),
  uri: volatile((request) => request.uri),
  document_uri: volatile((request) => request.uri),
  request_uri: cached((request) => request.arrival.target.unparsed),
  request: cached((request) => request.requestLine),
  request_method: cached((request) => request.arrival.method),
  request_id: cached(newRequestId),
  request_body: volatile(({ body }) => (body?.inFile === false ? body.bytes.toString('latin1') : undefined)),
  request_length: volatile((request) => String(requestLength(request))),
  request_completion: volatile((request) => (request.finished ? 'OK' : '')),
  request_time: volatile((request) => ((Date.now() - request.started) / 1000).toFixed(3)),
  host: cached((request) => hostOf(request)),
  remote_user: cached((request) => remoteUser(request)),
  server_name: cached((request) => request.arrival.server.names[0] ?? ''),
  server_protocol: cached((request) => request.protocol),
  scheme: cached(() => 'http'),
  https: cached(() => ''),
  content_type: cached((request) => request.headersIn.first('content-type')),
  content_length: cached((request) => request.headersIn.first('content-length')),
  status: volatile((request) => String(request.status).padStart(3, '0')),
  body_bytes_sent: volatile((request) => String(request.bytesSent)),
  connection_requests: cached((request) => String(request.arrival.requestsOfClient)),
};

/** Families of variables: what follows the prefix says which one. */
const families: readonly (readonly [string, (name: string) => Variable['get']])[] = [
  ['http_', (name) => (request) => headerValue(request.headersIn.raw, name)],
  ['sent_http_', (name) => (request) => headerValue(sentLines(request), name)],
  ['arg_', (name) => (request) => argument(request.args, name)],
  ['cookie_', (name) => (request) => cookie(request, name)],
];

/** The embedded variable of a lower-case name. */
export function embeddedVariable(name: string): Variable | undefined {
  if (Object.hasOwn(embedded, name)) return embedded[name];
  for (const [prefix, make] of families) {
    if (name.startsWith(prefix) && name.length > prefix.length) {
      return { get: make(name.slice(prefix.length)), cacheable: false, family: true };
    }
  }
  return undefined;
}

function hostOf(request: HttpRequest): ByteString {
  const header = request.headersIn.first('host');
  return (header === undefined ? undefined : hostName(header)) ?? request.arrival.server.names[0] ?? '';
}

/** 2/http-request-object/rule-1: the first value of a name in any case, not decoded. */
function argument(query: ByteString, name: string): ByteString | undefined {
  return pairValue(query.split('&'), name);
}

function cookie(request: HttpRequest, name: string): ByteString | undefined {
  return pairValue(
    request.headersIn.all('cookie').flatMap((line) => line.split(/;\s*/)),
    name,
  );
}

function pairValue(pairs: readonly ByteString[], name: string): ByteString | undefined {
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals >= 0 && pair.slice(0, equals).toLowerCase() === name) return pair.slice(equals + 1);
  }
  return undefined;
}

/** Values of the lines whose name is the variable's, with underscores for hyphens. */
function headerValue(namesAndValues: readonly ByteString[], name: string): ByteString | undefined {
  const isOf = (line: ByteString | undefined) => line?.toLowerCase().replaceAll('-', '_') === name;
  const values = namesAndValues.filter((_, at) => at % 2 === 1 && isOf(namesAndValues[at - 1]));
  return values.length === 0 ? undefined : values.join(name === 'cookie' ? '; ' : ', ');
}

function sentLines(request: HttpRequest): readonly ByteString[] {
  return request.headersOut.lines.flatMap(({ name, value }) => [name, value]);
}

function requestLength(request: HttpRequest): number {
  const lines = request.headersIn.raw.reduce((total, word) => total + word.length + 2, 0);
  return request.requestLine.length + 2 + lines + 2 + (request.body?.bytes.length ?? 0);
}

/** The name that a client gave for basic authentication. */
function remoteUser(request: HttpRequest): ByteString | undefined {
  const encoded = /^basic\s+(\S+)$/i.exec(request.headersIn.first('authorization') ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0];
}
