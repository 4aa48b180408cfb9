import test from 'tape';
import { compare } from '../../../executor/judge.js';
import { encode } from '../../../language/encoding.js';
import type { Expectation } from '../../../language/expectation.js';
import { isSuccess, listedOnce, refused, served } from './judging.js';

const OK = { status: 200, json: true };
const NO = { status: 401, json: true };

const verdicts = (expected: Expectation, given: readonly unknown[]): boolean[] =>
  given.map((fact) => compare(expected, { kind: 'returned', value: encode(fact) }) === undefined);

test('served is a status of success with JSON, refused any other status', (t) => {
  const given = [
    OK,
    { status: 201, json: true },
    { status: 200, json: false },
    NO,
    { status: 302, json: true },
    undefined,
  ];
  t.deepEqual(verdicts(served, given), [true, true, false, false, false, false]);
  t.deepEqual(verdicts(refused, given), [false, false, false, true, true, false]);
  t.ok(isSuccess(OK));
  t.notOk(isSuccess(NO));
  t.end();
});

test('listed once is each name once, in a list that was found', (t) => {
  const given = [
    { answer: OK, list: true, counts: [1, 1] },
    { answer: OK, list: true, counts: [1, 0] },
    { answer: OK, list: true, counts: [2, 1] },
    { answer: OK, list: true, counts: [1] },
    { answer: OK, list: true, counts: [] },
    { answer: OK, list: false, counts: [1, 1] },
    { answer: NO, list: true, counts: [1, 1] },
    undefined,
  ];
  t.deepEqual(verdicts(listedOnce(2), given), [true, false, false, false, false, false, false, false]);
  t.end();
});
