import test from 'tape';
import { describe } from '../language/description.js';
import { encode } from '../language/encoding.js';
import {
  absent,
  all,
  answers,
  anything,
  attempted,
  between,
  depending,
  type Expectation,
  each,
  either,
  equal,
  joined,
  list,
  logLine,
  matches,
  not,
  oneOf,
  record,
  responses,
  response as responseWith,
  satisfies,
  sequence,
  throws,
  typed,
  unordered,
} from '../language/expectation.js';
import { NotObservable } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import { compare, mismatchOf, verdictOn } from './judge.js';

const returned = (value: unknown): Observation => ({ kind: 'returned', value: encode(value) });
const threw = (name: string): Observation => ({ kind: 'threw', name, message: '' });
const response = (status: number, body: string, headers: [string, string][] = []) => ({
  ...{ version: '1.1', status, reason: 'OK', headers },
  body: Uint8Array.from(Buffer.from(body)),
});
const exchanged = (...all: unknown[]): Observation =>
  returned({ responses: all, log: [{ level: 'info', message: 'm' }] });
const HEADERS: [string, string][] = [
  ['X-A', '1'],
  ['x-a', '2'],
];
const isOne = satisfies('is one', (value) => value === 1 || 'not one');
const counting = sequence([1, 2], () => {
  let sum = 0;
  return (i) => {
    sum += i + 1;
    return equal(sum);
  };
});

const CONFORMING: readonly (readonly [Expectation, Observation])[] = [
  [equal(1), returned(1)],
  [equal(-0), returned(-0)],
  [equal({ a: undefined }), returned({ a: undefined })],
  [typed('string', 'number'), returned(NaN)],
  [typed('Buffer'), returned(Buffer.from('a'))],
  [between(1, 2), returned(2)],
  [oneOf(1, 2), returned(2)],
  [each(between(0, 1)), returned([0, 1])],
  [each(1, 0), returned([])],
  [list(1, anything), returned([1, null])],
  [unordered(1, 2, 2), returned([2, 1, 2])],
  [unordered(between(0, 9), 1), returned([1, 5])],
  [record({ a: 1, b: absent }), returned({ a: 1, c: 3 })],
  [matches(/^a+$/), returned('aa')],
  [not(1), returned(2)],
  [all(between(0, 9), not(1)), returned(2)],
  [throws(), threw('Error')],
  [throws('TypeError', 'RangeError'), threw('RangeError')],
  [attempted(1), returned(['returned', 1])],
  [attempted(throws('TypeError')), returned(['threw', 'TypeError'])],
  [isOne, returned(1)],
  [either(1, throws('TypeError')), threw('TypeError')],
  [counting, returned([['returned', 1], ['returned', 3]])], // biome-ignore format: a pair
  [
    responses([{ status: 200, body: 'b', headers: { 'x-a': ['1', '2'], 'x-b': [] } }]),
    exchanged(response(200, 'b', HEADERS)),
  ],
  [
    responses([{ status: not(500), body: matches(/b/), headers: { 'X-A': each(matches(/\d/)) } }]),
    exchanged(response(200, 'b', HEADERS)),
  ],
  [responses([{ answer: { a: undefined } }]), exchanged(response(200, '{"a":{"$undefined":true}}'))],
  [responses(answers(joined(unordered(1, 2, 3)))), exchanged(response(200, '[3,1]'), response(200, '[2]'))],
  [record({ log: list(logLine('info', 'm')) }), exchanged()],
];

const VIOLATING: readonly (readonly [Expectation, Observation])[] = [
  [equal(1), returned(2)],
  [equal(0), returned(-0)],
  [equal(Buffer.from('a')), returned(Uint8Array.from([97]))],
  [equal(1), threw('TypeError')],
  [typed('string'), returned(1)],
  [between(1, 2), returned(2.5)],
  [between(1, 2), returned(NaN)],
  [between(1, 2), returned('1')],
  [oneOf(1, 2), returned(3)],
  [each(1), returned([1, 2])],
  [each(1), returned([])],
  [each(1), returned(1)],
  [list(1), returned([1, 2])],
  [list(1, 2), returned([1])],
  [list(absent), returned([])],
  [unordered(1, 2), returned([1, 1])],
  [unordered(1, 2), returned([1])],
  [unordered(between(0, 9), 1), returned([5, 5])],
  [record({ a: 1 }), returned({ a: 2 })],
  [record({ a: 1 }), returned({})],
  [record({}), returned([])],
  [matches(/^a+$/), returned('b')],
  [matches(/./), returned(1)],
  [not(1), returned(1)],
  [not(1), threw('TypeError')],
  [anything, threw('TypeError')],
  [all(between(0, 9), not(1)), returned(1)],
  [throws(), returned(null)],
  [throws('TypeError'), threw('RangeError')],
  [attempted(1), returned(['threw', 'TypeError'])],
  [attempted(throws()), returned(['returned', 1])],
  [attempted(1), returned(1)],
  [isOne, returned(2)],
  [satisfies('anything', () => true), threw('TypeError')],
  [either(1, throws('TypeError')), returned(3)],
  [counting, returned([['returned', 1], ['returned', 2]])], // biome-ignore format: a pair
  [counting, returned([['returned', 1]])],
  [responses([{ status: 200 }]), exchanged(response(201, ''))],
  [responses([{ headers: { 'x-a': [] } }]), exchanged(response(200, '', HEADERS))],
  [responses([{ headers: { 'x-a': ['2', '1'] } }]), exchanged(response(200, '', HEADERS))],
  [responses([{ body: 'b' }]), exchanged(response(200, 'c'))],
  [responses([{ answer: 1 }]), exchanged(response(200, 'not an answer'))],
  [responses([{}, {}]), exchanged(response(200, ''))],
  [responses([{}]), exchanged({ closed: true })],
  [responses(answers(list(1))), exchanged(response(500, '1'))],
  [record({ log: [] }), exchanged()],
  [record({ log: list(logLine('warn', 'm')) }), exchanged()],
  [responses([{}]), returned(null)],
];

test('compare: an expected observation has no mismatch, any other has one', (t) => {
  for (const [expected, observed] of CONFORMING) t.equal(compare(expected, observed), undefined, describe(expected));
  for (const [expected, observed] of VIOLATING) {
    const mismatch = compare(expected, observed);
    t.equal(mismatch?.reason, 'wrong', describe(expected));
    t.ok(mismatch?.expected !== '' && mismatch?.observed !== '', 'and the mismatch describes it');
  }
  t.end();
});

test('compare: of several options the one that agrees most shows what is wrong', (t) => {
  const refused = record({ answer: record({ status: 400 }), listed: false });
  const served = record({ answer: record({ status: 201 }), unlike: [], listed: true });
  const odd = { answer: { status: 201 }, unlike: ['name'], listed: true };
  const observed = (expected: Expectation, value: unknown) => compare(expected, returned(value))?.observed;
  for (const options of [[refused, served] as const, [served, refused] as const, [either(refused, 1), served] as const])
    t.equal(observed(either(...options), odd), 'unlike: ["name"]');
  t.equal(observed(either(refused, served), { answer: { status: 400 }, listed: true }), 'listed: true');
  const [one, other] = [{ status: 403 }, { status: 200, headers: { 'x-a': ['1', '2'] }, body: 'b' }].map(responseWith);
  if (one !== undefined && other !== undefined)
    t.equal(observed(either(one, other), response(200, 'c', HEADERS)), 'body "c"');
  t.equal(observed(either(list(1, 2, 3), list(4, 5)), [4, 6]), 'item 2: 6');
  t.equal(
    observed(either(attempted(record({ a: 1, b: 2 })), attempted(throws())), ['returned', { a: 1, b: 3 }]),
    'b: 3',
  );
  t.end();
});

test('compare: a crash, a hang and silence never conform, whatever was expected', (t) => {
  for (const expected of [equal(1), throws(), anything, not(1), responses([]), either(1, throws())]) {
    t.equal(compare(expected, { kind: 'crashed', detail: 'x' })?.reason, 'crash');
    t.equal(compare(expected, { kind: 'hung', afterMs: 1 })?.reason, 'hang');
    t.equal(
      compare(expected, { kind: 'failed', detail: 'x' })?.reason,
      'wrong',
      'a host that continues has not crashed',
    );
    t.equal(compare(expected, { kind: 'unobservable', why: 'x' })?.reason, 'unobservable');
  }
  t.end();
});

test('judge: a deviation excuses only the kind of violation for which it was recorded', (t) => {
  const wrong = { reason: 'wrong', expected: 'e', observed: 'o' } as const;
  const crash = { ...wrong, reason: 'crash' } as const;
  const known = { reason: 'wrong', why: 'known' } as const;
  t.equal(verdictOn('must', undefined, undefined).verdict, 'conforms');
  t.equal(verdictOn('must', wrong, undefined).verdict, 'violates');
  t.equal(verdictOn('must', wrong, known).verdict, 'deviates');
  t.equal(verdictOn('must', crash, known).verdict, 'violates');
  t.equal(verdictOn('must', wrong, { reason: 'crash', why: 'known' }).verdict, 'violates');
  t.equal(verdictOn('must', wrong, { reason: 'crash', why: 'known', varies: true }).verdict, 'deviates');
  t.equal(verdictOn('must', { ...wrong, reason: 'unobservable' }, known).verdict, 'inconclusive');
  t.end();
});

test('judge: an open case is recorded, unless the target goes down or could not be observed', (t) => {
  const seen = { expected: 'e', observed: 'o' } as const;
  const crashKnown = { reason: 'crash', why: 'known' } as const;
  t.deepEqual(verdictOn('open', undefined, undefined), { verdict: 'recorded', reason: '' });
  t.deepEqual(verdictOn('open', { ...seen, reason: 'wrong' }, undefined), { verdict: 'recorded', reason: '' });
  t.equal(verdictOn('open', { ...seen, reason: 'wrong' }, { reason: 'wrong', why: 'known' }).verdict, 'recorded');
  t.equal(verdictOn('open', { ...seen, reason: 'crash' }, undefined).verdict, 'violates');
  t.equal(verdictOn('open', { ...seen, reason: 'hang' }, undefined).verdict, 'violates');
  t.equal(verdictOn('open', { ...seen, reason: 'crash' }, crashKnown).verdict, 'deviates');
  t.equal(verdictOn('open', { ...seen, reason: 'unobservable' }, undefined).verdict, 'inconclusive');
  t.end();
});

test('mismatchOf: an expectation that throws cannot judge, and reports why', (t) => {
  const fail = (error: Error): never => {
    throw error;
  };
  const error = new TypeError('x is undefined');
  const wanting = (expect: () => Expectation) => mismatchOf({ input: 1, expect }, returned(1));
  const unjudged = (observed: string) => ({ reason: 'unobservable', expected: '', observed });
  t.deepEqual(
    wanting(() => satisfies('is odd', () => fail(new NotObservable('no list')))),
    unjudged('no list'),
  );
  for (const expect of [() => fail(error), () => satisfies('is odd', () => fail(error))])
    t.deepEqual(wanting(expect), unjudged('the law failed: TypeError: x is undefined'));
  t.end();
});

test('judge: an expectation may depend on a field, and null is no missing field', (t) => {
  const expected = depending('bound', { true: record({ result: 1 }), false: record({ result: 2 }) });
  t.equal(compare(expected, returned({ bound: true, result: 1 })), undefined);
  t.equal(compare(expected, returned({ bound: false, result: 2 })), undefined);
  t.equal(compare(expected, returned({ bound: false, result: 1 }))?.observed, 'result: 1');
  t.equal(compare(expected, returned({ result: 1 }))?.observed, 'bound: undefined');
  t.equal(describe(expected), 'returns where bound is true: result: 1, where bound is false: result: 2');
  t.equal(compare(record({ a: null }), returned({ a: null })), undefined);
  t.ok(compare(record({ a: absent }), returned({ a: null })), 'null is present');
  t.end();
});
