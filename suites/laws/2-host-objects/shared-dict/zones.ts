/**
 * The zones of laws about shared dictionaries. Each case has zones of its own, in which nothing is stored but by itself: no
 * operation under test has to empty them.
 */
import { http, ownZone, type Setup, type Zone } from '../../../language/setup.js';

export type DictValue = string | number;

/** Parameters of `js_shared_dict_zone` by the first part of a zone's name; the second one tells the type. */
const DECLARED = {
  '': { size: '128k' },
  'large-': { size: '1m' },
  'small-': { size: '32k' },
  'evicting-': { size: '32k', timeout: '1h', evict: true },
  'lasting-': { size: '128k', timeout: '1h' },
  'small-brief-': { size: '32k', timeout: '40ms' },
  'brief-': { size: '64k', timeout: '40ms' },
} as const;

export type ZoneName = `${keyof typeof DECLARED}${'texts' | 'numbers'}`;

/** Data of a law that uses one of the zones. */
export type InZone = { readonly zone: ZoneName };

export const isNumeric = (zone: ZoneName): boolean => zone.endsWith('numbers');
export const isSmall = (zone: ZoneName): boolean => /^(small|evicting)-/.test(zone);
export const evicts = (zone: ZoneName): boolean => zone.startsWith('evicting-');

/** A zone as its name declares it, or one like it under a name of its own. */
export function declared(name: ZoneName, own: string = name): Zone {
  const [, parameters] = Object.entries(DECLARED).findLast(([first]) => name.startsWith(first)) ?? ['', DECLARED['']];
  return { name: own, type: isNumeric(name) ? 'number' : 'string', ...parameters };
}

/** What a host must be configured with for laws whose data names their zone, which is the case's own. */
export const inZone = ({ zone: name }: InZone): Setup => [http(ownZone(declared(name)))];

/** A value as a zone holds it: in one of numbers, the number that a text spells. */
export const valueIn = <T>(zone: ZoneName, value: T): T | number =>
  isNumeric(zone) && typeof value === 'string' ? Number(value) : value;

/** A small value that a zone holds. */
export const seven = (zone: ZoneName): DictValue => valueIn(zone, '7');
