import type { HttpRequest, HttpVariable } from '../../host/http/request.js';
import { authorityOf } from '../../host/http/uri.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { sizeOf } from '../../host/support/settings/values.js';
import { cached, volatile } from '../../host/variables/variables.js';

/** The value of `limit_rate` for requests that have set it. */
const limitRates = new WeakMap<HttpRequest, ByteString>();

const limitRate: HttpVariable = {
  get: (request) => limitRates.get(request) ?? '0',
  set: (request, value = '') => {
    const bytes = /g$/i.test(value) ? undefined : sizeOf(value);
    if (bytes === undefined) request.logLine('error', `invalid $limit_rate "${value}"`);
    else limitRates.set(request, String(bytes));
  },
  cacheable: false,
};

/** Variables that exist without a value, because the host lacks their subject. */
function absent(cacheable: boolean, ...names: readonly string[]): Readonly<Record<string, HttpVariable>> {
  return Object.fromEntries(names.map((name) => [name, { get: () => undefined, cacheable }]));
}

/** Variables of encrypted connections, which directives may replace. */
function ofTls(...names: readonly string[]): Readonly<Record<string, HttpVariable>> {
  return Object.fromEntries(
    names.map((name) => [`ssl_${name}`, { get: () => undefined, cacheable: true, writable: true }]),
  );
}

/** Embedded variables that handlers rarely use. */
export const furtherVariables: Readonly<Record<string, HttpVariable>> = {
  limit_rate: limitRate,
  connection_time: volatile((request) => secondsSince(connectionStart(request))),
  pipe: cached(({ arrival }) => (arrival.isPipelined === true ? 'p' : '.')),
  http2: cached(() => ''),
  request_port: cached((request) => requestedPort(request)),
  is_request_port: cached((request) => (requestedPort(request) === '' ? '' : ':')),
  realip_remote_addr: cached(({ arrival }) => arrival.client.remoteAddress),
  realip_remote_port: cached(({ arrival }) => arrival.client.remotePort),
  ...absent(false, ...['rtt', 'rttvar', 'snd_cwnd', 'rcv_space'].map((name) => `tcpinfo_${name}`)),
  ...ofTls(
    ...['alpn_protocol', 'ciphers', 'curve', 'curves', 'early_data', 'session_id', 'sigalg', 'sigalgs'],
    ...['client_sigalg', 'ech_outer_server_name', 'ech_status'],
  ),
};

/** The time of the first request on a connection; not stored before. */
const connectionStarts = new WeakMap<object, number>();

function connectionStart({ arrival, started }: HttpRequest): number {
  const known = connectionStarts.get(arrival.client);
  if (known === undefined) connectionStarts.set(arrival.client, started);
  return known ?? started;
}

function secondsSince(milliseconds: number): string {
  return ((Date.now() - milliseconds) / 1000).toFixed(3);
}

/** The port in the client's request line, or in its `Host` header. */
function requestedPort({ arrival, headersIn }: HttpRequest): ByteString {
  const named = authorityOf(arrival.writtenTarget) ?? headersIn.first('host') ?? '';
  return /:(\d+)$/.exec(named)?.[1] ?? '';
}
