import type { ByteString } from '../../host/support/byte-string.js';

/** RFC 3986: a name, or an address in brackets, and a port. As in nginx, anything that addresses of the future may have stands in brackets. */
const form = /^(\[[\w.~!$&'()*+,;=:-]*\]|[\w.~%!$&'()*+,;=-]+)(?::(\d*))?$/;

/** What was asked for last, which is mostly what is asked for next. */
let last: { readonly header: ByteString; readonly name: ByteString | undefined } = { header: '', name: undefined };

/** The name that a `Host` header gives, in lower case without its port; `undefined` for what is none. */
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
