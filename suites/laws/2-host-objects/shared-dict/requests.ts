/** Shared dictionaries from one request to the next, and between requests at the same time. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { answerOf } from '../../../executor/judge.js';
import { answers, type Expectation, either, exchange, exchangeProperty } from '../../../language/law.js';
import type { Handler, PlanFragment, WireRequest } from '../../../language/setup.js';
import { type InZone, inZone, isNumeric, text } from './zones.js';

interface Order {
  readonly zone: string;
  readonly call: readonly unknown[];
}

/** Makes the call that the request's body tells and answers what it returns. */
const perform: Handler = (r, t) => {
  const order: Order = JSON.parse(r.requestText || '{}');
  const zone = t.zone(order.zone);
  const value = t.invoke(zone, `${order.call[0]}`, order.call.slice(1));
  t.answer(r, value === zone ? 'the dictionary' : value);
};

/** Makes the call as often as told, waiting in between so that others come in, and answers all that it returned. */
const performOften: Handler = async (r, t) => {
  const order: Order & { readonly times: number } = JSON.parse(r.requestText || '{}');
  const values: unknown[] = [];
  for (let i = 0; i < order.times; i++) {
    values.push(t.invoke(t.zone(order.zone), `${order.call[0]}`, order.call.slice(1)));
    await t.wait(1);
  }
  t.answer(r, values);
};

const at = (path: string, handler: Handler, fragment: PlanFragment) => ({
  ...fragment,
  locations: [{ path, match: 'exact' as const, content: handler }],
});

const ordered = (target: string, order: object): WireRequest => ({
  method: 'POST',
  target,
  body: JSON.stringify(order),
});

/** What one request writes, the next one reads, and what a third one removes, a fourth one misses. */
export const outlivesRequests = exchangeProperty({
  runsPerHundred: 15,
  plan: (data: InZone) => at('/perform', perform, inZone(data)),
  inputs: ({ zone }) =>
    fc.record({
      // Trials go on side by side in one zone.
      key: fc.uuid(),
      value: isNumeric(zone) ? fc.integer() : text(40),
    }),
  send: ({ key, value }, { zone }, path) => ({
    requests: [
      ['set', key, value],
      ['get', key],
      ['has', key],
      ['pop', key],
      ['get', key],
    ].map((call) => ordered(path('/perform'), { zone, call })),
  }),
  expect: ({ value }) =>
    answers(['the dictionary', value, true, value, undefined].map((answer) => ({ status: 200, answer }))),
});

/** A call that many requests make at the same time, and what all that they are answered must be together. */
interface Crowd extends InZone {
  readonly name?: string;
  readonly requests: number;
  /** Calls each request makes. */
  readonly times: number;
}

const crowd = (
  call: (data: Crowd) => readonly Plain[],
  judge: (values: readonly Plain[], data: Crowd) => true | string,
) =>
  exchange({
    plan: (data: Crowd) => at('/perform', performOften, inZone(data)),
    send: (data, path) => ({
      together: true,
      requests: Array.from({ length: data.requests }, () =>
        ordered(path('/perform'), { zone: data.zone, times: data.times, call: call(data) }),
      ),
    }),
    expect: (data) => allTogether(data.requests, (values) => judge(values, data)),
  });

/** Judges the values of all responses, once the last one is looked at. */
function allTogether(requests: number, judge: (values: readonly Plain[]) => true | string): Expectation {
  const values: Plain[] = [];
  return answers(
    Array.from({ length: requests }, (_, i) => ({
      status: 200,
      holds: (response) => {
        const answered = answerOf(response);
        if (!Array.isArray(answered)) return 'it answers no list';
        values.push(...answered);
        return i < requests - 1 || judge(values);
      },
    })),
  );
}

/** Every number from 1 on is handed out once. */
export const countsEachOnce = crowd(
  ({ name = '' }) => ['incr', `counter-${name}`, 1],
  (values, { requests, times }) => {
    const handedOut = new Set(values);
    const missed = Array.from({ length: requests * times }, (_, i) => i + 1).filter((n) => !handedOut.has(n));
    if (missed.length > 0) return `nobody was given ${missed.join(', ')}`;
    return values.length === handedOut.size || 'a number was given twice';
  },
);

/** Only the first of all that add a key is told that it did. */
export const addsOnce = crowd(
  ({ name = '', zone }) => ['add', `added-${name}`, isNumeric(zone) ? 1 : 'one'],
  (values) => {
    const told = values.filter((value) => value === true).length;
    if (told !== 1) return `${told} were told that they added it`;
    return values.every((value) => typeof value === 'boolean') || 'not all were told yes or no';
  },
);

/** Sets a long value twice, for which together there is no room. An exchange of its own, for it takes some hosts down. */
const rewrite: Handler = (r, t) => {
  const zone = t.zone('rewritingTexts');
  zone.clear();
  const set = () => t.attempt(() => zone.set('a', 'x'.repeat(16000)) === zone);
  t.answer(r, [set(), set()]);
};

export const survivesRewriting = exchange({
  plan: (_: object) =>
    at('/rewrite', rewrite, {
      zones: [{ name: 'rewritingTexts', size: '32k', type: 'string', timeout: '1h', evict: true }],
    }),
  send: (_, path) => ({ requests: [{ target: path('/rewrite') }] }),
  expect: () =>
    either(
      answers([
        {
          status: 200,
          answer: [
            ['returned', true],
            ['returned', true],
          ],
        },
      ]),
      answers([
        {
          status: 200,
          answer: [
            ['returned', true],
            ['threw', 'SharedMemoryError'],
          ],
        },
      ]),
    ),
});
