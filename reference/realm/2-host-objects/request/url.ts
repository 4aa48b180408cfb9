import { numberOf, OwnTypeError } from '../../support/intrinsics.js';
import { charCodeAt, indexOf, matches, slice, split, toLowerCase } from '../../support/text.js';
import { textGiven } from '../../support/text-given.js';
import { isSince } from '../../support/versions.js';

/** The URL of a request: the given text without surrounding white space, if it is an HTTP URL with a host. */
export function checkedUrl(given: string): string {
  const url = trimmed(textGiven(given));
  const rest = afterScheme(url);
  if (rest === '') throw new OwnTypeError('unsupported URL schema (only http or https are supported)');
  if (!startsWithPlace(rest)) throw new OwnTypeError('invalid url');
  return url;
}

/** Throws TypeError for a URL with spaces or control characters, which cannot be sent. */
export function checkSendable(url: string): void {
  const rest = afterScheme(url);
  const { length } = upTo(upTo(rest, '/'), '?');
  for (let at = length; at < rest.length; at += 1) {
    const unit = charCodeAt(rest, at);
    if (unit <= 0x20 || unit === 0x7f) throw new OwnTypeError('invalid url');
  }
}

/** 2/host-object-operations/p1, 2/versioning/0-7-0: the text after the scheme; empty for an unknown scheme. */
function afterScheme(url: string): string {
  const lower = toLowerCase(slice(url, 0, 8));
  if (indexOf(lower, 'http://') === 0) return slice(url, 7);
  return lower === 'https://' && isSince('0.7.0') ? slice(url, 8) : '';
}

/** Whether a text starts with a socket's path or with a host and an optional port, in nginx's syntax. */
function startsWithPlace(text: string): boolean {
  if (toLowerCase(slice(text, 0, 5)) === 'unix:') return text.length > 5;
  if (indexOf(text, '[') === 0) return startsWithAddress(text);
  const place = upTo(upTo(text, '/'), '?');
  const host = upTo(place, ':');
  return host !== '' && (host === place || isPort(slice(place, host.length + 1)));
}

function startsWithAddress(text: string): boolean {
  const end = indexOf(text, ']');
  const after = upTo(slice(text, end + 1), '/');
  if (end < 0 || !isAddress(slice(text, 1, end))) return false;
  return after === '' || (indexOf(after, ':') === 0 && isPort(slice(after, 1)));
}

function isPort(text: string): boolean {
  return matches(/^0*[1-9][0-9]{0,4}$/, text) && numberOf(text) <= 65535;
}

/** RFC 4291, 2.2 */
function isAddress(text: string): boolean {
  const halves = split(text, '::');
  if (halves.length === 1) return groupsIn(text) === 8;
  return halves.length === 2 && groupsIn(halves[0] ?? '') + groupsIn(halves[1] ?? '') < 8;
}

/** The number of 16-bit groups; a number above the limit if one is invalid. */
function groupsIn(text: string): number {
  if (text === '') return 0;
  const groups = split(text, ':');
  let count = 0;
  for (let at = 0; at < groups.length; at += 1) {
    const group = groups[at] ?? '';
    const isLast = at === groups.length - 1;
    count += matches(/^[0-9a-f]{1,4}$/i, group) ? 1 : isLast && matches(/^\d{1,3}(?:\.\d{1,3}){3}$/, group) ? 2 : 9;
  }
  return count;
}

function upTo(text: string, end: string): string {
  const at = indexOf(text, end);
  return at < 0 ? text : slice(text, 0, at);
}

/** The text without leading and trailing spaces and control characters. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && charCodeAt(text, from) <= 0x20) from += 1;
  while (to > from && charCodeAt(text, to - 1) <= 0x20) to -= 1;
  return slice(text, from, to);
}
