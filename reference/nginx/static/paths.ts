import { realpathSync } from 'node:fs';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { type FileRoot, fileRoot, folderOf } from './settings.js';

/** Requests whose URI comes after an alias that is a whole path, because `try_files` has added a file name. */
const followed = new WeakSet<HttpRequest>();

/** The folder that contains the files of a request. */
export function documentRoot(request: HttpRequest): ByteString {
  return folderOf(rootOf(request), (template) => request.variables.evaluate(template));
}

/** The file that the URI of a request names in its location. */
export function filePathOf(request: HttpRequest): ByteString {
  const { replaces } = rootOf(request);
  const { uri } = request.route;
  const folder = documentRoot(request);
  if (replaces === 'whole') return followed.has(request) ? folder + uri : folder;
  return folder + uri.slice(replaces);
}

/** {@link documentRoot} without symbolic links; `undefined` if it does not exist. */
export function realRoot(request: HttpRequest): ByteString | undefined {
  try {
    return realpathSync(Buffer.from(documentRoot(request), 'latin1'), 'latin1');
  } catch {
    return undefined;
  }
}

/** The path of a name in `try_files`, and the request's new URI if that file exists; `isComputed`: the name has variables. */
export function triedPath(
  request: HttpRequest,
  name: ByteString,
  isComputed: boolean,
): { readonly path: ByteString; readonly uri: ByteString } {
  const { directive, replaces } = rootOf(request);
  const folder = documentRoot(request);
  if (replaces === 'whole') return { path: folder + name, uri: name };
  if (directive === 'root') return { path: folder + name, uri: name };
  // With an alias, a computed name that starts like the URI names the same file as the URI.
  const front = request.route.uri.slice(0, replaces);
  const rest = isComputed && name.startsWith(front) ? name.slice(replaces) : name;
  return { path: folder + rest, uri: front + rest };
}

/** Gives a request the URI of a file that `try_files` found. */
export function follow(request: HttpRequest, uri: ByteString, isFolder: boolean): void {
  if (rootOf(request).replaces === 'whole') {
    if (isFolder) return;
    followed.add(request);
  }
  request.route.uri = uri;
}

function rootOf(request: HttpRequest): FileRoot {
  const root = fileRoot.of(request.block);
  if (root === undefined) throw new Error('an http block was read without its default root');
  return root;
}
