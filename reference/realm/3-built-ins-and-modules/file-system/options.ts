import { byteString } from '../../support/byte-strings.js';
import { getProperty, isAmong, isObject, OwnTypeError } from '../../support/intrinsics.js';
import { isSince } from '../../support/versions.js';
import { toBuffer } from '../buffer/buffer.js';
import { encodingNamed } from '../buffer/encodings.js';

/** Reads an option that a script passed, by name. */
export type OptionReader = (name: string) => unknown;

/** Options in an object. `undefined` means no options. Throws TypeError for other values. */
export function optionsOf(value: unknown): OptionReader {
  return membersOf(value, 'an object');
}

/** Options in an object, or a string for `encoding`. */
export function optionsOrEncoding(value: unknown): OptionReader {
  return typeof value === 'string' ? onlyOption('encoding', value) : membersOf(value, 'a string or object');
}

/** Options in an object, or a number for `mode`. */
export function optionsOrMode(value: unknown): OptionReader {
  return typeof value === 'number' ? onlyOption('mode', value) : membersOf(value, 'a number or object');
}

function onlyOption(named: string, value: unknown): OptionReader {
  return (name) => (name === named ? value : undefined);
}

function membersOf(value: unknown, wanted: string): OptionReader {
  if (value === undefined) return () => undefined;
  if (isObject(value)) return (name) => getProperty(value, name);
  throw new OwnTypeError(`Unknown options type (${wanted} required)`);
}

/** Converts bytes to the value that a script receives. */
type BytesConversion = (bytes: Uint8Array) => unknown;

/** The only encodings of a file's content before 0.4.4. */
const firstEncodings: readonly unknown[] = ['utf8', 'utf-8'];

/** The form of a file's content. Throws TypeError for an unknown encoding. */
export function contentForm(encoding: unknown): BytesConversion {
  if (encoding === undefined) return isSince('0.4.4') ? toBuffer : byteString;
  const form = encodingNamed(encoding).textOf;
  if (isSince('0.4.4') || isAmong(firstEncodings, encoding)) return form;
  throw new OwnTypeError('the encoding is not supported');
}

/** The form of a name or path; `buffer` gives a Buffer. Throws TypeError for an unknown encoding. */
export function nameForm(encoding: unknown): BytesConversion {
  return encoding === 'buffer' && isSince('0.4.4') ? toBuffer : encodingNamed(encoding).textOf;
}
