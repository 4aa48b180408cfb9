/** JSON pointers, RFC 6901. */
import type { Plain } from '../../../spec/types/requirement.js';
import { isList, member } from '../../language/plain.js';

/**
 * The tokens of a pointer: `/data/id` is `data`, `id`; the empty pointer has none and means the whole value.
 * @throws SyntaxError for text that is no pointer
 */
export function tokensOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new SyntaxError('a JSON pointer is empty or starts with a slash');
  if (/~(?![01])/.test(pointer)) throw new SyntaxError('in a JSON pointer 0 or 1 follows each tilde');
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export const pointerOf = (tokens: readonly string[]): string =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The value there, or `undefined`. Inherited members do not count. */
export function valueAt(json: Plain, tokens: readonly string[]): Plain | undefined {
  let found: Plain | undefined = json;
  for (const token of tokens) {
    if (isList(found)) found = /^(?:0|[1-9]\d*)$/.test(token) ? found[Number(token)] : undefined;
    else found = member(found, token);
  }
  return found;
}
