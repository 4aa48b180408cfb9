import test from 'tape';
import { endingDifference } from '../../../reports/comparison/endings.js';
import { equal } from '../../language/expectation.js';
import type { Observation } from '../../language/observation.js';
import { comparable, seenAs } from './witness.js';

const TRIAL = { input: null, expect: () => equal(1) };

const apart = (one: Observation, other: Observation): string => {
  const [mine, theirs] = [seenAs(TRIAL, one), seenAs(TRIAL, other)];
  return mine === undefined || theirs === undefined ? 'not observed' : endingDifference(mine.endings, theirs.endings);
};

const returned = (value: Extract<Observation, { kind: 'returned' }>['value']): Observation => ({
  kind: 'returned',
  value,
});

test('the difference between two answers is described in words', (t) => {
  const threw: Observation = { kind: 'threw', name: 'TypeError', message: 'no' };
  t.equal(apart(returned(1), returned(2)), 'other values');
  t.equal(apart(returned(1), threw), 'the first returns, the second throws TypeError');
  t.equal(apart(threw, { ...threw, name: 'RangeError' }), 'the first throws TypeError, the second throws RangeError');
  t.equal(apart(returned(1), { kind: 'crashed', detail: 'x' }), 'the first returns, the second goes down');
  t.equal(apart({ kind: 'hung', afterMs: 1 }, returned(1)), 'the first hangs, the second returns');
  const both = [
    ['returned', 1],
    ['threw', 'TypeError'],
  ];
  t.equal(apart(returned([['returned', 1]]), returned(both)), 'the second alone throws TypeError');
  t.equal(apart(returned([['threw']]), returned([['returned', 1]])), 'the first throws, the second returns');
  const response = (status: number) => ({ status, head: '', headers: [], body: { $buffer: '6f6b' } });
  t.equal(
    apart(returned(response(200)), returned(response(500))),
    'the first has status 200, the second has status 500',
  );
  t.equal(apart(returned('"threw"'), returned('a')), 'other values', 'the content of a text is no ending');
  t.equal(apart(returned(1), { kind: 'unobservable', why: 'x' }), 'not observed');
  t.end();
});

test('a body is shown as text if it is text', (t) => {
  const response = (hex: string) =>
    comparable(returned({ status: 200, head: '', headers: [], body: { $buffer: hex } }));
  t.match(response('6f6b') ?? '', /"body":"ok"/);
  t.match(response('ff00') ?? '', /"body":\{"\$buffer":"ff00"\}/);
  t.end();
});

test('a trial that the suite could not judge blames neither target', (t) => {
  const failing = {
    input: null,
    expect: () => {
      throw new Error('an error of a law');
    },
  };
  t.equal(seenAs(failing, returned(1))?.wrong, undefined);
  t.equal(seenAs(TRIAL, returned(2))?.wrong, 'wrong');
  t.equal(seenAs(TRIAL, { kind: 'hung', afterMs: 1 })?.wrong, 'hang');
  t.end();
});
