import type { HeaderListPort, WritableHeaderListPort } from '../../../port/headers.js';
import { isBytes } from '../../support/bytes.js';
import { apply, growing, isArray, mapped, prepended, push } from '../../support/intrinsics.js';
import { createNamed } from '../../support/named.js';
import { resultOf } from '../../support/outcome.js';
import { received } from '../../support/received.js';
import { textOf } from '../../support/text.js';
import { textOrBytes } from '../../support/text-or-bytes.js';
import { isSince } from '../../support/versions.js';

/** 2/http-request-object/r-headers-in */
export function createHeadersIn(port: HeaderListPort): object {
  return createNamed({
    get: (name) => seen(port, name),
    names: () => port.names(),
    set: undefined,
    delete: undefined,
  });
}

/** 2/http-request-object/r-headers-out */
export function createHeadersOut(port: HeaderListPort & WritableHeaderListPort): object {
  return createNamed({
    get: (name) => seen(port, name),
    names: () => port.names(),
    set: (name, value) => void resultOf(apply(port.set, undefined, prepended(name, lines(value)))),
    delete: (name) => void resultOf(port.set(name)),
  });
}

function seen(port: HeaderListPort, name: string): string | string[] | undefined {
  const value = port.get(name);
  if (value === undefined) return undefined;
  return typeof value === 'string' ? received(value) : mapped(value, received);
}

/** The values of an assigned header; `null` and `undefined` become empty. An array gives several values since 0.4.0. */
function lines(value: unknown): (string | Uint8Array)[] {
  const values: unknown[] = isArray(value) && isSince('0.4.0') ? value : [value];
  const result = growing<string | Uint8Array>();
  for (let at = 0; at < values.length; at += 1) push(result, lineOf(values[at]));
  // The checks treat a header without values like one with an empty value.
  if (values.length === 0) push(result, '');
  return result;
}

function lineOf(value: unknown): string | Uint8Array {
  if (value === undefined || value === null) return '';
  return isBytes(value) ? value : textOrBytes(textOf(value));
}
