import test from 'tape';
import { compare } from '../../../executor/judge.js';
import { encode } from '../../../language/encoding.js';
import type { ApiAnswer, Json } from '../../../language/endpoint.js';
import type { Expectation } from '../../../language/expectation.js';
import { isSuccess, listedOnce, refused, served, tellsError } from './judging.js';
import { goesOn } from './service.js';

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

test('an error that the body tells, whatever the status', (t) => {
  const errors = [
    { error: { message: 'no' } },
    { error: 'no' },
    { errors: ['no'] },
    { success: false },
    { ok: false, data: {} },
  ];
  const others = [
    undefined,
    null,
    [],
    'error',
    {},
    { error: null },
    { errors: [] },
    { error: '' },
    { success: true },
    { data: { error: 'x' } },
  ];
  t.deepEqual(
    errors.map(tellsError),
    errors.map(() => true),
  );
  t.deepEqual(
    others.map(tellsError),
    others.map(() => false),
  );
  t.end();
});

test('a list that goes on in another answer', (t) => {
  const answer = (json: Json, headers: ApiAnswer['headers'] = []) => ({
    status: 200,
    headers,
    text: '',
    json,
    echoes: [],
  });
  const on = [
    { next: '/servers?page=2' },
    { links: { next: 'x' } },
    { meta: { has_more: true } },
    { data: [], nextCursor: 'c' },
  ];
  const whole = [
    [],
    { data: [{ next: 'x' }] },
    { next: null },
    { links: { next: '' } },
    { hasMore: false },
    { nextBackup: 'x' },
  ];
  t.deepEqual(
    on.map((json) => goesOn(answer(json))),
    on.map(() => true),
  );
  t.deepEqual(
    whole.map((json) => goesOn(answer(json))),
    whole.map(() => false),
  );
  t.ok(goesOn(answer([], [['link', '</servers?page=2>; rel="next"']])));
  t.end();
});
