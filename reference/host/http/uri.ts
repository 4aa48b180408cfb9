import type { ByteString } from '../byte-string.js';

/** A request target taken apart, as nginx does. */
export interface RequestTarget {
  /** Decoded path without repeated slashes or dot segments. */
  readonly uri: ByteString;
  /** Query string as received, without its question mark. */
  readonly args: ByteString;
  /** Path and query as received. */
  readonly unparsed: ByteString;
}

/** Normalises a request target; `undefined` when it leaves the root or is malformed. */
export function requestTargetOf(target: ByteString): RequestTarget | undefined {
  const unparsed = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^(?=[?#]|$)/, '/');
  if (!unparsed.startsWith('/')) return undefined;
  const [beforeFragment = ''] = unparsed.split('#', 1);
  const question = beforeFragment.indexOf('?');
  const uri = normalizedPath(question < 0 ? beforeFragment : beforeFragment.slice(0, question));
  if (uri === undefined) return undefined;
  return { uri, args: question < 0 ? '' : beforeFragment.slice(question + 1), unparsed };
}

function normalizedPath(path: ByteString): ByteString | undefined {
  const decoded = percentDecoded(path);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  const kept: ByteString[] = [];
  const segments = decoded.split('/').slice(1);
  for (const [at, segment] of segments.entries()) {
    const last = at === segments.length - 1;
    if (segment === '..' && kept.pop() === undefined) return undefined;
    if (segment === '..' || segment === '.' || segment === '') {
      if (last) kept.push('');
    } else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

function percentDecoded(path: ByteString): ByteString | undefined {
  if (/%(?![0-9a-fA-F]{2})/.test(path)) return undefined;
  return path.replace(/%([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
