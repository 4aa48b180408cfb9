import type { VariablePort } from '../../../port/port.js';
import { toBuffer } from '../../3-built-ins-and-modules/buffer/buffer.js';
import { createNamed } from '../../support/named.js';
import { resultOf } from '../../support/outcome.js';
import { textOrBytes } from '../../support/text-or-bytes.js';

/** 2/http-request-object/r-variables */
export function createVariables(port: VariablePort): object {
  return createNamed({
    get: (name) => resultOf(port.text(name)),
    names: () => [],
    set: (name, value) => void resultOf(port.set(name, textOrBytes(value))),
  });
}

/** 2/http-request-object/r-raw-variables */
export function createRawVariables(port: VariablePort): object {
  return createNamed({
    get: (name) => {
      const bytes = resultOf(port.bytes(name, (length) => new Uint8Array(length)));
      return bytes === undefined ? undefined : toBuffer(bytes);
    },
    names: () => [],
    set: (name, value) => void resultOf(port.set(name, textOrBytes(value))),
  });
}
