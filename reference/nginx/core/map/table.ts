import type { ByteString } from '../../../host/support/byte-string.js';
import type { Regex, RegexMatch } from '../../../host/support/settings/regex.js';
import type { Template } from '../../../host/support/settings/template.js';

/** What a `map` says. */
export interface MapTable {
  /** Whether its keys may stand for many names. */
  readonly hostnames: boolean;
  readonly volatile: boolean;
  /** By text in lower case: case does not matter. */
  readonly exact: ReadonlyMap<string, Template>;
  readonly regexes: readonly { readonly regex: Regex; readonly value: Template }[];
  readonly otherwise: Template | undefined;
}

/** The value of a key: exact texts go before wildcards, and both before regular expressions in their order. */
export function mappedValue(
  table: MapTable,
  key: ByteString,
): { readonly value: Template; readonly match?: RegexMatch } | undefined {
  const name = table.hostnames ? key.replace(/\.$/, '') : key;
  const text = name.toLowerCase();
  const value = table.exact.get(text) ?? (table.hostnames ? byWildcard(table.exact, text) : undefined);
  if (value !== undefined) return { value };
  for (const { regex, value } of table.regexes) {
    const match = regex.match(name);
    if (match !== undefined) return { value, match };
  }
  return table.otherwise === undefined ? undefined : { value: table.otherwise };
}

/** `.example.org` and `*.example.org` go before `www.*`, long ones before short ones. */
function byWildcard(exact: ReadonlyMap<string, Template>, name: string): Template | undefined {
  const labels = name.split('.');
  const own = exact.get(`.${name}`);
  if (own !== undefined) return own;
  for (let at = 1; at < labels.length; at++) {
    const ending = labels.slice(at).join('.');
    const found = exact.get(`.${ending}`) ?? exact.get(`*.${ending}`);
    if (found !== undefined) return found;
  }
  for (let count = labels.length - 1; count > 0; count--) {
    const found = exact.get(`${labels.slice(0, count).join('.')}.*`);
    if (found !== undefined) return found;
  }
  return undefined;
}
