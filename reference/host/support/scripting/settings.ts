import { scopeOf, withinBoth } from '../settings/block.js';
import { type DirectiveRule, many, optionalSetting, type Statement, setting } from '../settings/directive.js';
import { ConfigurationError } from '../settings/error.js';
import type { Template } from '../settings/template.js';
import { count, flag, milliseconds, oneOf, size, someOf, word } from '../settings/values.js';
import { readFetchProxy } from './fetch-proxy.js';
import { periodicDirective } from './periodics.js';

const protocols = ['tlsv1', 'tlsv1.1', 'tlsv1.2', 'tlsv1.3'] as const;
type FetchTlsProtocol = (typeof protocols)[number];
const second = 1000;

/**
 * Real hosts have two engines; this setting decides the differences that scripts see. With `qjs` a realm serves one request after the other
 * in its location and keeps the state of scripts. With `njs` each request has its own realm, with `require` and preloaded objects.
 */
export const engine = setting('js_engine', withinBoth, oneOf('njs', 'qjs'), 'njs', { since: '0.8.6' });
/** Realms that may be kept for later requests, and the number of bytes above which a realm is not kept. */
export const contextReuse = setting('js_context_reuse', withinBoth, size, 128, { since: '0.8.6' });
const contextReuseMaxSize = setting('js_context_reuse_max_size', withinBoth, size, 4 * 1024 ** 2, { since: '0.9.5' });

/** Settings of connections, timeouts and certificates of `fetch`. */
export const fetchSettings = {
  timeout: setting('js_fetch_timeout', withinBoth, milliseconds, 60 * second),
  /** 2/limits/fetch-read-buffer */
  bufferSize: setting('js_fetch_buffer_size', withinBoth, size, 4096),
  /** 2/limits/fetch-response-body */
  maxResponseBufferSize: setting('js_fetch_max_response_buffer_size', withinBoth, size, 32 * 1024),
  verify: setting('js_fetch_verify', withinBoth, flag, true),
  verifyDepth: setting('js_fetch_verify_depth', withinBoth, count, 100),
  trustedCertificate: optionalSetting<string>('js_fetch_trusted_certificate', withinBoth, word, { since: '0.7.0' }),
  ciphers: setting('js_fetch_ciphers', withinBoth, word, 'HIGH:!aNULL:!MD5'),
  protocols: setting<readonly FetchTlsProtocol[]>(
    'js_fetch_protocols',
    withinBoth,
    someOf(...protocols),
    ['tlsv1', 'tlsv1.1', 'tlsv1.2'],
    { arity: [1, many] },
  ),
  keepAlive: setting('js_fetch_keepalive', withinBoth, count, 0, { since: '0.9.2' }),
  keepAliveRequests: setting('js_fetch_keepalive_requests', withinBoth, count, 1000, { since: '0.9.2' }),
  keepAliveTime: setting('js_fetch_keepalive_time', withinBoth, milliseconds, 3600 * second, { since: '0.9.2' }),
  keepAliveTimeout: setting('js_fetch_keepalive_timeout', withinBoth, milliseconds, 60 * second, { since: '0.9.2' }),
  proxy: optionalSetting<FetchProxyUrl>('js_fetch_proxy', withinBoth, proxyUrl, { since: '0.9.4', once: false }),
} as const;

/** The URL of a proxy; a URL with variables is evaluated for each request. */
type FetchProxyUrl =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'computed'; readonly template: Template };

/** Settings of scripts that are the same for all protocols. */
export const scriptSettings: readonly DirectiveRule[] = [
  engine,
  contextReuse,
  inert(contextReuseMaxSize),
  ...Object.values(fetchSettings),
  periodicDirective,
  ...['js_load_http_native_module', 'js_load_stream_native_module'].map(nativeModule),
];

/** A directive without effect: memory is limited only by the number of resting realms. */
function inert({ name, contexts, arity, once, since, read }: DirectiveRule): DirectiveRule {
  const noted = (reading: Statement) => {
    read?.(reading);
    reading.isInert();
  };
  return { name, contexts, arity, once: once === true, read: noted, ...(since === undefined ? {} : { since }) };
}

/** Native modules cannot be loaded into our realms. */
function nativeModule(name: string): DirectiveRule {
  const read = ({ place }: Statement) => {
    throw new ConfigurationError(`"${name}": native modules cannot be loaded here`, place);
  };
  return { name, contexts: ['main'], arity: [1, 3], read, since: '0.9.5' };
}

function proxyUrl([text = '']: readonly string[], { block, place }: Statement): FetchProxyUrl {
  if (text.includes('$')) return { kind: 'computed', template: scopeOf(block).template(text, place) };
  if (text === '') throw new ConfigurationError('proxy host is empty in URL: ', place);
  if (typeof readFetchProxy(text) === 'string') throw new ConfigurationError(`invalid proxy URL: ${text}`, place);
  return { kind: 'fixed', text };
}
