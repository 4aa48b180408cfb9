/** Shared dictionaries from one request to the next, and between requests at the same time. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import {
  answers,
  attempted,
  type Expectation,
  either,
  joined,
  list,
  responses,
  throws,
  unordered,
} from '../../../language/expectation.js';
import { exchange, exchangeProperty } from '../../../language/law.js';
import type { WireRequest } from '../../../language/partners.js';
import { type HttpHandler, http, location, type Setup, zone } from '../../../language/setup.js';
import { type InZone, inZone, isNumeric, text } from './zones.js';

interface Order {
  readonly zone: string;
  readonly call: readonly unknown[];
}

/** Makes the call that the request's body tells and answers what it returns. */
const perform: HttpHandler = (r, t) => {
  const order: Order = t.input(r);
  const zone = t.zone(order.zone);
  const value = t.invoke(zone, `${order.call[0]}`, order.call.slice(1));
  t.answer(r, value === zone ? 'the dictionary' : value);
};

/** Makes the call as often as told, waiting in between so that others come in, and answers all that it returned. */
const performOften: HttpHandler = async (r, t) => {
  const order: Order & { readonly times: number } = t.input(r);
  const values: unknown[] = [];
  for (let i = 0; i < order.times; i++) {
    values.push(t.invoke(t.zone(order.zone), `${order.call[0]}`, order.call.slice(1)));
    await t.wait(1);
  }
  t.answer(r, values);
};

const at = (path: string, handler: HttpHandler, zones: Setup): Setup => [
  ...zones,
  http(location(path, { js_content: handler })),
];

const ordered = (target: string, order: object): WireRequest => ({ target, input: order });

/** What one request writes, the next one reads, and what a third one removes, a fourth one misses. */
export const outlivesRequests = exchangeProperty({
  setup: (data: InZone) => at('/perform', perform, inZone(data)),
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
    responses(['the dictionary', value, true, value, undefined].map((answer) => ({ status: 200, answer }))),
});

/** A call that many requests make at the same time. */
interface Crowd extends InZone {
  readonly name?: string;
  readonly requests: number;
  /** Calls each request makes. */
  readonly times: number;
}

const crowd = (call: (data: Crowd) => readonly Plain[], expected: (data: Crowd) => Expectation) =>
  exchange({
    setup: (data: Crowd) => at('/perform', performOften, inZone(data)),
    send: (data, path) => ({
      together: true,
      requests: Array.from({ length: data.requests }, () =>
        ordered(path('/perform'), { zone: data.zone, times: data.times, call: call(data) }),
      ),
    }),
    expect: (data) => responses(answers(joined(expected(data)))),
  });

/** Every number from 1 on is handed out once. */
export const countsEachOnce = crowd(
  ({ name = '' }) => ['incr', `counter-${name}`, 1],
  ({ requests, times }) => unordered(...Array.from({ length: requests * times }, (_, i) => i + 1)),
);

/** Only the first of all that add a key is told that it did. */
export const addsOnce = crowd(
  ({ name = '', zone }) => ['add', `added-${name}`, isNumeric(zone) ? 1 : 'one'],
  ({ requests, times }) => unordered(true, ...Array.from({ length: requests * times - 1 }, () => false)),
);

/** Sets a long value twice, for which together there is no room. An exchange of its own, for it takes some hosts down. */
const rewrite: HttpHandler = (r, t) => {
  const zone = t.zone('rewritingTexts');
  zone.clear();
  const set = () => t.attempt(() => zone.set('a', 'x'.repeat(16000)) === zone);
  t.answer(r, [set(), set()]);
};

export const survivesRewriting = exchange({
  setup: (_: object) =>
    at('/rewrite', rewrite, [
      http(zone({ name: 'rewritingTexts', size: '32k', type: 'string', timeout: '1h', evict: true })),
    ]),
  send: (_, path) => ({ requests: [{ target: path('/rewrite') }] }),
  expect: () =>
    responses([{ status: 200, answer: list(attempted(true), attempted(either(true, throws('SharedMemoryError')))) }]),
});
