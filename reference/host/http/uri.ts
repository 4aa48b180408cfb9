/**
 * 2/http-request-object/r-uri, 2/http-request-object/r-args, 2/http-request-object-methods/r-internal-redirect,
 * 2/http-request-object-methods/r-subrequest: request targets and their parts.
 */
import { type ByteString, percentDecoded } from '../support/byte-string.js';

/** The parts of a request target, as nginx splits it. */
export interface RequestTarget {
  /** Decoded path without repeated slashes or dot segments. */
  readonly uri: ByteString;
  /** Query string as received, without its question mark. */
  readonly args: ByteString;
  /** Path and query as received. */
  readonly unparsed: ByteString;
}

/** Normalizes a request target; `undefined` if it leaves the root or is malformed. Repeated slashes may be kept. */
export function requestTargetOf(target: ByteString, mergesSlashes = true): RequestTarget | undefined {
  const unparsed = target.startsWith('/') ? target : pathOfUrl(target);
  if (!unparsed.startsWith('/')) return undefined;
  const fragment = unparsed.indexOf('#');
  const beforeFragment = fragment < 0 ? unparsed : unparsed.slice(0, fragment);
  const question = beforeFragment.indexOf('?');
  const uri = normalizedPath(question < 0 ? beforeFragment : beforeFragment.slice(0, question), mergesSlashes);
  if (uri === undefined) return undefined;
  return { uri, args: question < 0 ? '' : beforeFragment.slice(question + 1), unparsed };
}

function pathOfUrl(target: ByteString): ByteString {
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^(?=[?#]|$)/, '/');
}

/** The host name and port in a target with an authority. */
export function authorityOf(target: ByteString): ByteString | undefined {
  if (target.startsWith('/')) return undefined;
  return /^[a-z][a-z\d+.-]*:\/\/(?<authority>[^/?#]*)/i.exec(target)?.groups?.authority;
}

/** Paths that are already normalized. */
const plain = /^\/(?:[\w-][\w.-]*(?:\/(?=[\w-]|$)|$))*$/;

function normalizedPath(path: ByteString, mergesSlashes: boolean): ByteString | undefined {
  if (plain.test(path)) return path;
  const decoded = strictlyDecoded(path);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  const kept: ByteString[] = [];
  const segments = decoded.split('/').slice(1);
  for (const [at, segment] of segments.entries()) {
    const last = at === segments.length - 1;
    if (segment === '..' && kept.pop() === undefined) return undefined;
    if (segment === '' && !last && !mergesSlashes) kept.push('');
    else if (segment === '..' || segment === '.' || segment === '') {
      if (last) kept.push('');
    } else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

function strictlyDecoded(path: ByteString): ByteString | undefined {
  return /%(?![0-9a-fA-F]{2})/.test(path) ? undefined : percentDecoded(path);
}

/** A script's URI with the arguments after its question mark; `undefined` if it leaves the root. */
export function unsafeTargetOf(text: ByteString): Pick<RequestTarget, 'uri' | 'args'> | undefined {
  const question = text.indexOf('?');
  const path = question < 0 ? text : text.slice(0, question);
  // An invalid escape loses its percent sign and the digit after it.
  const uri = path.replace(/%([\da-f]{2})|%[\da-f](?:[\s\S]|$)|%/gi, (_, digits: string | undefined) =>
    digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const leaves = (part: ByteString) => part.includes('\0') || /^\.\.(?:\/|$)|\/\.\.(?:\/|$)/.test(part);
  if (path === '' || leaves(path) || leaves(uri)) return undefined;
  return { uri, args: question < 0 ? '' : text.slice(question + 1) };
}
