import { realpathSync } from 'node:fs';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { type FileRoot, fileRoot, folderOf } from './settings.js';

/** Requests whose URI follows an alias that says all by itself, since `try_files` has put a file's name there. */
const followed = new WeakSet<HttpRequest>();

/** The folder that the files of a request are in. */
export function documentRoot(request: HttpRequest): ByteString {
  return folderOf(rootOf(request), (template) => request.variables.evaluate(template));
}

/** The file that a URI names in the location of a request. */
export function filePathOf(request: HttpRequest, uri: ByteString = request.route.uri): ByteString {
  const { replaces } = rootOf(request);
  const folder = documentRoot(request);
  if (replaces === 'whole') return followed.has(request) ? folder + uri : folder;
  return folder + uri.slice(replaces);
}

/** {@link documentRoot} without symbolic links; `undefined` where it is not there. */
export function realRoot(request: HttpRequest): ByteString | undefined {
  try {
    return realpathSync(Buffer.from(documentRoot(request), 'latin1'), 'latin1');
  } catch {
    return undefined;
  }
}

/**
 * The path of a name that `try_files` tries, and the URI that the request has from then on where it is there; `isComputed`: there are
 * variables in the name.
 */
export function triedPath(
  request: HttpRequest,
  name: ByteString,
  isComputed: boolean,
): { readonly path: ByteString; readonly uri: ByteString } {
  const { directive, replaces } = rootOf(request);
  const folder = documentRoot(request);
  if (replaces === 'whole') return { path: folder + name, uri: name };
  if (directive === 'root') return { path: folder + name, uri: name };
  // With an alias a computed name that starts as the URI does stands for the file that the URI names.
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
