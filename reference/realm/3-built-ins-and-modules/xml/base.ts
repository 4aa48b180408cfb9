/** Joins values of `xml:base`: RFC 3986, 5.2, with the changes of Canonical XML 1.1, 2.4 and appendix A. */
import { each, type Growing, growing, push } from '../../support/intrinsics.js';
import { charAt, indexOf, join, matches, slice, split } from '../../support/text.js';

interface UriReference {
  /** With its colon; empty without a scheme. */
  readonly scheme: string;
  /** With its slashes; `undefined` without an authority. */
  readonly authority: string | undefined;
  readonly path: string;
  /** With its question mark; `undefined` without a query. */
  readonly query: string | undefined;
}

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*$/;

/** Whether a URI has a scheme. */
export function isAbsolute(uri: string): boolean {
  return read(uri).scheme !== '';
}

/** Resolves a reference against a base, which may be relative. Fragments are dropped. */
export function joined(base: string, reference: string): string {
  return written(resolved(read(base), read(reference)));
}

function resolved(base: UriReference, reference: UriReference): UriReference {
  const { path, query } = reference;
  if (reference.scheme !== '') return { ...reference, path: withoutDots(path) };
  if (reference.authority !== undefined) return { ...reference, scheme: base.scheme, path: withoutDots(path) };
  if (path === '') return { ...base, query: query ?? base.query };
  const whole = charAt(path, 0) === '/' ? path : merged(base, path);
  return { scheme: base.scheme, authority: base.authority, path: withoutDots(whole), query };
}

function merged({ authority, path }: UriReference, relative: string): string {
  if (authority !== undefined && path === '') return `/${relative}`;
  return folderOf(path) + relative;
}

/** A path that ends with dot segments names a folder. */
function folderOf(path: string): string {
  const after = lastSlash(path) + 1;
  return slice(path, after) === '..' ? `${path}/` : slice(path, 0, after);
}

function lastSlash(path: string): number {
  let last = -1;
  for (let at = indexOf(path, '/'); at >= 0; at = indexOf(path, '/', at + 1)) last = at;
  return last;
}

/** A relative path keeps leading segments that go up; a path that ends in dots is that of a folder. */
function withoutDots(path: string): string {
  const isRooted = charAt(path, 0) === '/';
  let kept = growing<string>();
  let isFolder = false;
  each(split(path, '/'), (segment) => {
    isFolder = segment === '' || segment === '.' || segment === '..';
    if (segment === '..') kept = above(kept, isRooted);
    else if (!isFolder) push(kept, segment);
  });
  const text = (isRooted ? '/' : '') + join(kept, '/');
  return isFolder && kept.length > 0 ? `${text}/` : text;
}

function above(segments: Growing<string>, isRooted: boolean): Growing<string> {
  const last = segments[segments.length - 1];
  if (last !== undefined && last !== '..') {
    const fewer = growing<string>();
    for (let at = 0; at < segments.length - 1; at += 1) push(fewer, segments[at] ?? '');
    return fewer;
  }
  if (!isRooted) push(segments, '..');
  return segments;
}

function read(uri: string): UriReference {
  const { before: whole, after: query } = cut(cut(uri, '#').before, '?');
  const colon = indexOf(whole, ':');
  const hasScheme = colon > 0 && matches(scheme, slice(whole, 0, colon));
  const rest = hasScheme ? slice(whole, colon + 1) : whole;
  const isNamed = slice(rest, 0, 2) === '//';
  const slash = isNamed ? indexOf(rest, '/', 2) : 0;
  const end = slash < 0 ? rest.length : slash;
  return {
    scheme: hasScheme ? slice(whole, 0, colon + 1) : '',
    authority: isNamed ? slice(rest, 0, end) : undefined,
    path: slice(rest, end),
    query,
  };
}

function written({ scheme: named, authority = '', path, query = '' }: UriReference): string {
  return named + authority + path + query;
}

/** Splits a text before a character. */
function cut(text: string, sign: string): { readonly before: string; readonly after: string | undefined } {
  const at = indexOf(text, sign);
  return at < 0 ? { before: text, after: undefined } : { before: slice(text, 0, at), after: slice(text, at) };
}
