import type { Plain } from '../../../spec/types/requirement.js';
import { isList, member } from '../../language/plain.js';

/** The value at these tokens of a pointer, or `undefined`. Inherited members do not count. */
export function valueAt(json: Plain, tokens: readonly string[]): Plain | undefined {
  let found: Plain | undefined = json;
  for (const token of tokens) {
    if (isList(found)) found = /^(?:0|[1-9]\d*)$/.test(token) ? found[Number(token)] : undefined;
    else found = member(found, token);
  }
  return found;
}
