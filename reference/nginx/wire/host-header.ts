import type { ByteString } from '../../host/support/byte-string.js';

/** RFC 3986: a name, or an address in brackets, and a port. Like nginx, accepts in brackets any character of future address formats. */
const form = /^(\[[\w.~!$&'()*+,;=:-]*\]|[\w.~%!$&'()*+,;=-]+)(?::(\d*))?$/;

/** The last result, because the same header usually follows. */
let last: { readonly header: ByteString; readonly name: ByteString | undefined } = { header: '', name: undefined };

/** The name in a `Host` header, in lower case without its port; `undefined` for an invalid one. */
export function hostName(header: ByteString): ByteString | undefined {
  if (header !== last.header) last = { header, name: nameIn(header) };
  return last.name;
}

function nameIn(header: ByteString): ByteString | undefined {
  const [, written, port] = form.exec(header) ?? [];
  if (Number(port ?? 0) > 65_535) return undefined;
  if (written === undefined || written.includes('..')) return undefined;
  const name = written.toLowerCase().replace(/\.$/, '');
  return name === '' ? undefined : name;
}
