import type { ByteString } from '../byte-string.js';

/** RFC 3986: a name or address in brackets, and a port. */
const form = /^(?<name>\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/i;

/** The name that a `Host` header gives, in lower case without its port; `undefined` for what is none. */
export function hostName(header: ByteString): ByteString | undefined {
  const name = form.exec(header)?.groups?.name?.toLowerCase().replace(/\.$/, '');
  return name === undefined || name === '' || name.includes('..') ? undefined : name;
}
