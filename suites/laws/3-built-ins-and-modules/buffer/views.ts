/** Overlapping views of one memory, and what is done to them in turn; the model is one list of bytes. */
import fc from 'fast-check';
import { type Expectation, equal } from '../../../language/expectation.js';
import { type ModelCommand, model } from '../../../language/model.js';
import type { World } from '../../../language/world.js';

const LENGTH = 16;

/** A view of the memory: from its `from`-th byte to before its `to`-th. */
interface View {
  readonly from: number;
  readonly to: number;
}

type Command = View &
  (
    | { readonly do: 'set'; readonly at: number; readonly value: number }
    | { readonly do: 'fill'; readonly value: number }
    | { readonly do: 'copy'; readonly target: number }
    | { readonly do: 'swap16' }
    | { readonly do: 'writeUInt16BE'; readonly value: number }
    | { readonly do: 'read' }
  );

/** Views of even length, which all commands take. */
const view: fc.Arbitrary<View> = fc
  .tuple(fc.nat({ max: LENGTH - 2 }), fc.nat({ max: LENGTH / 2 }))
  .map(([from, pairs]) => ({ from, to: Math.min(from + 2 + 2 * pairs, LENGTH - ((LENGTH - from) % 2)) }));

const byte = fc.nat({ max: 255 });

const commands: readonly fc.Arbitrary<Command>[] = [
  fc
    .tuple(view, fc.nat(), byte)
    .map(([of, drawn, value]) => ({ ...of, do: 'set', at: drawn % (of.to - of.from), value })),
  fc.tuple(view, byte).map(([of, value]) => ({ ...of, do: 'fill', value })),
  fc.tuple(view, fc.nat({ max: LENGTH })).map(([of, target]) => ({ ...of, do: 'copy', target })),
  view.map((of) => ({ ...of, do: 'swap16' })),
  fc.tuple(view, fc.nat({ max: 0xffff })).map(([of, value]) => ({ ...of, do: 'writeUInt16BE', value })),
  view.map((of) => ({ ...of, do: 'read' })),
];

/** What the command leaves of the memory. */
function after(memory: readonly number[], command: Command): number[] {
  const { from, to } = command;
  const part = memory.slice(from, to);
  const put = (at: number, values: readonly number[]): number[] =>
    memory.map((old, i) => (i >= at && i < at + values.length ? (values[i - at] ?? old) : old));
  switch (command.do) {
    case 'set':
      return put(from + command.at, [command.value]);
    case 'fill':
      return put(
        from,
        part.map(() => command.value),
      );
    case 'copy':
      return put(command.target, part);
    case 'swap16':
      return put(
        from,
        part.map((old, i) => part[i % 2 === 0 ? i + 1 : i - 1] ?? old),
      );
    case 'writeUInt16BE':
      return put(from, [command.value >> 8, command.value & 255]);
    case 'read':
      return [...memory];
  }
}

interface Memory {
  bytes: number[];
}

const judged = (command: Command): ModelCommand<Memory> => ({
  plain: { ...command },
  step: (memory): Expectation => {
    memory.bytes = after(memory.bytes, command);
    const { from, to } = command;
    return equal({ view: Buffer.from(memory.bytes.slice(from, to)), memory: Buffer.from(memory.bytes) });
  },
});

/** All views are made before anything is done, so that they see what others do. */
const act = (input: { commands: Command[] }, t: World): unknown => {
  const memory = Buffer.alloc(16);
  const views = input.commands.map((command) => memory.subarray(command.from, command.to));
  return input.commands.map((command, i) =>
    t.attempt(() => {
      const of = views[i];
      if (of === undefined) throw new Error('no view');
      if (command.do === 'set') of[command.at] = command.value;
      else if (command.do === 'fill') of.fill(command.value);
      else if (command.do === 'copy') of.copy(memory, command.target);
      else if (command.do === 'swap16') of.swap16();
      else if (command.do === 'writeUInt16BE') of.writeUInt16BE(command.value, 0);
      return { view: Buffer.from(of), memory: Buffer.from(memory) };
    }),
  );
};

export const actsAsOneMemory = model({
  start: (_: object): Memory => ({ bytes: new Array<number>(LENGTH).fill(0) }),
  commands: () => commands.map((command) => command.map(judged)),
  probe: act,
  maxCommands: 20,
});
