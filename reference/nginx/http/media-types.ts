import type { HttpRequest } from '../../host/http/request.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import { withinHttp } from '../../host/support/settings/block.js';
import { type ListDirective, listSetting, many } from '../../host/support/settings/directive.js';

/** Media types that a filter processes besides HTML; a star means all. */
export function mediaTypes(name: string, initial: readonly string[] = []): ListDirective<string> {
  const parse = (words: readonly string[]) => words.map((one) => byteStringOf(one).toLowerCase());
  return listSetting<string>(name, withinHttp, parse, initial, { arity: [1, many] });
}

/** Whether a response is HTML or has one of some types. A character set is part of the type, unless another server sent it. */
export function hasType(request: HttpRequest, types: readonly string[]): boolean {
  const { headers: headersOut, receivedStatus } = request.response;
  const [declared] = headersOut.all('Content-Type');
  const type = (
    receivedStatus === undefined ? declared : declared?.replace(/;(?:[^;]*;)*? *charset=.*$/is, '')
  )?.toLowerCase();
  return types.includes('*') || type === 'text/html' || (type !== undefined && types.includes(type));
}
