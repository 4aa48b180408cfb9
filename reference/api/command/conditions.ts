import { isPointer, valueAt } from '../client/pointer.js';
import { LONGEST_TIMER } from '../support/clock.js';
import type { JsonObject, JsonValue } from '../support/json.js';
import { UsageError } from '../support/usage-error.js';

/** Holds for answers with one of the values at the pointer. */
export interface Condition {
  readonly pointer: string;
  readonly values: readonly string[];
}

/** Reads `POINTER=VALUE[,VALUE…]`; throws `UsageError`. */
export function readCondition(option: string, text: string): Condition {
  const at = text.indexOf('=');
  if (at < 0) throw new UsageError(`--${option} takes POINTER=VALUE[,VALUE…]`);
  return { pointer: readPointer(option, text.slice(0, at)), values: text.slice(at + 1).split(',') };
}

export function readPointer(option: string, text: string): string {
  if (isPointer(text)) return text;
  throw new UsageError(`--${option}: ${text} is no JSON pointer, such as /data/id`);
}

export function holds({ pointer, values }: Condition, answer: JsonObject): boolean {
  const value = valueAt(answer, pointer);
  return value !== undefined && values.includes(written(value));
}

/** A string stands for itself, everything else for its JSON. */
function written(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Seconds, with fractions, to whole milliseconds. */
export function milliseconds(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$|^\.\d+$/.test(text) ? Math.round(Number(text) * 1000) : 0;
  if (ms >= 1 && ms <= LONGEST_TIMER) return ms;
  throw new UsageError(`--${option} takes a number of seconds above 0`);
}
