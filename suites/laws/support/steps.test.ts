import test from 'tape';
import type { Plain } from '../../../spec/types/requirement.js';
import type { Step } from '../../../spec/types/step.js';
import { compare } from '../../executor/judge.js';
import { stepper } from '../../inside/steps.js';
import { encode } from '../../language/encoding.js';
import { anything, attempted, either, list, throws } from '../../language/expectation.js';
import { NotObservable } from '../../language/failures.js';
import { expectedOf, orderOf, type StepsRow, type Subjects } from '../../language/steps.js';
import { TOOLS } from './differential.js';
import { does, ran } from './steps.js';

const results = (doing: StepsRow, subjects: Subjects = {}): unknown => stepper(TOOLS)(orderOf(doing, subjects));

test('steps are calls on subjects and on results of earlier steps', (t) => {
  const steps = [
    ['Buffer', 'alloc', '$size+1'],
    ['$0', 'fill', '$value'],
    ['$0.length'],
    ['Buffer', 'from', [1]],
    { make: ['same', '$0', '$0'] },
  ];
  const filled = Buffer.alloc(3, 7);
  const outcomes = [
    ['returned', filled],
    ['returned'],
    ['returned', 3],
    ['returned', Buffer.of(1)],
    ['returned', true],
  ];
  t.deepEqual(results({ steps, value: 7 }, { size: 2 }), outcomes);
  t.end();
});

test('a step is repeated for each item of a list', (t) => {
  t.deepEqual(
    results({ steps: [{ each: '$sought', on: '$on', call: ['indexOf', '$item'] }] }, { on: 'abc', sought: ['c', 'x'] }),
    [['returned', [2, -1]]],
  );
  t.end();
});

test('steps with unknown names, and values that cannot be made here, are mistakes of the row', (t) => {
  t.throws(() => orderOf({ steps: [['$buf', 'fill', 1]] }, {}), /\$buf/, 'no subject');
  t.throws(() => orderOf({ steps: [['Buffer', 'from', ['$list']]] }, {}), /\$list/, 'no list');
  const unmade = { it: orderOf({ make: { work: ['Buffer', 'from', null] }, steps: [['$work']] }, {}) };
  t.throws(() => ran(unmade), /cannot be made/, 'no such function');
  t.throws(() => ran({ it: orderOf({ steps: [['Uint8Array', 'swap16']] }, {}) }), /no function swap16/, 'a wrong call');
  t.equal(does({ steps: [['Buffer', 'from', 'a']] }).kind, 'example');
  t.end();
});

test('only a view that differs from the presumed one is reported', (t) => {
  const make = { view: ['Buffer', 'from', [1, 2]] };
  const order = orderOf({ make, steps: [['$view']] }, {});
  const presuming = (...bytes: number[]) => ({ ...order, presumed: { after: 1, bytes: Uint8Array.from(bytes) } });
  t.deepEqual(stepper(TOOLS)(presuming(1, 2)), [['returned', Buffer.of(1, 2)]]);
  t.deepEqual(stepper(TOOLS)(presuming(1, 3)), { cannotMake: 'view' });
  t.end();
});

test('steps refer to the last error, and to the arguments of a form', async (t) => {
  const steps: StepsRow['steps'] = [
    { call: 'missing', throws: [] },
    ['$error.message'],
    { make: ['entries', '$params'] },
    { make: ['wait', 0], await: 'promise' },
  ];
  t.deepEqual(await results({ on: {}, steps }, { params: new URLSearchParams('a=1&b=2') }), [
    ['threw', 'Error'],
    ['returned', 'there is no function missing'],
    ['returned', [['a', '1'], ['b', '2']]],
    ['returned', undefined],
  ]); // biome-ignore format: one line each
  t.deepEqual(expectedOf([['$on']], { thens: [{ $any: true }] }), list(attempted(anything)), 'no error');
  t.end();
});

test('steps may return forms of values, and presumed ones', (t) => {
  const judged = (step: Step, results: readonly unknown[]) =>
    compare(expectedOf([step], {}), { kind: 'returned', value: encode([results]) });
  const accepts = (returns: Plain, value: unknown) => judged({ get: 'a', returns }, ['returned', value]) === undefined;
  t.ok(accepts({ $matches: '^a+$' }, 'aa') && !accepts({ $matches: '^a+$' }, 'ab'));
  t.ok(accepts({ $between: [1, 2] }, 1.5) && !accepts({ $between: [1, 2] }, 3));
  t.ok(accepts({ $whole: [1, 2] }, 2) && !accepts({ $whole: [1, 2] }, 1.5));
  t.ok(accepts({ $oneOf: ['a', 'b'] }, 'b') && !accepts({ $oneOf: ['a', 'b'] }, 'c'));
  t.ok(accepts({ $typeof: 'object' }, {}) && !accepts({ $typeof: 'object' }, 1));
  t.throws(() => expectedOf([{ get: 'a', returns: { $between: [1] } }], {}), /bounds/);
  const step: Step = { get: 'a', returns: 1, presumed: 'the member a' };
  t.equal(judged(step, ['returned', 1]), undefined);
  t.throws(() => judged(step, ['returned', 2]), NotObservable);
  t.end();
});

test('a path leads through members of any name without a dot, and a name may begin with $', (t) => {
  const on = { $a: { 'b-c': { é: 1, d: 2 } }, $text: 'x' };
  const steps: StepsRow['steps'] = [
    { value: '$on.$a.b-c.é' },
    { get: '$$text' },
    { set: ['$$text', '$$1'] },
    { value: '$on.$text' },
    { on: '$on.$a.b-c', delete: 'd' },
    { value: '$on.$a.b-c.d' },
  ];
  const values = [1, 'x', undefined, '$1', true, undefined];
  t.deepEqual(
    results({ on: '$on', steps }, { on }),
    values.map((value) => ['returned', value]),
  );
  t.end();
});

test('a step with both may return the value or throw', (t) => {
  const expected = expectedOf([{ value: 1, returns: 1, throws: [] }], {});
  t.deepEqual(expected, list(either(attempted(1), attempted(throws()))));
  t.end();
});

test('steps show the results of further steps, and fail like them', async (t) => {
  const steps: StepsRow['steps'] = [
    { on: 'Buffer', call: ['from', 'abc'], as: 'all', shown: [['$all.length'], ['$all', 'toString', 'hex']] },
    { value: '$all', shown: [['$all', 'missing']] },
    { call: 'missing', shown: [['$all']] },
  ];
  t.deepEqual(await results({ on: {}, named: true, steps }), [
    ['returned', [3, '616263']],
    ['threw', 'Error'],
    ['threw', 'Error'],
  ]);
  t.end();
});

test('if an order says so, steps must wait for a promise', async (t) => {
  const steps: StepsRow['steps'] = [{ value: 1, await: 'promise' }];
  t.deepEqual(await results({ steps }), [['returned', 1]]);
  t.deepEqual(await results({ steps, promises: true, named: true }), [['no promise', 1]]);
  t.end();
});
