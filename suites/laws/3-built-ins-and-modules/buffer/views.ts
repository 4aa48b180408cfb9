/** Overlapping views of one memory, and successive operations on them. */
import fc from 'fast-check';
import { differential } from '../../support/differential.js';

const LENGTH = 16;

/** Views of even length, which all commands accept: two to eighteen bytes, as far as the memory reaches. */
const view = fc
  .tuple(fc.nat({ max: LENGTH - 2 }), fc.nat({ max: LENGTH / 2 }))
  .map(([from, pairs]) => ({ from, to: Math.min(from + 2 + 2 * pairs, LENGTH - ((LENGTH - from) % 2)) }));

const byte = fc.nat({ max: 255 });

/** The arguments of each command; those of `set` are the index, modulo the length of the view, and the byte. */
const ARGUMENTS = {
  set: fc.tuple(fc.nat({ max: LENGTH }), byte),
  fill: fc.tuple(byte),
  copy: fc.tuple(fc.nat({ max: LENGTH })),
  swap16: fc.constant([]),
  writeUInt16BE: fc.tuple(fc.nat({ max: 0xffff }), fc.constant(0)),
  subarray: fc.constant([]),
} as const;

const MEMBERS = ['set', 'fill', 'copy', 'swap16', 'writeUInt16BE', 'subarray'] as const;

const command = fc
  .constantFrom(...MEMBERS)
  .chain((member) => fc.tuple(view, ARGUMENTS[member]).map(([of, args]) => ({ ...of, member, args })));

/** All views are created before any operation, so that they show the changes of others. */
export const actsAsOneMemory = differential(
  (_: object) => fc.array(command, { minLength: 1, maxLength: 20, size: 'max' }),
  (commands, t) => {
    const memory = Buffer.alloc(16);
    const views = commands.map((one) => memory.subarray(one.from, one.to));
    return commands.map((one, i) => {
      const of = views[i];
      if (of === undefined) throw new Error('no view');
      const into: unknown[] = [memory];
      if (one.member === 'set') of[Number(one.args[0]) % of.length] = Number(one.args[1]);
      else t.invoke(of, one.member, one.member === 'copy' ? into.concat(one.args) : one.args);
      return [Buffer.from(of), Buffer.from(memory)];
    });
  },
);
