import { getProperty, isAmong, OwnTypeError } from '../../support/intrinsics.js';
import { charCodeAt, isAscii, toLowerCase } from '../../support/text.js';
import { textGiven } from '../../support/text-given.js';

/** Settings for browsers; the host ignores them. */
export interface Modes {
  readonly cache: string;
  readonly credentials: string;
  readonly mode: string;
}

/** Fetch Standard, 5.4: the values of the options. */
const caches = ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'];
const credentials = ['omit', 'same-origin', 'include'];
const modes = ['same-origin', 'cors', 'no-cors', 'navigate', 'websocket'];

/** Fetch Standard, 2.2.1: methods that are normalized to upper case, and forbidden ones. */
const usual = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const forbidden = ['CONNECT', 'TRACE', 'TRACK'];

/** The modes of the options; missing ones come from another request. */
export function modesGiven(options: object, base: Modes): Modes {
  return {
    cache: modeGiven(options, 'cache', caches, base.cache),
    credentials: modeGiven(options, 'credentials', credentials, base.credentials),
    mode: modeGiven(options, 'mode', modes, base.mode),
  };
}

function modeGiven(options: object, name: string, known: readonly string[], base: string): string {
  const value: unknown = getProperty(options, name);
  if (value === undefined) return base;
  const text = toLowerCase(textGiven(value));
  if (isAmong(known, text)) return text;
  throw new OwnTypeError(`unknown ${name} type: ${text}`);
}

/** The method of an option; without one, that of another request. */
export function methodGiven(value: unknown, base: string): string {
  if (value === undefined) return base;
  const method = textGiven(value);
  const refused = found(forbidden, method);
  if (refused !== undefined) throw new OwnTypeError(`forbidden method: ${refused}`);
  if (!isMethod(method)) throw new OwnTypeError('invalid Request method');
  return found(usual, method) ?? method;
}

/** The entry of a list that equals a method, without letter case. */
function found(list: readonly string[], method: string): string | undefined {
  const lower = isAscii(method) ? toLowerCase(method) : method;
  for (let at = 0; at < list.length; at += 1) if (toLowerCase(list[at] ?? '') === lower) return list[at];
  return undefined;
}

/** Real hosts refuse only characters that would end the method on the wire. */
function isMethod(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = charCodeAt(text, at);
    if (unit <= 0x20 || unit === 0x7f) return false;
  }
  return text !== '';
}
