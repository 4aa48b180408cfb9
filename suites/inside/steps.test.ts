import test from 'tape';
import type { Plain } from '../../spec/types/requirement.js';
import { compare } from '../executor/judge.js';
import { encode } from '../language/encoding.js';
import { expectedOf, orderOf, type StepsRow, type Subjects } from '../language/steps.js';
import { TOOLS } from '../laws/support/differential.js';
import { stepper } from './steps.js';

const ran = (doing: StepsRow, subjects: Subjects = {}): unknown => stepper(TOOLS)(orderOf(doing, subjects));
const values = (outcomes: unknown): unknown[] => (Array.isArray(outcomes) ? outcomes.map((one) => one[1]) : []);

test('steps: each verb, with the subject of the row or of the step', (t) => {
  const steps = [
    { call: ['concat', [4]], as: 'more' },
    { call: 'pop' },
    { get: 'length' },
    { set: [0, '$more.length'] },
    { delete: 1 },
    { value: '$list' },
    { on: '$more', get: '$last' },
    { new: ['Uint8Array', '$list.length+1'] },
    { make: ['same', '$list', '$more'] },
  ];
  const outcomes = values(ran({ on: '$list', steps, last: 3 }, { list: [1, 2, 3] }));
  t.deepEqual(outcomes.slice(0, 5), [[1, 2, 3, 4], 3, 2, undefined, true]);
  t.deepEqual(Object.keys(Object(outcomes[5])), ['0'], 'the deleted key is gone');
  t.deepEqual(outcomes.slice(6), [4, new Uint8Array(3), false]);
  t.end();
});

test('steps: a view has other bytes around it, and contains its own', (t) => {
  const kinds = ['Buffer', 'part-of-buffer', 'part-of-part', 'whole-uint8', 'Uint16Array', 'DataView', 'ArrayBuffer'];
  for (const kind of kinds) {
    const [view] = values(ran({ steps: [{ make: ['view', kind, '$bytes'] }] }, { bytes: Buffer.from('abcd') }));
    const { buffer = view, byteOffset, byteLength } = Object(view);
    t.equal(Buffer.from(buffer, byteOffset, byteLength).toString(), 'abcd', kind);
  }
  t.end();
});

test('steps: a call with a callback has a promise, the calls of the callback and the result of the call', async (t) => {
  const steps = [
    { on: '$it', make: ['called-back', 'later', 'a'], as: 'back', shown: false },
    { value: '$back.promise', await: 'promise' as const },
    ['$back.calls'],
    { on: '$back.returned', make: ['typeof'] },
  ];
  const later = (value: string, back: (value: string) => void) => {
    back(`<${value}>`);
    back('again');
    return 1;
  };
  t.deepEqual(values(await ran({ steps }, { it: { later } })).slice(1), ['<a>', ['<a>', 'again'], 'number']);
  const refuses = () => {
    throw new TypeError('no callback');
  };
  const [, rejected] = Object(await ran({ steps, named: true }, { it: { later: refuses } }));
  t.deepEqual(rejected, ['rejected', 'TypeError'], 'a call that throws rejects');
});

test('steps: a callback records its calls, follows its own steps, and throws on request', (t) => {
  const visit = (callback: Plain) => ({
    steps: [
      { make: ['callback', callback], as: 'visit' },
      { on: '$all', call: ['forEach', '$visit'] },
      ['$visit.calls'],
    ],
  });
  const all = { all: ['a', 'b', 'c'] };
  t.deepEqual(values(ran(visit({}), all))[2], [
    ['a', 0, all.all],
    ['b', 1, all.all],
    ['c', 2, all.all],
  ]);
  const nested = { steps: [['$all', 'indexOf', '$args.0'], { get: 'length', on: '$args' }] };
  t.deepEqual(values(ran(visit(nested), all))[2], [
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  const outcomes = ran(visit({ throws: 'RangeError', at: 2 }), all);
  t.deepEqual(Array.isArray(outcomes) && outcomes[1], ['threw']);
  t.equal(Object(values(outcomes)[2]).length, 2, 'the third is not called');
  t.end();
});

test('steps: an object whose members are accessors', (t) => {
  const [made] = values(ran({ steps: [{ make: ['accessors', { a: 1 }] }] }));
  t.equal(typeof Object.getOwnPropertyDescriptor(Object(made), 'a')?.get, 'function');
  t.equal(Object(made).a, 1);
  t.end();
});

test('steps: a step waits for its promise, and later steps have its result', async (t) => {
  const steps = [
    { on: 'Promise', call: ['resolve', 'x'], await: 'promise', as: 'text' } as const,
    ['$text', 'concat', 'y'],
    { on: 'Promise', call: ['reject', '$error'], await: 'promise', throws: 'TypeError' } as const,
    { on: 'Promise', call: ['resolve', 1] },
  ];
  const outcomes = await ran({ steps, named: true, error: 0 }, { error: new TypeError('x') });
  t.deepEqual(Array.isArray(outcomes) && outcomes.slice(0, 3), [
    ['returned', 'x'],
    ['returned', 'xy'],
    ['rejected', 'TypeError'],
  ]);
  t.ok(values(outcomes)[3] instanceof Promise, 'without await there is no wait');
});

test('steps: meanwhile runs before the wait for the promise of a step', async (t) => {
  const steps = [
    { on: 'Promise', call: ['resolve', '$list'], await: 'promise', meanwhile: ['$list', 'push', 2] } as const,
    ['$list', 'push', 3],
  ];
  t.deepEqual(values(await ran({ steps }, { list: [1] })), [[1, 2, 3], 3]);
  t.deepEqual(ran({ steps: [{ on: '$list', get: 'length', shown: false }] }, { list: [1] }), [['returned']]);
});

test('steps: expectations are written beside them and are not sent to the target', (t) => {
  const doing: StepsRow = {
    steps: [
      { on: 'Math', call: ['max', 1, 2], returns: 2 },
      { on: 'JSON', call: ['parse', '{'], throws: ['SyntaxError', 'TypeError'] },
      { on: 'Math', call: ['min', 1, 2] },
    ],
    named: true,
  };
  t.notOk(/returns|throws/.test(JSON.stringify(orderOf(doing))));
  const judged = (of: StepsRow) =>
    compare(expectedOf(of.steps, {}), { kind: 'returned', value: encode(ran(doing)) })?.observed;
  t.equal(judged(doing), undefined);
  t.match(
    `${judged({ ...doing, steps: [{ call: 'max', returns: 3 }, ...doing.steps.slice(1)] })}`,
    /^item 1: returns 2/,
  );
  t.end();
});

test('steps: those behind a callback follow once it is called', async (t) => {
  const steps = [
    { on: 'globalThis', call: ['setTimeout', '$next', 1, 'passed'], await: 'callback', as: 'came' },
    { value: '$came' },
    { call: 'missing', await: 'callback' },
    { make: ['promise'], as: 'made', shown: false },
    { on: '$made', call: ['then', '$next'], await: 'callback' },
  ] as const;
  const outcomes = await ran({ on: {}, named: true, steps });
  const threw = ['threw', 'Error'];
  t.deepEqual(outcomes, [['returned'], ['returned', 'passed'], threw, ['returned'], ['returned', undefined]]);
});

test('steps: members that an object has, and those that are listed', (t) => {
  const on = Object.assign(Object.create({ a: 1 }), { b: 2 });
  const steps = ['a', 'b', 'c'].map((name) => ({ on: '$on', make: ['has', name] }));
  t.deepEqual(values(ran({ steps }, { on })), [[true, false], [true, true], [false, false]]); // biome-ignore format: one line
  const [listed] = values(ran({ steps: [{ on: '$on', make: ['listed'] }] }, { on }));
  t.deepEqual(listed, { enumerated: ['b', 'a'], keys: ['b'], entries: ['b'], json: ['b'] });
  t.end();
});
