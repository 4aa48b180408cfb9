import type { Block } from './block.js';
import { ListSetting } from './setting.js';

/** Directives that make the content of a location's requests; without one, files are sent. */
export type ContentDirective = 'js_content' | 'proxy_pass' | 'stub_status';

/** The content directives of a block, in the order of the configuration. */
export const contentDirectives = new ListSetting<ContentDirective>([], 'nothing');

/** The directive that makes the content once a request enters a block: the block's last one. `undefined` without one. */
export function contentIn(block: Block): ContentDirective | undefined {
  const last = contentDirectives.own(block)?.at(-1);
  if (last !== undefined || block.context !== 'limit_except' || block.parent === undefined) return last;
  // Of the directives outside `limit_except`, only `proxy_pass` also applies inside it.
  return contentDirectives.own(block.parent)?.find((directive) => directive === 'proxy_pass');
}
