import type { Argument } from '../port/subject.js';
import { toBuffer } from './3-built-ins-and-modules/buffer/buffer.js';
import { allocate } from './support/bytes.js';
import { received } from './support/received.js';
import { sealed } from './support/seal.js';

/** Converts an argument of the host to what the handler receives. */
export function argumentFor(given: Argument): unknown {
  const argument = sealed(given);
  if (typeof argument !== 'object') return argument;
  switch (argument.kind) {
    case 'text':
      return received(argument.text);
    case 'bytes':
      return toBuffer(argument.bytes(allocate));
    case 'flags':
      return { last: argument.last };
    default:
      return argument satisfies never;
  }
}
