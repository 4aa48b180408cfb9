import type { HeaderListPort, WritableHeaderListPort } from '../../../port/headers.js';
import { createNamed } from '../../support/named.js';
import { resultOf } from '../../support/outcome.js';
import { received } from '../../support/received.js';
import { textOrBytes } from '../../support/text-or-bytes.js';
import { isSince } from '../../support/versions.js';

/** 2/http-request-object/r-headers-in */
export function createHeadersIn(port: HeaderListPort): object {
  return createNamed({ get: (name) => seen(port, name), names: () => port.names() });
}

/** 2/http-request-object/r-headers-out */
export function createHeadersOut(port: HeaderListPort & WritableHeaderListPort): object {
  return createNamed({
    get: (name) => seen(port, name),
    names: () => port.names(),
    set: (name, value) => void resultOf(port.set(name, ...lines(value))),
    delete: (name) => void resultOf(port.set(name)),
  });
}

function seen(port: HeaderListPort, name: string): string | string[] | undefined {
  const value = port.get(name);
  if (value === undefined) return undefined;
  return typeof value === 'string' ? received(value) : [...value].map(received);
}

/** The values of an assigned header: nothing and empty strings make no line. Arrays are several since 0.4.0. */
function lines(value: unknown): (string | Uint8Array)[] {
  const values: unknown[] = Array.isArray(value) && isSince('0.4.0') ? value : [value];
  return values
    .filter((item) => item !== undefined && item !== null)
    .map((item) => (item instanceof Uint8Array ? item : textOrBytes(`${item}`)))
    .filter((item) => item.length > 0);
}
