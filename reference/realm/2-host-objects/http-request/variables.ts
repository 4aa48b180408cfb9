import type { VariablePort } from '../../../port/variables.js';
import { toBuffer } from '../../3-built-ins-and-modules/buffer/buffer.js';
import { allocate } from '../../support/bytes.js';
import { each, growing, grown, OwnTypeError, push } from '../../support/intrinsics.js';
import { createNamed, type NamedValues } from '../../support/named.js';
import { resultOf } from '../../support/outcome.js';
import { received } from '../../support/received.js';
import { matches, slice } from '../../support/text.js';
import { textOrBytes } from '../../support/text-or-bytes.js';
import { isSince } from '../../support/versions.js';

const number = /^\d+$/;

/** 2/http-request-object/r-variables */
export function createVariables(port: VariablePort): object {
  return createNamed({
    get: (name) => {
      const value = isHidden(name) ? undefined : resultOf(port.text(name));
      return value === undefined ? undefined : received(value);
    },
    names: undefined,
    ...assignment(port),
  });
}

/** 2/http-request-object/r-raw-variables */
export function createRawVariables(port: VariablePort): object {
  return createNamed({
    get: (name) => {
      if (isHidden(name)) return undefined;
      const bytes = resultOf(port.bytes(name, allocate));
      return bytes === undefined ? undefined : toBuffer(bytes);
    },
    names: undefined,
    ...assignment(port),
  });
}

/** 2/http-request-object-methods/r-js-var-names, 2/stream-session-methods/s-js-var-names */
export function declaredNames(port: VariablePort, prefix: unknown): string[] {
  if (prefix !== undefined && typeof prefix !== 'string') throw new OwnTypeError('"prefix" must be a string');
  const names = growing<string>();
  each(port.declared(), (name) => {
    if (prefix === undefined || slice(name, 0, prefix.length) === prefix) push(names, name);
  });
  return grown(names);
}

/** 2/versioning/0-2-8: the version since which variables can be assigned. */
function assignment(port: VariablePort): Pick<NamedValues, 'set' | 'delete'> {
  if (!isSince('0.2.8')) return { set: undefined, delete: undefined };
  return { delete: undefined, set: (name, value) => void resultOf(port.set(name, assignedValue(value))) };
}

/** Some variables may have no value. */
function assignedValue(value: unknown): string | Uint8Array | undefined {
  return value === undefined || value === null ? undefined : textOrBytes(value);
}

/** 2/versioning/0-8-6: earlier scripts do not see the captures of regular expressions. */
function isHidden(name: string): boolean {
  return !isSince('0.8.6') && matches(number, name);
}
