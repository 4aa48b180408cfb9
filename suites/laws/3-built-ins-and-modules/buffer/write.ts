/** Strings written into Buffers: 3/buffer-module/buf-write. */
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { differentialExample } from '../../support/differential.js';
import { run } from '../../support/steps.js';
import { orderOf } from './series.js';

interface Vector {
  readonly encoding: string;
  readonly text: string;
  /** In hex. */
  readonly bytes: string;
  /** Of the Buffer; without it there is no byte to spare. */
  readonly size?: number;
  readonly offset?: number;
  readonly returned?: boolean;
}

/** Into bytes that are all 0xee. */
export const vector = example({
  input: ({ text, encoding, bytes, offset, size = bytes.length / 2, returned = false }: Vector) => {
    const args = offset === undefined ? [text, encoding] : [text, offset, encoding];
    return orderOf({ memory: Buffer.alloc(size, 0xee), skipped: 0, steps: [['$buf', 'write', ...args]], returned });
  },
  probe: run,
  expect: (of) => {
    const written = Buffer.from(of.bytes, 'hex');
    const memory = Buffer.alloc(of.size ?? written.length, 0xee);
    memory.set(written, of.offset);
    return equal({ it: [of.returned ? ['returned', written.length] : ['returned'], ['returned', memory]] });
  },
});

/** Into space of each size up to the text's own, bounded by the end of the Buffer or by the length. */
export const cuts = differentialExample(
  ({ text, by }: { text: string; by: 'end' | 'length' }) => {
    return { text, by, sizes: Array.from({ length: Buffer.byteLength(text) }, (_, i) => i + 1) };
  },
  ({ text, by, sizes }, t) =>
    sizes.map((size) => {
      const memory = Buffer.alloc(sizes.length + 2, 0xee);
      t.invoke(by === 'end' ? memory.subarray(0, size) : memory, 'write', by === 'end' ? [text] : [text, 0, size]);
      return memory;
    }),
);
