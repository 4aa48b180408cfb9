import { type Block, withinHttp } from '../../host/support/settings/block.js';
import { type DirectiveRule, type Statement, setting } from '../../host/support/settings/directive.js';
import { misused } from '../../host/support/settings/error.js';
import { derivedValues } from '../../host/support/settings/setting.js';
import {
  buffersOf,
  count,
  flag,
  milliseconds,
  oneOf,
  size,
  someOf,
  timeOf,
} from '../../host/support/settings/values.js';
import { servedWithoutHttp2 } from '../core/listen-parameters.js';

/** How long a connection may be idle, and the seconds in the `Keep-Alive` header. */
interface KeepAliveTimeout {
  readonly milliseconds: number;
  /** Seconds in the header; 0 for none. */
  readonly announced: number;
}

const withinServer = ['http', 'server'];
const second = 1000;

const time = (name: string, initial: number, contexts = withinHttp) => setting(name, contexts, milliseconds, initial);
const onOff = (name: string, initial: boolean, contexts = withinHttp) => setting(name, contexts, flag, initial);

/** Settings of how requests and responses are transmitted. */
const settings = {
  http2: setting('http2', withinServer, readHttp2, false),
  headerBufferSize: setting('client_header_buffer_size', withinServer, size, 1024),
  largeHeaderBuffers: setting(
    'large_client_header_buffers',
    withinServer,
    buffersOf,
    { count: 4, size: 8192 },
    { arity: [2, 2] },
  ),
  maxHeaders: setting('max_headers', withinServer, count, 1000),
  ignoreInvalidHeaders: onOff('ignore_invalid_headers', true, withinServer),
  underscoresInHeaders: onOff('underscores_in_headers', false, withinServer),
  mergeSlashes: onOff('merge_slashes', true, withinServer),
  headerTimeout: time('client_header_timeout', 60 * second, withinServer),
  sendTimeout: time('send_timeout', 60 * second),
  resetTimedOut: onOff('reset_timedout_connection', false),
  lingeringClose: setting('lingering_close', withinHttp, oneOf('off', 'on', 'always'), 'on'),
  lingeringTime: time('lingering_time', 30 * second),
  lingeringTimeout: time('lingering_timeout', 5 * second),
  keepAliveTimeout: setting<KeepAliveTimeout>(
    'keepalive_timeout',
    withinHttp,
    readKeepAlive,
    { milliseconds: 75 * second, announced: 0 },
    { arity: [1, 2] },
  ),
  keepAliveRequests: setting('keepalive_requests', withinHttp, count, 1000),
  keepAliveTime: time('keepalive_time', 3600 * second),
  keepAliveDisable: setting<readonly string[]>(
    'keepalive_disable',
    withinHttp,
    someOf('none', 'msie6', 'safari'),
    ['msie6'],
    { arity: [1, 2] },
  ),
  chunkedTransferEncoding: onOff('chunked_transfer_encoding', true),
  absoluteRedirect: onOff('absolute_redirect', true),
  serverNameInRedirect: onOff('server_name_in_redirect', false),
  portInRedirect: onOff('port_in_redirect', true),
  serverTokens: setting('server_tokens', withinHttp, oneOf('on', 'off', 'build'), 'on'),
};

/** Directives about how requests and responses are transmitted. */
export const wireDirectives: readonly DirectiveRule[] = Object.values(settings);

function readKeepAlive([first = '', header]: readonly string[], { name, place }: Statement): KeepAliveTimeout {
  const milliseconds = timeOf(first);
  const announced = header === undefined ? 0 : timeOf(header);
  if (milliseconds === undefined || announced === undefined) throw misused(name, 'invalid value', place);
  return { milliseconds, announced: Math.floor(announced / 1000) };
}

function readHttp2(words: readonly string[], reading: Statement): boolean {
  const isAsked = flag(words, reading);
  if (isAsked) reading.warn(servedWithoutHttp2);
  return isAsked;
}

const wire = derivedValues(settings);

/** The settings of a block. */
export type Wire = ReturnType<typeof wireOf>;

/** The settings of a block. */
export function wireOf(block: Block) {
  return wire.of(block);
}

/** The parts of a request that decide it. */
interface Responding {
  readonly environment: { readonly serverName: string };
  readonly block: Block;
}

/** The server's name in a response: with or without its version. */
export function serverTokensOf({ environment, block }: Responding): string {
  const { serverName } = environment;
  return wireOf(block).serverTokens === 'off' ? serverName.replace(/\/.*/, '') : serverName;
}
