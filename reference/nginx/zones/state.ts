import { parsedJson } from '../../host/support/json.js';
import type { DictionaryZone } from '../../host/zones/zone.js';

/** A file without entries for a zone; the message gives the reason. */
export class StateInvalid extends Error {}

/**
 * The entries of a zone as JSON: `{"key":{"value":"text","expire":1700000000000}}`. `expire` is a time of the clock in milliseconds, and
 * absent in zones without a timeout. Infinity is written as `1e999`, which readers convert to it. JSON has no form for NaN; such a value is
 * omitted, and `leaveOut` is called.
 */
export function stateText(zone: DictionaryZone, leaveOut: () => void): string {
  const written: string[] = [];
  const offset = Date.now() - zone.now();
  zone.eachEntry((key, value, expires) => {
    const text = typeof value === 'string' ? JSON.stringify(value) : numberText(value);
    if (text === undefined) return leaveOut();
    const expire = Number.isFinite(expires) ? `,"expire":${expires + offset}` : '';
    written.push(`${JSON.stringify(key)}:{"value":${text}${expire}}`);
  });
  return `{${written.join(',')}}`;
}

function numberText(value: number): string | undefined {
  if (Number.isNaN(value)) return undefined;
  if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Loads the text of {@link stateText} or nginx into a zone, except entries that have expired since. Throws {@link StateInvalid}. */
export function restoreState(zone: DictionaryZone, text: string): void {
  // An editor or a full disk may leave an empty file.
  if (text === '') return;
  const state = parsed(text);
  if (!isRecord(state)) throw new StateInvalid('it must be an object');
  for (const [key, entry] of Object.entries(state)) {
    if (!isRecord(entry)) throw new StateInvalid(`the entry ${shown(key)} must be an object`);
    const { value, expire } = entry;
    if (!isValue(value) || typeof value !== zone.type)
      throw new StateInvalid(`the entry ${shown(key)} must have a ${zone.type} as its "value"`);
    const left = zone.timeout === undefined || typeof expire !== 'number' ? undefined : Math.floor(expire - Date.now());
    if (left !== undefined && left <= 0) continue;
    if (!zone.set(key, value, left).ok) throw new StateInvalid('the zone has too little memory for it');
  }
}

function parsed(text: string): unknown {
  try {
    return parsedJson(text);
  } catch (error) {
    throw new StateInvalid(error instanceof Error ? error.message : String(error));
  }
}

const isValue = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys may be long, and secret. */
const shown = (key: string): string => JSON.stringify(key.length > 16 ? `${key.slice(0, 16)}…` : key);
