import { receivedBytes } from './byte-strings.js';
import { encodeUtf8 } from './utf8.js';
import { isSince } from './versions.js';

/** 2/versioning/0-8-5: before, string members of requests and sessions, and the values in them, were byte strings. */
export function received(text: string): string {
  return isSince('0.8.5') ? text : receivedBytes(encodeUtf8(text));
}
