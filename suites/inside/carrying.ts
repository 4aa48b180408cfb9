/** The self test of how texts leave a target, see `json-writer.ts`. A host that fails it is not judged. */

import type { Plain } from '../../spec/types/requirement.js';
import { show } from '../language/encoding.js';
import type { Observation } from '../language/observation.js';
import { isList } from '../language/plain.js';
import type { World } from '../language/world.js';

/** Code units of a text, and how often they are repeated. */
interface Sample {
  readonly name: string;
  readonly units: readonly number[];
  readonly times: number;
}

const sample = (name: string, units: readonly number[], times = 1): Sample => ({ name, units, times });

export const SAMPLES: readonly Sample[] = [
  sample('the empty text', []),
  sample('all of ASCII', [...Array(128).keys()]),
  sample(
    'all of Latin-1 beyond ASCII',
    [...Array(128).keys()].map((unit) => unit + 128),
  ),
  sample('characters that look like UTF-8', [0xc3, 0xa9, 0xe2, 0x82, 0xac]),
  sample('line separators and the byte order mark', [0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff]),
  sample('a character of two units', [0x61, 0xd83d, 0xde00, 0x62]),
  sample('lone surrogates', [0xde00, 0x61, 0xd83d]),
  sample('a long text of ASCII', [0x61, 0x62, 0x63, 0x64, 0x22], 2000),
  sample('a long text', [0x20ac, 0xe9, 0x61, 0], 2000),
];

/** The header whose value has bytes that are valid UTF-8 and bytes that are not. */
export const BYTES_HEADER: readonly [name: string, value: string] = ['X-Srvspec-Bytes', 'a\xff\xfeb\xc3\xa9'];

/**
 * Returns the version of the runtime and, for each sample, the text and its repetition. Last come a text of bytes, if there is one, and its
 * units.
 */
export const carryingProbe = (samples: readonly Sample[], t: World): unknown => {
  const textOf = (units: readonly number[]): string => units.map((unit) => String.fromCharCode(unit)).join('');
  const unitsOf = (text: string): number[] => {
    const units: number[] = [];
    for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
    return units;
  };
  const repeated = (text: string, times: number): string => {
    const copies: string[] = [];
    for (let i = 0; i < times; i++) copies.push(text);
    return copies.join('');
  };
  // A command-line runtime receives no request, and the oldest creates byte strings itself.
  const bytesFrom: unknown = Object(String).bytesFrom;
  const made = typeof bytesFrom === 'function' ? bytesFrom([0x61, 0xff, 0xfe, 0x62, 0xc3, 0xa9]) : undefined;
  const bytes = t.r === undefined ? made : t.r.headersIn['X-Srvspec-Bytes'];
  return {
    version: t.rt === undefined ? '' : `${t.rt.version}`,
    samples: samples.map((one) => [textOf(one.units), repeated(textOf(one.units), one.times)]),
    bytes: bytes === undefined ? [] : [bytes, unitsOf(bytes)],
  };
};

/** The failure of a self test; `undefined` if every text arrived. */
export function whyNotCarried(observed: Observation | undefined): string | undefined {
  if (observed?.kind === 'threw') return `the self test threw ${observed.name}: ${observed.message}`;
  const { samples, bytes }: { readonly samples?: Plain; readonly bytes?: Plain } =
    observed?.kind === 'returned' ? Object(observed.value) : {};
  if (!isList(samples) || !isList(bytes)) return 'the self test has no outcome';
  const wrong = SAMPLES.findIndex((one, i) => !isCarried(one, samples[i]));
  if (wrong >= 0) return `${SAMPLES[wrong]?.name} arrived as ${show(samples[wrong] ?? null)}`;
  return bytes.length === 0 || areBytesCarried(bytes)
    ? undefined
    : `bytes that were received arrived as ${show(bytes)}`;
}

function isCarried({ units, times }: Sample, arrived: Plain | undefined): boolean {
  if (!isList(arrived)) return false;
  const exact = String.fromCharCode(...units);
  // Some hosts have no surrogates.
  const replaced = exact.replace(/[\ud800-\udfff]/g, '\ufffd');
  return [exact, replaced].some((text) => arrived[0] === text && arrived[1] === text.repeat(times));
}

/** A host may make a byte string of bytes, which represents the characters of their UTF-8. */
function areBytesCarried([text, listed]: readonly Plain[]): boolean {
  const units = isList(listed) ? listed.map(Number) : [];
  const meant = units.every((unit) => unit <= 0xff) ? Buffer.from(units).toString() : undefined;
  return text === String.fromCodePoint(...units) || text === meant;
}
