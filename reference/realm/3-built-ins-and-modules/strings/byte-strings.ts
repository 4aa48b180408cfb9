import { byteString, bytesOfUnits, characters } from '../../support/byte-strings.js';
import { isArray, OwnTypeError } from '../../support/intrinsics.js';
import { charCodeAt, unwrapped } from '../../support/text.js';
import { decodeUtf8, encodeUtf8 } from '../../support/utf8.js';
import { removedMembers } from '../../support/versions.js';
import { encodingNamed } from '../buffer/encodings.js';
import { bytesOfList } from '../buffer/from.js';

/** 3/strings/rule-3: the members for byte strings. */
removedMembers(String, '0.8.0', {
  bytesFrom(source: unknown, encoding?: unknown): string {
    if (typeof source === 'string') return byteString(encodingNamed(encoding).bytesOf(source));
    if (isArray(source)) return byteString(bytesOfList(source));
    throw new OwnTypeError('the first argument is neither a string nor an array');
  },
});
removedMembers(String.prototype, '0.8.0', {
  fromBytes(): string {
    return characters(receiver(this));
  },
  fromUTF8(): string {
    return decodeUtf8(bytesOfUnits(receiver(this)));
  },
  toBytes(): string | null {
    const text = receiver(this);
    return hasBytesOnly(text) ? byteString(bytesOfUnits(text)) : null;
  },
  toUTF8(): string {
    return byteString(encodeUtf8(receiver(this)));
  },
  toString(encoding?: unknown): string {
    const text = receiver(this);
    if (encoding === undefined) return text;
    return encodingNamed(encoding).textOf(hasBytesOnly(text) ? bytesOfUnits(text) : encodeUtf8(text));
  },
});

/** Throws TypeError for a value that is not a string. */
function receiver(value: unknown): string {
  return unwrapped(value);
}

function hasBytesOnly(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (charCodeAt(text, at) > 0xff) return false;
  return true;
}
