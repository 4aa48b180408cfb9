/** The laws of axes distinguish right from wrong: their probes run here, on holders that keep or break the rule. */
import test from 'tape';
import { compare } from '../../executor/judge.js';
import { encode } from '../../language/encoding.js';
import type { CaseBody } from '../../language/trial.js';
import { TOOLS } from '../support/differential.js';
import { boundsNothing, givesOwn, goesOn, keepsArguments, onOthers, readsAsPlain, takesLonger } from './axes.js';

const ON = { holder: { at: 'held' }, member: 'm' };

/** Whether the law accepts an object with the method. */
async function accepts(body: CaseBody, m: (this: unknown, ...args: never[]) => unknown): Promise<boolean> {
  const trials = body.trials((path) => path);
  if (!('one' in trials) || body.probe === undefined) throw new Error('such a law has a probe and one trial');
  const unobservable = (why: string): never => {
    throw new Error(why);
  };
  const world = {
    ...TOOLS,
    unobservable,
    json: JSON.stringify,
    at: (path: string) => (path === 'held' ? { m } : TOOLS.at(path)),
  };
  const value: unknown = await Reflect.apply(body.probe, undefined, [trials.one.input, world]);
  return compare(trials.one.expect(), { kind: 'returned', value: encode(value) }) === undefined;
}

test('axes: arguments are kept', async (t) => {
  const body = keepsArguments({ ...ON, args: [['a', 'b'], { $buffer: '0102' }], places: [0, 1] });
  t.ok(await accepts(body, () => 1));
  t.ok(await accepts(body, async () => Promise.reject(new Error('refused'))), 'also if the call fails');
  t.notOk(await accepts(body, (list: string[]) => list.sort().reverse()), 'a list that is sorted');
  t.notOk(await accepts(body, (_: unknown, bytes: Buffer) => bytes.fill(0)), 'bytes that are overwritten');
});

test("axes: results are the caller's own", async (t) => {
  const body = givesOwn({ ...ON, args: [{ $bytes: '0102' }] });
  const cached = [1, 2];
  t.ok(await accepts(body, () => Buffer.from('ab')));
  t.ok(await accepts(body, async () => ({ a: [1] })));
  t.notOk(await accepts(body, () => cached), 'a result that is kept');
  t.notOk(await accepts(body, (bytes: Uint8Array) => bytes), 'the argument');
  t.notOk(await accepts(body, async (bytes: Uint8Array) => bytes.subarray(1)), 'a part of it, in a promise');
  const memory = Buffer.alloc(2);
  t.notOk(await accepts(body, (bytes: Uint8Array) => memory.fill(bytes)), 'one memory for all results');
  const inner = [0];
  const into = (bytes: Uint8Array) => ({ list: inner.splice(0, 9, ...bytes) && inner });
  t.notOk(await accepts(body, into), 'one list in all results');
});

test('axes: arguments in another form', async (t) => {
  const values = ['getters', 'frozen', 'without-prototype', 'named', 'failing'];
  const body = readsAsPlain({ ...ON, args: [{ a: 1 }], at: 0, values });
  t.ok(await accepts(body, ({ a }: { a: number }) => a));
  t.ok(await accepts(body, () => 1), 'what is not read');
  t.notOk(
    await accepts(body, (of: object) => Object.getOwnPropertyDescriptor(of, 'a')?.value),
    'getters that are not called',
  );
  t.notOk(await accepts(body, (of: object) => `${of}`), 'a method of the prototype');
  t.notOk(
    await accepts(body, (of: { a: number }) => {
      of.a = 2;
      return of.a;
    }),
    'what is frozen',
  );
});

test('axes: bounds in the wrong order', async (t) => {
  const body = boundsNothing({
    ...ON,
    args: [{ $buffer: '01020304' }, 0, 0],
    ranges: [{ start: 1, isSize: false }],
    values: [[3, 1]],
  });
  t.ok(await accepts(body, (bytes: Buffer, from: number, to: number) => bytes.subarray(from, to)));
  t.ok(
    await accepts(body, (bytes: Buffer, from: number, to: number) => {
      if (from > to) throw new RangeError('bounds');
      return bytes.toString('hex', from, to);
    }),
  );
  t.notOk(
    await accepts(body, (bytes: Buffer, from: number, to: number) =>
      bytes.subarray(Math.min(from, to), Math.max(from, to)),
    ),
    'bounds that are exchanged',
  );
  t.notOk(
    await accepts(body, (bytes: Buffer, from: number, to: number) => {
      if (from <= to) return bytes.length;
      bytes.fill(0);
      throw new RangeError('bounds');
    }),
    'an error that comes late',
  );
});

test('axes: calls after one that threw, on other objects, and with long arguments', async (t) => {
  const body = goesOn({ ...ON, args: ['a'], at: 0, values: ['symbol', 'date'] });
  const state = { failed: false };
  t.ok(await accepts(body, (text: unknown) => `${text}`));
  t.notOk(
    await accepts(body, (text: unknown) => {
      if (typeof text === 'string') return state.failed;
      state.failed = true;
      throw new TypeError('no text');
    }),
  );
  const seen: unknown[] = [];
  t.ok(await accepts(takesLonger({ ...ON, args: ['ab'], at: 0, values: [10] }), (text: string) => seen.push(text)));
  t.deepEqual(seen, ['ab'.repeat(10)]);
  const receivers: unknown[] = [];
  const other = onOthers({ ...ON, args: [], values: ['date', 'none-that-is-known'] });
  t.ok(
    await accepts(other, function keep() {
      return receivers.push(this);
    }),
  );
  t.ok(receivers[0] instanceof Date && receivers.length === 1);
});
