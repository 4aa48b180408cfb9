import { type Expectation, each, oneOf, record } from '../../../language/expectation.js';
import test from 'tape';
import { listedOnce, refused, served } from './judging.js';

const OK = { status: 200, json: true };
const NO = { status: 401, json: true };

const verdicts = (judge: Expectation, given: readonly unknown[]): boolean[] => given.map((fact) => judge(fact) === true);

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
  t.end();
});

test('a fact that is missing is wrong, and so are no facts', (t) => {
  const judge = record({ answer: served, created: false });
  const given = [{ answer: OK, created: false }, { answer: OK }, { answer: OK, created: true }, {}, undefined, []];
  t.deepEqual(verdicts(judge, given), [true, false, false, false, false, false]);
  t.end();
});

test('listed once is each name once, in a list that was found', (t) => {
  const given = [
    { answer: OK, list: true, counts: [1, 1] },
    { answer: OK, list: true, counts: [1, 0] },
    { answer: OK, list: true, counts: [2] },
    { answer: OK, list: true, counts: [] },
    { answer: OK, list: false, counts: [1] },
    { answer: NO, list: true, counts: [1] },
    undefined,
  ];
  t.deepEqual(verdicts(listedOnce, given), [true, false, false, false, false, false, false]);
  t.end();
});

test('every judges each of at least one', (t) => {
  t.deepEqual(verdicts(each(served), [[OK, OK], [OK, NO], [], undefined]), [true, false, false, false]);
  t.end();
});

test('one of two ways is enough', (t) => {
  t.deepEqual(verdicts(oneOf(served, refused), [OK, NO, { status: 200, json: false }]), [true, true, false]);
  t.end();
});
