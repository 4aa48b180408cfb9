import type { HttpRequest } from '../../host/http/request.js';
import { type ByteString, percentEncoded } from '../../host/support/byte-string.js';
import { passOf, prefixOf } from './pass.js';

/** Bytes that must be escaped in a path. */
const escapedInPath = /[\0- "#%<>?\\^`{|}\x7f-\xff]/g;

/** Escapes a normalized path for a URL. */
function escapedPath(path: ByteString): ByteString {
  return path.replace(escapedInPath, percentEncoded);
}

/**
 * The target of the forwarded request. `given` is the part of the `proxy_pass` URL after the authority: it replaces the prefix of the
 * location, or the whole target if it was computed.
 */
export function sentTarget(request: HttpRequest, given: ByteString): ByteString {
  if (given !== '' && passOf(request.block)?.kind === 'computed') return given.replace(/^\?/, '/?');
  if (given === '' && isAsReceived(request)) return request.arrival.target.unparsed;
  const prefix = given === '' ? '' : prefixOf(request.block);
  const isInLocation = !request.route.isOutsideLocation && request.route.uri.startsWith(prefix);
  const path = isInLocation ? request.route.uri.slice(prefix.length) : request.route.uri;
  const query = request.route.args === '' ? '' : `?${request.route.args}`;
  return `${isInLocation ? given : ''}${escaped(request, path)}${query}`;
}

/** Whether the target is still the client's own. */
function isAsReceived({ parent, route: { uri }, arrival }: HttpRequest): boolean {
  return parent === undefined && uri === arrival.target.uri;
}

/** A path that the client has written without percent signs is not escaped. */
function escaped(request: HttpRequest, path: ByteString): ByteString {
  const { unparsed, uri } = request.arrival.target;
  const isQuoted = request.route.internal || request.route.uri !== uri || /^[^?]*%/.test(unparsed);
  return isQuoted ? escapedPath(path) : path;
}
