/** Small axes of steps: repeated calls, bounds outside, and texts with lone surrogates. */
import type { Step } from '../../../spec/types/step.js';
import { either, record } from '../../language/expectation.js';
import { example } from '../../language/law.js';
import { orderOf, type StepExpectations, type StepOrder, type StepsRow } from '../../language/steps.js';
import type { Law } from '../../language/trial.js';
import { follow, mustGive, type Orders, ran, through } from './steps.js';

/** With `between`, the last step is repeated after steps that change what it depends on. */
type Repeated = StepsRow & { readonly optional: number; readonly between?: readonly Step[] };

/** The last step with each number of its optional arguments undefined, and each of them twice. */
export const again: Law<Repeated> = through(({ optional, steps, between, ...doing }) => {
  const call = steps.at(-1);
  if (!Array.isArray(call)) throw new Error('the last step is not written as a call, [on, member, ...arguments]');
  const ways = Array.from({ length: optional + 1 }, (_, left): [string, StepOrder] => {
    const last = [...call, ...Array<{ $undefined: true }>(left).fill({ $undefined: true })];
    return [`${left} undefined`, orderOf({ ...doing, steps: [...steps.slice(0, -1), last, last] }, {})];
  });
  if (between !== undefined) ways.push(['changed', orderOf({ ...doing, steps: [...steps, ...between, call] }, {})]);
  return Object.fromEntries(ways);
});

/**
 * Lone surrogates alone, in texts, and in the wrong order. They are created in the target, unit by unit: the strings of some
 * targets cannot hold them, and some cannot create several at once.
 */
const SURROGATES: { readonly [name: string]: readonly number[] } = {
  firstHigh: [0xd800],
  lastHigh: [0xdbff],
  firstLow: [0xdc00],
  lastLow: [0xdfff],
  between: [0x61, 0xd83d, 0x62],
  atStart: [0xde00, 0x61],
  atEnd: [0x61, 0xd83d],
  highTwice: [0xd83d, 0xd83d, 0xe9],
  beforePair: [0xd83d, 0x1f600],
  behindPair: [0x1f600, 0xde00],
  turned: [0xde00, 0xd83d],
};

const making = (points: readonly number[]): StepOrder['make'] => [
  ...points.map((point, i) => [`c${i}`, ['String', point > 0xffff ? 'fromCodePoint' : 'fromCharCode', point]] as const),
  ['parts', { make: ['list', ...points.map((_, i) => `$c${i}`)] }],
  ['text', ['$parts', 'join', '']],
];

/** Steps on each such `$text`, and the results in this process, or the expected result of the last one. */
export const onSurrogates: Law<StepsRow & StepExpectations> = through(
  (doing) =>
    Object.fromEntries(Object.entries(SURROGATES).map(([name, points]) => [name, orderOf(doing, {}, making(points))])),
  (data) => (data.then === undefined ? undefined : mustGive(data)),
);

/** Bounds that lie outside, at least one of them, or in the wrong order; a single bound is the first one, a start. */
const OUTSIDE: readonly (readonly [from: number, to: number])[] = [
  [-1, 2], [-9, 2], [0, 7], [6, 8], [7, 8], [0, -1], [1, -9], [-3, -1], [2, 9], [7, 9], [9, 9], [4, 2], [9, 2],
  [0, 2 ** 31], [2 ** 31, 2 ** 31 + 2], [0, 2 ** 32 + 1], [2 ** 32 + 1, 2 ** 32 + 3], [-(2 ** 31), 3], [-(2 ** 32), 3], [2 ** 53, 2 ** 53],
]; // biome-ignore format: a table

const inside = (bound: number, length: number): number => Math.min(Math.max(bound, 0), length);

/** Meanings of a bound that is treated as one inside: negative ones are ignored, or count from the end. */
const READINGS: readonly ((bound: number, length: number) => number)[] = [
  inside,
  (bound, length) => inside(bound < 0 ? length + bound : bound, length),
];

/** With the length of the bounded value. */
type BoundsSteps = StepsRow & { readonly length: number };

function ordersOf(data: BoundsSteps, read: (from: number, to: number) => readonly [number, number]): Orders {
  const orders = OUTSIDE.map(([first, last]) => {
    const [from, to] = read(first, last);
    return [`${first} to ${last}`, orderOf(data, { from, to, size: to - from })] as const;
  });
  return Object.fromEntries(orders);
}

/** The call with bounds is refused. */
const refusing = ({ steps, ...doing }: BoundsSteps): BoundsSteps => {
  const isBetween = (step: Step): boolean => /"\$(from|to|size)"/.test(JSON.stringify(step));
  return { ...doing, steps: steps.map((step) => (isBetween(step) ? { new: ['NothingThatIsThere'] } : step)) };
};

/** Steps between `$from`, `$to` and `$size` outside: a call throws and changes nothing, or acts as with bounds inside. */
export const outside: Law<BoundsSteps> = example({
  input: (data) => ordersOf(data, (from, to) => [from, to]),
  probe: follow,
  expect: (data) => {
    const readings = READINGS.map((read) =>
      ordersOf(data, (first, last) => {
        const from = read(first, data.length);
        return [from, Math.max(from, read(last, data.length))];
      }),
    );
    const ways = [ordersOf(refusing(data), () => [0, 0]), ...readings].map((one) => ran(one));
    const each = Object.keys(ways[0] ?? {}).map((name) => [name, either(...ways.map((way) => way[name]))]);
    return record(Object.fromEntries(each));
  },
});
