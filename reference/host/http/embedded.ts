import { hostname } from 'node:os';
import type { Octets } from '../octets.js';
import { hostVersion } from '../version.js';
import { type HttpRequest, newRequestId } from './request.js';

/** A variable that the host knows without any directive. */
export interface EmbeddedVariable {
  readonly get: (request: HttpRequest) => Octets | undefined;
  /** Where assigning does more than to replace the value. */
  readonly set?: (request: HttpRequest, value: Octets) => void;
  /** Keeps its value within a request once the configuration references it. */
  readonly cacheable: boolean;
  readonly prefixed?: boolean;
}

const cached = (get: EmbeddedVariable['get']): EmbeddedVariable => ({ get, cacheable: true });
const volatile = (get: EmbeddedVariable['get']): EmbeddedVariable => ({ get, cacheable: false });
const args: EmbeddedVariable = {
  get: (request) => request.args,
  set: (request, value) => {
    request.args = value;
  },
  cacheable: false,
};

const embedded: Readonly<Record<string, EmbeddedVariable>> = {
  args,
  query_string: args,
  is_args: volatile((request) => (request.args === '' ? '' : '?')),
  uri: volatile((request) => request.uri),
  document_uri: volatile((request) => request.uri),
  request_uri: cached((request) => request.target),
  request: cached((request) => `${request.method} ${request.target} ${request.protocol}`),
  request_method: cached((request) => request.method),
  request_id: cached(newRequestId),
  host: cached((request) => hostOf(request)),
  remote_addr: cached((request) => request.remoteAddress),
  remote_port: cached((request) => String(request.message.socket.remotePort ?? '')),
  server_addr: cached((request) => (request.message.socket.localAddress ?? '').replace(/^::ffff:/, '')),
  server_port: cached((request) => String(request.message.socket.localPort ?? '')),
  server_name: cached((request) => request.server.names[0] ?? ''),
  server_protocol: cached((request) => request.protocol),
  scheme: cached(() => 'http'),
  content_type: cached((request) => request.headersIn.first('content-type')),
  content_length: cached((request) => request.headersIn.first('content-length')),
  status: volatile((request) => String(request.status).padStart(3, '0')),
  msec: volatile(() => (Date.now() / 1000).toFixed(3)),
  request_time: volatile((request) => ((Date.now() - request.started) / 1000).toFixed(3)),
  pid: cached(() => String(process.pid)),
  hostname: cached(() => hostname()),
  nginx_version: cached(() => hostVersion),
  connection: cached((request) => String(request.connection.number)),
  connection_requests: cached((request) => String(request.connection.requests)),
};

/** Families of variables: what follows the prefix says which one. */
const families: readonly (readonly [string, (name: string) => EmbeddedVariable])[] = [
  ['http_', (name) => family((request) => request.headersIn.joined(name.replaceAll('_', '-')))],
  ['arg_', (name) => family((request) => argument(request.args, name))],
  ['cookie_', (name) => family((request) => cookie(request, name))],
  ['sent_http_', (name) => family((request) => sentHeader(request, name.replaceAll('_', '-')))],
];

function family(get: EmbeddedVariable['get']): EmbeddedVariable {
  return { get, cacheable: false, prefixed: true };
}

/** The embedded variable of a lower-case name. */
export function embeddedVariable(name: string): EmbeddedVariable | undefined {
  if (Object.hasOwn(embedded, name)) return embedded[name];
  for (const [prefix, make] of families) {
    if (name.startsWith(prefix) && name.length > prefix.length) return make(name.slice(prefix.length));
  }
  return undefined;
}

function hostOf(request: HttpRequest): Octets {
  const header = request.headersIn.first('host');
  return header === undefined ? (request.server.names[0] ?? '') : header.toLowerCase().replace(/:\d*$/, '');
}

/** 2/http-request-object-r/rule-1: the first value of a name in any case, not decoded. */
function argument(query: Octets, name: string): Octets | undefined {
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals >= 0 && pair.slice(0, equals).toLowerCase() === name) return pair.slice(equals + 1);
  }
  return undefined;
}

function cookie(request: HttpRequest, name: string): Octets | undefined {
  for (const line of request.headersIn.all('cookie')) {
    for (const pair of line.split(/;\s*/)) {
      const equals = pair.indexOf('=');
      if (equals >= 0 && pair.slice(0, equals).toLowerCase() === name) return pair.slice(equals + 1);
    }
  }
  return undefined;
}

function sentHeader(request: HttpRequest, name: string): Octets | undefined {
  const values = request.headersOut.all(name);
  return values.length === 0 ? undefined : values.join(', ');
}
