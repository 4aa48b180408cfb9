import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import { type Block, withinHttp } from '../../host/support/settings/block.js';
import { type Statement, setting } from '../../host/support/settings/directive.js';
import { word } from '../../host/support/settings/values.js';

const standardTypes: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['gif', 'image/gif'],
  ['jpg', 'image/jpeg'],
]);

export const defaultType = setting('default_type', withinHttp, word, 'text/plain');

export const types = setting<ReadonlyMap<string, string>>('types', withinHttp, readTypes, standardTypes, {
  arity: [0, 0],
  opens: 'list',
  once: false,
});

function readTypes(_: readonly string[], { entries, block }: Statement): ReadonlyMap<string, string> {
  const configured = entries.flatMap(({ name, arguments: extensions }) =>
    extensions.map((one) => [one.toLowerCase(), name] as const),
  );
  return new Map([...(types.own(block) ?? []), ...configured]);
}

/** The extension of a file's name. A name that begins with a dot has none by that, and a folder has none. */
const endingOf = /[^/]\.([^./]*)$/;

/** The media type of a URI, by its extension; empty without one. */
export function mediaTypeOf(uri: ByteString, block: Block): ByteString {
  const extension = endingOf.exec(uri)?.[1]?.toLowerCase() ?? '';
  return types.of(block).get(extension) ?? byteStringOf(defaultType.of(block));
}
