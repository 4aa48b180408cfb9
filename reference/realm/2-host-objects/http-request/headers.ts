import type { HeaderListPort, WritableHeaderListPort } from '../../../port/port.js';
import { createNamed } from '../../support/named.js';
import { resultOf } from '../../support/outcome.js';

/** 2/http-request-object/r-headers-in */
export function createHeadersIn(port: HeaderListPort): object {
  return createNamed({ get: (name) => seen(port, name), names: () => port.names() });
}

/** 2/http-request-object/r-headers-out */
export function createHeadersOut(port: HeaderListPort & WritableHeaderListPort): object {
  return createNamed({
    get: (name) => seen(port, name),
    names: () => port.names(),
    set: (name, value) => void resultOf(port.set(name, lines(value))),
    delete: (name) => void resultOf(port.set(name, [])),
  });
}

function seen(port: HeaderListPort, name: string): string | string[] | undefined {
  const value = port.get(name);
  return value === undefined || typeof value === 'string' ? value : [...value];
}

/** The values of an assigned header: nothing and empty strings make no line. */
function lines(value: unknown): (string | Uint8Array)[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((item) => item !== undefined && item !== null)
    .map((item) => (item instanceof Uint8Array ? item : `${item}`))
    .filter((item) => item.length > 0);
}
