import type { ByteString } from '../../byte-string.js';

/** RFC 3986: a name or address in brackets, and a port. */
const form = /^(\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::(\d*))?$/i;

/** The name that a `Host` header gives, in lower case without its port; `undefined` for what is none. */
export function hostName(header: ByteString): ByteString | undefined {
  if (header === '') return undefined;
  const [, written, port] = form.exec(header) ?? [];
  if (Number(port ?? 0) > 65_535) return undefined;
  const name = written?.toLowerCase().replace(/\.$/, '');
  return name === undefined || name === '' || name.includes('..') ? undefined : name;
}
