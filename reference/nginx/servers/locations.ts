import { type HttpServer, type Location, type LocationMatch, plain } from '../../host/http/server.js';
import type { ByteString } from '../../host/support/byte-string.js';

/** The location of a URI: an exact one, or else the longest prefix, unless a regular expression takes precedence. */
export function findLocation(server: Pick<HttpServer, 'locations'>, uri: ByteString): LocationMatch | undefined {
  return findAmong(server.locations, uri);
}

function findAmong(locations: readonly Location[], uri: ByteString): LocationMatch | undefined {
  const exact = locations.find(({ pattern }) => pattern.kind === 'exact' && pattern.text === uri);
  if (exact !== undefined) return plain(exact);
  const prefix = longestPrefix(locations, uri);
  const inner = prefix === undefined ? undefined : findAmong(prefix.locations, uri);
  if (inner !== undefined && inner.location.pattern.kind !== 'prefix') return inner;
  if (prefix?.pattern.kind === 'prefix' && prefix.pattern.overRegex) return inner ?? plain(prefix);
  return firstRegex(locations, uri) ?? inner ?? (prefix === undefined ? undefined : plain(prefix));
}

function longestPrefix(locations: readonly Location[], uri: ByteString): Location | undefined {
  let longest: Location | undefined;
  let length = -1;
  for (const location of locations) {
    const { pattern } = location;
    if (pattern.kind !== 'prefix' || !uri.startsWith(pattern.text) || pattern.text.length <= length) continue;
    longest = location;
    length = pattern.text.length;
  }
  return longest;
}

function firstRegex(locations: readonly Location[], uri: ByteString): LocationMatch | undefined {
  for (const location of locations) {
    if (location.pattern.kind !== 'regex') continue;
    const match = location.pattern.regex.match(uri);
    if (match === undefined) continue;
    return findAmong(location.locations, uri) ?? { location, captures: match.groups, named: match.named };
  }
  return undefined;
}
