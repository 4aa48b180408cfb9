import type { Json } from '../../language/endpoint.js';

/** A text as JSON; `undefined` when it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
