import type { Plain } from '../../../spec/types/requirement.js';
/** JSON of endpoints and clients under test. */

/** The most levels of lists and objects: laws and reports process values by recursion, which the stack limits. */
export const MOST_LEVELS = 200;

/** A text as JSON; `undefined` if it is none, or has more levels than `MOST_LEVELS`. */
export function jsonOf(text: string): Plain | undefined {
  if (isDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** From the text alone, since parsing takes memory for every level. The result for a text that is no JSON is undefined. */
function isDeep(text: string): boolean {
  if (text.length <= MOST_LEVELS) return false;
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        levels += 1;
        if (levels > MOST_LEVELS) return true;
        break;
      case 0x5d:
      case 0x7d:
        levels -= 1;
    }
  }
  return false;
}

/** Where the string that begins here ends: at a quote that is not escaped, or with the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
