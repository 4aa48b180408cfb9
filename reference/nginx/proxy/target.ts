import type { HttpRequest } from '../../host/http/request.js';
import { type ByteString, percentEncoded } from '../../host/support/byte-string.js';
import { passOf, prefixOf } from './pass.js';

/** Bytes that stand in a path as they are not. */
const escapedInPath = /[\0- "#%<>?\\^`{|}\x7f-\xff]/g;

/** Writes a normalised path as a URL has it. */
function escapedPath(path: ByteString): ByteString {
  return path.replace(escapedInPath, percentEncoded);
}

/**
 * The target that a server is asked for. `given` is what the URL of `proxy_pass` has behind the authority: it replaces the prefix of the
 * location, or all of the target where it was computed.
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

/** Whether nothing gave the request another target. */
function isAsReceived({ parent, route: { uri }, arrival }: HttpRequest): boolean {
  return parent === undefined && uri === arrival.target.uri;
}

/** What no client wrote with percent signs needs none: it is as it came. */
function escaped(request: HttpRequest, path: ByteString): ByteString {
  const { unparsed, uri } = request.arrival.target;
  const isQuoted = request.route.internal || request.route.uri !== uri || /^[^?]*%/.test(unparsed);
  return isQuoted ? escapedPath(path) : path;
}
