import test from 'tape';
import { either, throws } from '../language/expectation.js';
import type { Observation } from '../language/observation.js';
import { answers, holds, returns } from '../language/law.js';
import { compare, describe, judge } from './judge.js';

const returned = (value: string | number | null): Observation => ({ kind: 'returned', value });
const threw = (name: string): Observation => ({ kind: 'threw', name, message: '' });
const exchanged = (status: number, body: string, headers: [string, string][] = []): Observation => ({
  kind: 'exchanged',
  responses: [{ version: '1.1', status, reason: 'OK', headers, body: Buffer.from(body) }],
  log: [{ level: 'info', message: 'm' }],
});

test('compare: what is as expected has no mismatch, anything else has one', (t) => {
  const conforming = [
    [returns(1), returned(1)],
    [throws(), threw('Error')],
    [throws('TypeError', 'RangeError'), threw('RangeError')],
    [holds('is one', (value) => value === 1 || 'not one'), returned(1)],
    [either(returns(1), throws('TypeError')), threw('TypeError')],
    [
      answers([{ status: 200, body: 'b', headers: { 'x-a': ['1', '2'], 'x-b': [] } }]),
      exchanged(200, 'b', [
        ['X-A', '1'],
        ['x-a', '2'],
      ]),
    ],
    [answers([{ answer: { a: undefined } }]), exchanged(200, '{"a":{"$undefined":true}}')],
    [answers([{}], { lines: [{ level: 'info', message: 'm' }] }), exchanged(200, '')],
  ] as const;
  const violating = [
    [returns(1), returned(2)],
    [returns(1), threw('TypeError')],
    [throws(), returned(null)],
    [throws('TypeError'), threw('RangeError')],
    [holds('is one', (value) => value === 1 || 'not one'), returned(2)],
    [holds('is one', () => true), threw('TypeError')],
    [either(returns(1), throws('TypeError')), returned(3)],
    [answers([{ status: 200 }]), exchanged(201, '')],
    [answers([{ headers: { 'x-a': [] } }]), exchanged(200, '', [['X-A', '1']])],
    [
      answers([{ headers: { 'x-a': ['2', '1'] } }]),
      exchanged(200, '', [
        ['X-A', '1'],
        ['x-a', '2'],
      ]),
    ],
    [answers([{ body: 'b' }]), exchanged(200, 'c')],
    [answers([{ answer: 1 }]), exchanged(200, 'not an answer')],
    [answers([{}, {}]), exchanged(200, '')],
    [answers([{}], { lines: [] }), exchanged(200, '')],
    [answers([{}], { lines: [{ level: 'warn', message: 'm' }] }), exchanged(200, '')],
    [answers([{ holds: () => 'no' }]), exchanged(200, '')],
  ] as const;
  for (const [expected, observed] of conforming) t.equal(compare(expected, observed), undefined, describe(expected));
  for (const [expected, observed] of violating)
    t.equal(compare(expected, observed)?.reason, 'wrong', describe(expected));
  t.end();
});

test('compare: a crash, a hang and silence never conform, whatever was expected', (t) => {
  for (const expected of [returns(1), throws(), holds('', () => true), answers([]), either(returns(1), throws())]) {
    t.equal(compare(expected, { kind: 'crashed', detail: 'x' })?.reason, 'crash');
    t.equal(compare(expected, { kind: 'hung', afterMs: 1 })?.reason, 'hang');
    t.equal(compare(expected, { kind: 'unobservable', why: 'x' })?.reason, 'unobservable');
  }
  t.end();
});

test('judge: a deviation excuses only the way of violating it was recorded for', (t) => {
  const wrong = { reason: 'wrong', expected: 'e', observed: 'o' } as const;
  const crash = { ...wrong, reason: 'crash' } as const;
  const known = { reason: 'wrong', why: 'known' } as const;
  t.equal(judge('must', undefined, undefined).verdict, 'conforms');
  t.equal(judge('must', wrong, undefined).verdict, 'violates');
  t.equal(judge('must', wrong, known).verdict, 'deviates');
  t.equal(judge('must', crash, known).verdict, 'violates');
  t.equal(judge('open', wrong, undefined).verdict, 'conforms');
  t.equal(judge('open', crash, undefined).verdict, 'violates');
  t.equal(judge('must', { ...wrong, reason: 'unobservable' }, known).verdict, 'inconclusive');
  t.end();
});
