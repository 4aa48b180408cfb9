import { resolve } from 'node:path';
import type { Statement } from '../settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../settings/error.js';
import { sizeOf, timeOf } from '../settings/values.js';

/** The declaration of `js_shared_dict_zone`. */
export interface ZoneDeclaration extends ConfigurationPosition {
  readonly name: string;
  /** Bytes of the whole zone. */
  readonly size: number;
  /** Milliseconds; `undefined` if entries do not expire. */
  readonly timeout: number | undefined;
  readonly type: 'string' | 'number';
  readonly evict: boolean;
  /** Path of the file that keeps the entries while no host runs. */
  readonly state?: string;
}

/** Real hosts refuse zones below eight pages. */
const smallestZone = 8 * 4096;
/** The size of the address space. */
const largestZone = 2 ** 47;

/** Reads `js_shared_dict_zone zone=NAME:SIZE [timeout=TIME] [type=string|number] [evict] [state=FILE]`. */
export function zoneDeclaration(words: readonly string[], { place, warn, prefix }: Statement): ZoneDeclaration {
  const declared: ZoneDraft = { timeout: undefined, type: 'string', evict: false };
  for (const word of words) zoneParameter(word, declared, place, warn);
  const { name, size, timeout, type, evict, state } = declared;
  if (name === undefined || size === undefined)
    throw new ConfigurationError('"js_shared_dict_zone" must have "zone" parameter', place);
  if (evict && timeout === undefined) throw new ConfigurationError('evict requires timeout=', place);
  return {
    name,
    size,
    timeout,
    type,
    evict,
    file: place.file,
    line: place.line,
    ...(state === undefined ? {} : { state: resolve(prefix, state) }),
  };
}

interface ZoneDraft {
  name?: string;
  size?: number;
  timeout: number | undefined;
  type: 'string' | 'number';
  evict: boolean;
  state?: string;
}

function zoneParameter(word: string, declared: ZoneDraft, place: ConfigurationPosition, warn: Statement['warn']): void {
  const [key, value] = splitOnce(word, '=');
  if (key === 'zone') Object.assign(declared, zoneNameAndSize(value, place));
  else if (key === 'timeout') declared.timeout = zoneTimeout(value, place);
  else if (key === 'type' && (value === 'string' || value === 'number')) declared.type = value;
  else if (word === 'evict') declared.evict = true;
  else if (key === 'state' && value !== '') declared.state = value;
  else if (key === 'type' || key === 'state')
    throw new ConfigurationError(`invalid ${key === 'type' ? 'dict type' : key} "${value}"`, place);
  // Real hosts ignore unknown words.
  else warn(`parameter "${word}" is not known`);
}

function zoneNameAndSize(
  value: string,
  place: ConfigurationPosition,
): { readonly name: string; readonly size: number } {
  const [name, sizeText] = splitOnce(value, ':');
  const size = /g$/i.test(sizeText) ? undefined : sizeOf(sizeText);
  if (name === '') throw new ConfigurationError(`invalid zone name "zone=${value}"`, place);
  if (size === undefined || size > largestZone)
    throw new ConfigurationError(`invalid zone size "zone=${value}"`, place);
  if (size < smallestZone) throw new ConfigurationError(`zone "zone=${value}" is too small`, place);
  return { name, size };
}

/** As on real hosts, a timeout of 0 means none. */
function zoneTimeout(value: string, place: ConfigurationPosition): number | undefined {
  const timeout = timeOf(value);
  if (timeout === undefined) throw new ConfigurationError(`invalid timeout value "timeout=${value}"`, place);
  return timeout === 0 ? undefined : timeout;
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
