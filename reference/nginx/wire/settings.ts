import type { Block } from '../../host/support/settings/block.js';
import { withinHttp } from '../../host/support/settings/contexts.js';
import { type DirectiveRule, type Statement, setting } from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { DerivedSetting } from '../../host/support/settings/setting.js';
import { count, flag, milliseconds, oneOf, size, sizeOf, timeOf } from '../../host/support/settings/values.js';
import { servedWithoutHttp2 } from '../core/listen-parameters.js';

/** How long a connection may lie idle, and what the client is told of that. */
export interface KeepAliveTimeout {
  readonly milliseconds: number;
  /** Seconds in the header; 0 for none. */
  readonly told: number;
}

/** Buffers for heads that do not fit into the first one. */
export interface LargeBuffers {
  readonly count: number;
  readonly size: number;
}

const withinServer = ['http', 'server'];
const second = 1000;

const time = (name: string, initial: number, contexts = withinHttp) => setting(name, contexts, milliseconds, initial);
const onOff = (name: string, initial: boolean, contexts = withinHttp) => setting(name, contexts, flag, initial);

const headerBufferSize = setting('client_header_buffer_size', withinServer, size, 1024);
const largeHeaderBuffers = setting<LargeBuffers>(
  'large_client_header_buffers',
  withinServer,
  readBuffers,
  { count: 4, size: 8192 },
  { arity: [2, 2] },
);
const maxHeaders = setting('max_headers', withinServer, count, 1000);
const ignoreInvalidHeaders = onOff('ignore_invalid_headers', true, withinServer);
const underscoresInHeaders = onOff('underscores_in_headers', false, withinServer);
const mergeSlashes = onOff('merge_slashes', true, withinServer);
const headerTimeout = time('client_header_timeout', 60 * second, withinServer);
const sendTimeout = time('send_timeout', 60 * second);
const resetTimedOut = onOff('reset_timedout_connection', false);
const lingeringClose = setting('lingering_close', withinHttp, oneOf('off', 'on', 'always'), 'on');
const lingeringTime = time('lingering_time', 30 * second);
const lingeringTimeout = time('lingering_timeout', 5 * second);
const keepAliveTimeout = setting<KeepAliveTimeout>(
  'keepalive_timeout',
  withinHttp,
  readKeepAlive,
  { milliseconds: 75 * second, told: 0 },
  { arity: [1, 2] },
);
const keepAliveRequests = setting('keepalive_requests', withinHttp, count, 1000);
const keepAliveTime = time('keepalive_time', 3600 * second);
const keepAliveDisable = setting<readonly string[]>('keepalive_disable', withinHttp, readBrowsers, ['msie6'], {
  arity: [1, 2],
});
const chunkedTransferEncoding = onOff('chunked_transfer_encoding', true);
const absoluteRedirect = onOff('absolute_redirect', true);
const http2 = setting(
  'http2',
  withinServer,
  (words, reading) => {
    const isAsked = flag(words, reading);
    if (isAsked) reading.warn(servedWithoutHttp2);
    return isAsked;
  },
  false,
);
const serverNameInRedirect = onOff('server_name_in_redirect', false);
const serverTokens = setting('server_tokens', withinHttp, oneOf('on', 'off', 'build'), 'on');
const portInRedirect = onOff('port_in_redirect', true);

/** Directives about how requests and responses go over the wire. */
export const wireDirectives: readonly DirectiveRule[] = [
  http2,
  headerBufferSize,
  largeHeaderBuffers,
  maxHeaders,
  ignoreInvalidHeaders,
  underscoresInHeaders,
  mergeSlashes,
  headerTimeout,
  sendTimeout,
  resetTimedOut,
  lingeringClose,
  lingeringTime,
  lingeringTimeout,
  keepAliveTimeout,
  keepAliveRequests,
  keepAliveTime,
  keepAliveDisable,
  chunkedTransferEncoding,
  absoluteRedirect,
  serverNameInRedirect,
  portInRedirect,
  serverTokens,
];

function readBuffers([first = '', second = '']: readonly string[], { place }: Statement): LargeBuffers {
  const size = sizeOf(second);
  if (!/^[1-9]\d{0,8}$/.test(first) || size === undefined || size === 0) {
    throw new ConfigurationError('"large_client_header_buffers" directive invalid value', place);
  }
  return { count: Number(first), size };
}

function readKeepAlive([first = '', header]: readonly string[], { place }: Statement): KeepAliveTimeout {
  const milliseconds = timeOf(first);
  const told = header === undefined ? 0 : timeOf(header);
  if (milliseconds === undefined || told === undefined) {
    throw new ConfigurationError('"keepalive_timeout" directive invalid value', place);
  }
  return { milliseconds, told: Math.floor(told / 1000) };
}

function readBrowsers(words: readonly string[], { place }: Statement): readonly string[] {
  const wrong = words.find((word) => word !== 'none' && word !== 'msie6' && word !== 'safari');
  if (wrong !== undefined) throw new ConfigurationError(`invalid value "${wrong}"`, place);
  return words;
}

/** What holds in a block. */
export type Wire = ReturnType<typeof settingsOf>;

const wire = new DerivedSetting(settingsOf);

/** The settings of a block; they are looked up once, since every request asks for many. */
export function wireOf(block: Block): Wire {
  return wire.of(block);
}

function settingsOf(block: Block) {
  return {
    headerBufferSize: headerBufferSize.of(block),
    largeHeaderBuffers: largeHeaderBuffers.of(block),
    maxHeaders: maxHeaders.of(block),
    ignoreInvalidHeaders: ignoreInvalidHeaders.of(block),
    underscoresInHeaders: underscoresInHeaders.of(block),
    mergeSlashes: mergeSlashes.of(block),
    timeouts: { header: headerTimeout.of(block), send: sendTimeout.of(block) },
    resetTimedOut: resetTimedOut.of(block),
    lingering: {
      close: lingeringClose.of(block),
      time: lingeringTime.of(block),
      timeout: lingeringTimeout.of(block),
    },
    keepAlive: {
      timeout: keepAliveTimeout.of(block),
      requests: keepAliveRequests.of(block),
      time: keepAliveTime.of(block),
      disable: keepAliveDisable.of(block),
    },
    serverTokens: serverTokens.of(block),
    chunkedTransferEncoding: chunkedTransferEncoding.of(block),
    redirects: {
      areAbsolute: absoluteRedirect.of(block),
      nameServer: serverNameInRedirect.of(block),
      namePort: portInRedirect.of(block),
    },
  } as const;
}
