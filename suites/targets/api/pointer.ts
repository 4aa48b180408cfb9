/** JSON pointers, RFC 6901. */
import type { Plain } from '../../../spec/types/requirement.js';
import { isList, member } from '../../language/plain.js';

/** The tokens of a valid pointer: `/data/id` is `data`, `id`; the empty pointer has none and means the whole value. */
export const tokensOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

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
