import { scopeOf } from '../../host/support/settings/block.js';
import { withinStream } from '../../host/support/settings/contexts.js';
import { type DirectiveRule, optionalSetting, type Statement, setting } from '../../host/support/settings/directive.js';
import type { Template } from '../../host/support/settings/template.js';
import { count, milliseconds, word } from '../../host/support/settings/values.js';
import { listenSetting } from '../core/listen-setting.js';
import { contentBy } from './content-by.js';
import { prereadDirectives } from './preread.js';
import { relayDirectives } from './relay-settings.js';

const inServer = ['stream server'];
const own = { inherit: 'nothing' } as const;

export const streamListens = listenSetting('stream server', 'no "listen" is defined for server');
export const returnedText = optionalSetting<Template>('return', inServer, template, own);

/** Milliseconds that a proxy may take to say whom it speaks for. */
export const proxyHeaderTimeout = setting('proxy_protocol_timeout', withinStream, milliseconds, 30_000);

/** Datagrams of a client after which the next one begins another session. */
export const mostRequests = optionalSetting<number>('proxy_requests', withinStream, count);

/** Directives inside of a `stream` block. */
export const streamDirectives: readonly DirectiveRule[] = [
  { name: 'server', contexts: ['stream'], arity: [0, 0], opens: 'stream server' },
  streamListens,
  returnedText,
  proxyHeaderTimeout,
  mostRequests,
  ...prereadDirectives,
  ...relayDirectives,
];

function template(words: readonly string[], { block, place }: Statement): Template {
  contentBy.set(block, 'return');
  return scopeOf(block).template(word(words), place);
}
