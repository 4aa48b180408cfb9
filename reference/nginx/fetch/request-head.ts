import { byteStringOf } from '../../host/support/byte-string.js';
import type { FetchRequest } from '../../port/fetch.js';
import type { FetchTarget } from './target.js';

/** Options of a request's head that do not come from the request itself. */
interface SendingOptions {
  readonly target: FetchTarget;
  /** Whether the connection is kept for further requests. */
  readonly keepsAlive: boolean;
  /** The request goes through a proxy that needs these credentials. */
  readonly proxy: { readonly credentials: string | undefined } | undefined;
}

/** Headers that the host writes itself. */
const own = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);
/** Methods whose requests always have a length, even without a body. */
const withLength = new Set(['POST', 'PUT']);

/** 2/host-object-operations/p1: the request as it is sent. */
export function sentFetch(request: FetchRequest, options: SendingOptions): Buffer {
  const { method, body } = request;
  const { target, proxy, keepsAlive } = options;
  const isAbsolute = proxy !== undefined && !target.isEncrypted;
  const lines = [
    `${method} ${isAbsolute ? `http://${target.authority.replace(/:80$/, '')}` : ''}${target.path} HTTP/1.1`,
    ...leading(request, target),
    ...(isAbsolute && proxy.credentials !== undefined ? [`Proxy-Authorization: Basic ${proxy.credentials}`] : []),
    ...further(request, proxy !== undefined),
    ...(keepsAlive ? [] : ['Connection: close']),
    ...(body?.length || withLength.has(method) ? [`Content-Length: ${body?.length ?? 0}`] : []),
  ];
  const head = lines.map((line) => `${byteStringOf(line)}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), ...(body === undefined ? [] : [body])]);
}

/** Host and user agent come first. As on real hosts, a script's own user agent is sent again among its headers. */
function leading({ headers }: FetchRequest, { authority }: FetchTarget): readonly string[] {
  const named = (name: string) => headers.filter((header) => header[0].toLowerCase() === name);
  const given = headers.flatMap(([name, value]) => {
    const known = name.toLowerCase();
    return known === 'host' ? [`Host: ${value}`] : known === 'user-agent' ? [`User-Agent: ${value}`] : [];
  });
  return [
    ...given,
    ...(named('host').length === 0 ? [`Host: ${authority}`] : []),
    ...(named('user-agent').length === 0 ? ['User-Agent: nginx-js'] : []),
  ];
}

function further({ headers }: FetchRequest, hasProxy: boolean): readonly string[] {
  const isLeftOut = (name: string) => own.has(name) || (hasProxy && name === 'proxy-authorization');
  return headers.flatMap(([name, value]) => (isLeftOut(name.toLowerCase()) ? [] : [`${name}: ${value}`]));
}

/** The request that asks a proxy for a tunnel to the target. */
export function sentConnect(target: FetchTarget, credentials: string | undefined): Buffer {
  const { place } = target;
  const host = target.authority.replace(/:\d+$/, '');
  const to = `${host}:${place.kind === 'unix' ? 0 : place.port}`;
  const authorization = credentials === undefined ? '' : `Proxy-Authorization: Basic ${credentials}\r\n`;
  return Buffer.from(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${authorization}\r\n`, 'latin1');
}
