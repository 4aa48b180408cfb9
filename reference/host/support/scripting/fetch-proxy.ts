import { byteStringOf, percentDecoded } from '../byte-string.js';

/** A proxy that `fetch` connects to. */
export interface FetchProxy {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** Name and password in base64. */
  readonly credentials: string | undefined;
}

const proxyUrl = /^http:\/\/(?:(?<user>[^/]*)@)?(?<host>\[[\da-f:.]+\]|[^:/@?[\]]+)(?::(?<port>\d{1,5}))?$/is;

/** Reads the URL of a proxy; a returned text is the error for the log. */
export function readFetchProxy(text: string): FetchProxy | string {
  if (!text.startsWith('http://')) return 'js_fetch_proxy URL must use http:// scheme';
  const { user, host = '', port = '80' } = proxyUrl.exec(text)?.groups ?? {};
  if (user !== undefined && !/^[^:]+:./s.test(user))
    return `js_fetch_proxy ${/^[^:]+:$/.test(user) ? 'password is empty' : 'URL credentials must be in user:password format'}`;
  if (host === '' || Number(port) < 1 || Number(port) > 65535) return `invalid proxy URL: ${text}`;
  const credentials = user === undefined ? undefined : encoded(user);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), credentials };
}

/** A percent-encoded byte counts as the byte. */
function encoded(user: string): string {
  return Buffer.from(percentDecoded(byteStringOf(user)), 'latin1').toString('base64');
}
