import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';

/** A name and a password of a client. */
export interface HttpCredentials {
  readonly user: ByteString;
  readonly password: ByteString;
}

/** RFC 7617: the client's credentials for basic authentication; without a name they are ignored. */
export function credentialsOf({ headersIn }: HttpRequest): HttpCredentials | undefined {
  const [, encoded = ''] = /^basic +([a-z\d+/]*)(?:=.*)?$/i.exec(headersIn.first('authorization') ?? '') ?? [];
  if (encoded.length % 4 === 1) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const end = text.indexOf(':');
  return end > 0 ? { user: text.slice(0, end), password: text.slice(end + 1) } : undefined;
}
