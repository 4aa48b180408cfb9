import type { HttpRequest, HttpVariable } from '../../host/http/request.js';
import { authorityOf } from '../../host/http/uri.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { sizeOf } from '../../host/support/settings/values.js';
import { cached, volatile } from '../../host/variables/variables.js';

/** What `limit_rate` is for a request that has set it. */
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

/** Variables that are there without a value, since what they tell of is not. */
function absent(cacheable: boolean, ...names: readonly string[]): Readonly<Record<string, HttpVariable>> {
  return Object.fromEntries(names.map((name) => [name, { get: () => undefined, cacheable }]));
}

/** Variables of encrypted connections, which directives may replace. */
function ofTls(...names: readonly string[]): Readonly<Record<string, HttpVariable>> {
  return Object.fromEntries(
    names.map((name) => [`ssl_${name}`, { get: () => undefined, cacheable: true, writable: true }]),
  );
}

/** Embedded variables beside those that most handlers ask for. */
export const furtherVariables: Readonly<Record<string, HttpVariable>> = {
  limit_rate: limitRate,
  connection_time: volatile((request) => secondsSince(connectionStart(request))),
  pipe: cached(({ arrival }) => (arrival.isPipelined === true ? 'p' : '.')),
  http2: cached(() => ''),
  request_port: cached((request) => portAsked(request)),
  is_request_port: cached((request) => (portAsked(request) === '' ? '' : ':')),
  realip_remote_addr: cached(({ arrival }) => arrival.client.remoteAddress),
  realip_remote_port: cached(({ arrival }) => arrival.client.remotePort),
  ...absent(false, ...['rtt', 'rttvar', 'snd_cwnd', 'rcv_space'].map((name) => `tcpinfo_${name}`)),
  ...ofTls(
    ...['alpn_protocol', 'ciphers', 'curve', 'curves', 'early_data', 'session_id', 'sigalg', 'sigalgs'],
    ...['client_sigalg', 'ech_outer_server_name', 'ech_status'],
  ),
};

/** When the first request over a connection came; none is kept before. */
const connectionStarts = new WeakMap<object, number>();

function connectionStart({ arrival, started }: HttpRequest): number {
  const known = connectionStarts.get(arrival.client);
  if (known === undefined) connectionStarts.set(arrival.client, started);
  return known ?? started;
}

function secondsSince(milliseconds: number): string {
  return ((Date.now() - milliseconds) / 1000).toFixed(3);
}

/** The port that a client names in its request line, or else in its `Host` header. */
function portAsked({ arrival, headersIn }: HttpRequest): ByteString {
  const named = authorityOf(arrival.writtenTarget) ?? headersIn.first('host') ?? '';
  return /:(\d+)$/.exec(named)?.[1] ?? '';
}
