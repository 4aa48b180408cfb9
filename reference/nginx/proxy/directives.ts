import { isIP, type TcpNetConnectOpts } from 'node:net';
import { byteStringOf } from '../../host/support/byte-string.js';
import { type Block, blocksWithin, scopeOf, withinBoth, withinHttp } from '../../host/support/settings/block.js';
import {
  type DirectiveRule,
  listSetting,
  many,
  optionalSetting,
  type Statement,
  setting,
} from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, invalidParameter } from '../../host/support/settings/error.js';
import type { Template } from '../../host/support/settings/template.js';
import {
  buffersOf,
  configurationPath,
  count,
  flag,
  milliseconds,
  oneOf,
  setOf,
  size,
  sizeOf,
  template,
  word,
} from '../../host/support/settings/values.js';
import type { ModuleSubject } from '../modules/subject.js';
import { type PemSource, pemSource } from '../tls/pem.js';
import { proxyPassDirective } from './pass.js';

/** Statuses after which another server may be tried. */
export const nextStatuses = [500, 502, 503, 504, 403, 404, 429] as const;
/** Reasons to try another server. */
export type NextReason = 'error' | 'timeout' | 'invalid_header' | `http_${(typeof nextStatuses)[number]}`;
type NextWord = NextReason | 'non_idempotent' | 'updating' | 'off';

/** Response headers that affect the host. */
const acting = [
  ...(['X-Accel-Redirect', 'X-Accel-Expires', 'X-Accel-Limit-Rate', 'X-Accel-Buffering', 'X-Accel-Charset'] as const),
  ...(['Expires', 'Cache-Control', 'Set-Cookie', 'Vary'] as const),
];
export type ActingHeader = (typeof acting)[number];

/** A header of the forwarded request. */
export interface SentHeader {
  readonly name: string;
  readonly value: Template;
}

const named = ([name = '']: readonly string[]) => [name.toLowerCase()];

/** Settings of sending, reading and trying. */
export const proxySettings = {
  setHeaders: listSetting<SentHeader>('proxy_set_header', withinHttp, sentHeader, [], { arity: [2, 2] }),
  hideHeaders: listSetting<string>('proxy_hide_header', withinHttp, named, []),
  passHeaders: listSetting<string>('proxy_pass_header', withinHttp, named, []),
  ignoreHeaders: setting<ReadonlySet<ActingHeader>>('proxy_ignore_headers', withinHttp, setOf(...acting), new Set(), {
    arity: [1, many],
  }),
  sentMethod: optionalSetting<Template>('proxy_method', withinHttp, template),
  sentVersion: setting('proxy_http_version', withinHttp, oneOf('1.0', '1.1'), '1.1'),
  passRequestHeaders: setting('proxy_pass_request_headers', withinHttp, flag, true),
  passRequestBody: setting('proxy_pass_request_body', withinHttp, flag, true),
  sentBody: optionalSetting<Template>('proxy_set_body', withinHttp, template),
  requestBuffering: setting('proxy_request_buffering', withinHttp, flag, true),
  buffering: setting('proxy_buffering', withinHttp, flag, true),
  bufferSize: setting('proxy_buffer_size', withinHttp, size, 4096),
  buffers: setting('proxy_buffers', withinHttp, buffersOf, { count: 8, size: 4096 }, { arity: [2, 2] }),
  cacheZones: listSetting<string>('proxy_cache_path', ['http'], cacheZone, [], { arity: [2, many] }),
  cache: setting('proxy_cache', withinHttp, word, 'off'),
  busySize: optionalSetting<number>('proxy_busy_buffers_size', withinHttp, size),
  passTrailers: setting('proxy_pass_trailers', withinHttp, flag, false),
  interceptErrors: setting('proxy_intercept_errors', withinHttp, flag, false),
  ignoreClientAbort: setting('proxy_ignore_client_abort', withinHttp, flag, false),
  connectTimeout: setting('proxy_connect_timeout', withinBoth, milliseconds, 60_000),
  readTimeout: setting('proxy_read_timeout', withinHttp, milliseconds, 60_000),
  sendTimeout: setting('proxy_send_timeout', withinHttp, milliseconds, 60_000),
  nextUpstream: setting<ReadonlySet<NextWord>>(
    'proxy_next_upstream',
    withinHttp,
    setOf<NextWord>(
      ...(['error', 'timeout', 'invalid_header', 'non_idempotent', 'updating', 'off'] as const),
      ...nextStatuses.map((status) => `http_${status}` as const),
    ),
    new Set<NextWord>(['error', 'timeout']),
    { arity: [1, many] },
  ),
  nextTries: setting('proxy_next_upstream_tries', withinBoth, count, 0),
  nextTimeout: setting('proxy_next_upstream_timeout', withinBoth, milliseconds, 0),
  tlsSessionReuse: setting('proxy_ssl_session_reuse', withinBoth, flag, true),
  tlsVerify: setting('proxy_ssl_verify', withinBoth, flag, false),
  tlsServerName: setting('proxy_ssl_server_name', withinBoth, flag, false),
  tlsName: optionalSetting<Template>('proxy_ssl_name', withinBoth, template),
  tlsTrusted: optionalSetting<string>('proxy_ssl_trusted_certificate', withinBoth, file),
  tlsCertificate: optionalSetting<PemSource>('proxy_ssl_certificate', withinBoth, pem),
  tlsKey: optionalSetting<PemSource>('proxy_ssl_certificate_key', withinBoth, pem),
  tlsCiphers: setting('proxy_ssl_ciphers', withinBoth, word, 'DEFAULT'),
  tlsVersions: setting<ReadonlySet<string>>(
    'proxy_ssl_protocols',
    withinBoth,
    setOf<string>('SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'),
    new Set(['TLSv1.2', 'TLSv1.3']),
    { arity: [1, many] },
  ),
  /** The local address of connections to servers. */
  localAddress: optionalSetting<Template>('proxy_bind', withinBoth, bindTemplate, { arity: [1, 2] }),
};

/** {@link localAddress} for a request or session. */
export function bindingOf({ block, variables }: ModuleSubject): ReturnType<typeof boundAddress> {
  const configured = proxySettings.localAddress.of(block);
  return configured === undefined ? undefined : boundAddress(variables.evaluate(configured));
}

/** Directives about sending, reading and trying; those that change the response are separate. */
export const proxyDirectives: readonly DirectiveRule[] = [...Object.values(proxySettings), proxyPassDirective];

/** Using the client's address needs privileges that the host does not have; the system then chooses an address. */
function bindTemplate([text = '', how]: readonly string[], reading: Statement): Template | undefined {
  const { place } = reading;
  if (how !== undefined && how !== 'transparent') throw invalidParameter(how, place);
  const isOff = text === 'off' || how !== undefined;
  if (text !== 'off' && !text.includes('$') && boundAddress(text) === undefined)
    throw new ConfigurationError(`invalid address "${text}"`, place);
  return isOff ? undefined : template([text], reading);
}

/** An address with or without a port; `undefined` for other text. */
function boundAddress(text: string): Pick<TcpNetConnectOpts, 'localAddress' | 'localPort'> | undefined {
  if (isIP(text) !== 0) return { localAddress: text };
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const localAddress = host.replace(/^\[|\]$/g, '');
  if (isIP(localAddress) === 0) return undefined;
  return port === undefined ? { localAddress } : { localAddress, localPort: Number(port) };
}

/** Checks that the settings of an `http` block fit together. Throws ConfigurationError. */
export function checkProxySettings(http: Block, end: ConfigurationPosition): void {
  for (const block of blocksWithin(http)) {
    if (!withinHttp.includes(block.context)) continue;
    checkBuffers(block, end);
    checkCache(block, end);
  }
}

/** Nothing is cached, but an undeclared cache is rejected. Throws ConfigurationError. */
function checkCache(block: Block, end: ConfigurationPosition): void {
  const name = proxySettings.cache.of(block);
  if (name === 'off' || name.includes('$') || proxySettings.cacheZones.of(block).includes(name)) return;
  throw new ConfigurationError(`"proxy_cache" zone "${name}" is unknown`, end);
}

/** Two pages, in bytes. */
const leastKeys = 8 * 1024;

function cacheZone(words: readonly string[], { place }: Statement): readonly [string] {
  const zone = words.find((word) => word.startsWith('keys_zone='));
  if (zone === undefined) throw new ConfigurationError('"proxy_cache_path" must have "keys_zone" parameter', place);
  const [, name = '', text = ''] = /^keys_zone=([^:]*):?(.*)$/s.exec(zone) ?? [];
  const bytes = sizeOf(text);
  if (bytes === undefined) throw new ConfigurationError(`invalid keys zone size "${zone}"`, place);
  if (bytes < leastKeys) throw new ConfigurationError(`keys zone "${zone}" is too small`, place);
  return [name];
}

/** Rejects buffers that are too small for their purpose. Throws ConfigurationError. */
function checkBuffers(block: Block, end: ConfigurationPosition): void {
  const { count, size } = proxySettings.buffers.of(block);
  if (count < 2) throw new ConfigurationError('there must be at least 2 "proxy_buffers"', end);
  const largest = Math.max(size, proxySettings.bufferSize.of(block));
  const busy = proxySettings.busySize.of(block) ?? 2 * largest;
  const mustBe = (what: string) => new ConfigurationError(`"proxy_busy_buffers_size" must be ${what}`, end);
  if (busy < largest) {
    throw mustBe(
      'equal to or greater than the maximum of the value of "proxy_buffer_size" and one of the "proxy_buffers"',
    );
  }
  if (busy > (count - 1) * size) throw mustBe('less than the size of all "proxy_buffers" minus one buffer');
}

function sentHeader([name = '', text = '']: readonly string[], { block, place }: Statement): readonly [SentHeader] {
  return [{ name: byteStringOf(name), value: scopeOf(block).template(text, place) }];
}

/** An empty word removes the value of outer blocks. */
function pem(words: readonly string[], reading: Statement): PemSource | undefined {
  return word(words) === '' ? undefined : pemSource(words, reading);
}

/** Like {@link pem}; certificates are relative to the configuration's folder. */
function file(words: readonly string[], reading: Statement): string | undefined {
  return word(words) === '' ? undefined : configurationPath(words, reading);
}
