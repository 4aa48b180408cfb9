import { scopeOf } from '../../host/support/settings/block.js';
import { type DirectiveRule, listSetting, type Reading, setting } from '../../host/support/settings/directive.js';
import type { Template } from '../../host/support/settings/template.js';
import { word } from '../../host/support/settings/values.js';
import { parseListen } from '../core/listen.js';
import { contentBy } from './content-by.js';
import { prereadDirectives } from './preread.js';
import { relayDirectives } from './relay-settings.js';

const inServer = ['stream server'];
const many = Number.POSITIVE_INFINITY;
const own = { inherit: 'nothing' } as const;

export const listens = listSetting('listen', inServer, parseListen, [], {
  arity: [1, many],
  required: 'no "listen" is defined for server',
  ...own,
});
export const returnedText = setting<Template | undefined>('return', inServer, template, undefined, own);

/** Directives inside of a `stream` block. */
export const streamDirectives: readonly DirectiveRule[] = [
  { name: 'server', contexts: ['stream'], arity: [0, 0], opens: 'stream server' },
  listens,
  returnedText,
  ...prereadDirectives,
  ...relayDirectives,
];

function template(words: readonly string[], { block, place }: Reading): Template {
  contentBy.set(block, 'return');
  return scopeOf(block).template(word(words), place);
}
