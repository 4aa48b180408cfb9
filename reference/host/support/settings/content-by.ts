import type { Block } from './block.js';
import { ListSetting } from './setting.js';

/** Directives that make the content of a location's requests; where none does, files are sent. */
export type ContentDirective = 'js_content' | 'proxy_pass' | 'stub_status';

/** Those of a block, in the order of the configuration. */
export const contentDirectives = new ListSetting<ContentDirective>([], 'nothing');

/** The directive that makes the content from where a request enters a block: the last one of it. `undefined` where it has none. */
export function contentIn(block: Block): ContentDirective | undefined {
  const last = contentDirectives.own(block)?.at(-1);
  if (last !== undefined || block.context !== 'limit_except' || block.parent === undefined) return last;
  // Of what a location says for other methods, `proxy_pass` alone holds for these, too.
  return contentDirectives.own(block.parent)?.find((directive) => directive === 'proxy_pass');
}
