/** JSON of endpoints and clients under test. */
import type { Json } from '../../language/endpoint.js';

/** Levels of lists and objects: laws and reports go through a value by recursion, which a stack bounds. */
export const MOST_LEVELS = 200;

/** A text as JSON; `undefined` when it is none, or is nested deeper than `MOST_LEVELS`. */
export function jsonOf(text: string): Json | undefined {
  if (isDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPENING: readonly number[] = ['[', '{'].map((bracket) => bracket.charCodeAt(0));
const CLOSING: readonly number[] = [']', '}'].map((bracket) => bracket.charCodeAt(0));

/** Told by the text alone: parsing takes memory for every level. What is no JSON may be taken for either. */
function isDeep(text: string): boolean {
  if (text.length <= MOST_LEVELS) return false;
  let levels = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (quoted && unit === BACKSLASH) at += 1;
    else if (unit === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (OPENING.includes(unit)) levels += 1;
    else if (CLOSING.includes(unit)) levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}
