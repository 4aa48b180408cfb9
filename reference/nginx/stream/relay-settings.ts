import { scopeOf } from '../../host/support/settings/block.js';
import { withinStream } from '../../host/support/settings/contexts.js';
import { type DirectiveRule, optionalSetting, type Statement, setting } from '../../host/support/settings/directive.js';
import type { Template } from '../../host/support/settings/template.js';
import { flag, milliseconds, size, word } from '../../host/support/settings/values.js';

const minute = 60_000;

/** Milliseconds without a byte in either direction after which a session ends. */
export const proxyTimeout = setting('proxy_timeout', withinStream, milliseconds, 10 * minute);
/** Whether the end of one direction leaves the other one open. */
export const halfClose = setting('proxy_half_close', withinStream, flag, false);
export const relayBufferSize = setting('proxy_buffer_size', withinStream, size, 16 * 1024);
/** Bytes a second; 0 and what is no number limit nothing. */
export const uploadRate = optionalSetting<Template>('proxy_upload_rate', withinStream, rate);
export const downloadRate = optionalSetting<Template>('proxy_download_rate', withinStream, rate);

/** Directives that say how bytes are passed on between both sides. */
export const relayDirectives: readonly DirectiveRule[] = [
  proxyTimeout,
  halfClose,
  relayBufferSize,
  uploadRate,
  downloadRate,
];

function rate(words: readonly string[], { block, place }: Statement): Template {
  return scopeOf(block).template(word(words), place);
}
