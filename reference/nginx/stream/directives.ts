import { withinStream } from '../../host/support/settings/block.js';
import { type DirectiveRule, optionalSetting, type Statement, setting } from '../../host/support/settings/directive.js';
import { Setting } from '../../host/support/settings/setting.js';
import type { Template } from '../../host/support/settings/template.js';
import { count, flag, milliseconds, size, template } from '../../host/support/settings/values.js';
import { listenSetting } from '../core/listen-setting.js';

const second = 1000;

/** The directive that answers the sessions of a server: the last one of them. */
export const contentBy = new Setting<'return' | 'proxy_pass' | 'pass' | undefined>(undefined, 'nothing');

/** Settings of how sessions begin, and how their bytes are forwarded. */
export const streamSettings = {
  listens: listenSetting('stream server', 'no "listen" is defined for server'),
  returnedText: optionalSetting<Template>('return', ['stream server'], readReturn, { inherit: 'nothing' }),
  /** The timeout of a PROXY protocol header in milliseconds. */
  proxyHeaderTimeout: setting('proxy_protocol_timeout', withinStream, milliseconds, 30 * second),
  /** Datagrams of a client after which the next one begins another session. */
  mostRequests: optionalSetting<number>('proxy_requests', withinStream, count),
  prereadBufferSize: setting('preread_buffer_size', withinStream, size, 16 * 1024),
  prereadTimeout: setting('preread_timeout', withinStream, milliseconds, 30 * second),
  /** Milliseconds without a byte in either direction after which a session ends. */
  relayTimeout: setting('proxy_timeout', withinStream, milliseconds, 600 * second),
  /** Whether the end of one direction leaves the other one open. */
  halfClose: setting('proxy_half_close', withinStream, flag, false),
  relayBufferSize: setting('proxy_buffer_size', withinStream, size, 16 * 1024),
  /** Bytes a second; 0 and invalid numbers mean no limit. */
  uploadRate: optionalSetting<Template>('proxy_upload_rate', withinStream, template),
  downloadRate: optionalSetting<Template>('proxy_download_rate', withinStream, template),
};

/** Directives of a `stream` block. */
export const streamDirectives: readonly DirectiveRule[] = [
  { name: 'server', contexts: ['stream'], arity: [0, 0], opens: 'stream server' },
  ...Object.values(streamSettings),
];

function readReturn(words: readonly string[], reading: Statement): Template {
  contentBy.set(reading.block, 'return');
  return template(words, reading);
}
