/** Shared dictionaries from one request to the next, and between requests at the same time. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { answers, attempted, either, joined, lift, list, responses, unordered } from '../../../language/expectation.js';
import { exchange, exchangeProperty } from '../../../language/law.js';
import type { WireRequest } from '../../../language/partners.js';
import { type HttpHandler, http, location, ownName, ownZone, type Setup, zone } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { unicodeText } from '../../support/arbitraries.js';
import { FULL, OPERATIONS, type OperationName } from './operations.js';
import { type DictValue, declared, type InZone, isNumeric, valueIn } from './zones.js';

type Order = { readonly zone: string; readonly call: readonly unknown[]; readonly times: number };

/** Makes the call as often as told, waiting in between so that others come in, and answers all that it returned. */
const perform: HttpHandler = async (r, t) => {
  const order: Order = t.input(r);
  const zone = t.zone(order.zone);
  const values: unknown[] = [];
  for (let i = 0; i < order.times; i++) {
    if (i > 0) await t.wait(1);
    const value = t.invoke(zone, `${order.call[0]}`, order.call.slice(1));
    values.push(value === zone ? 'the dictionary' : value);
  }
  t.answer(r, values);
};

const performing = ({ zone: like }: InZone): Setup => [
  http(ownZone(declared(like)), location('/perform', { js_content: perform })),
];

const ordered = (at: At, zone: string, call: readonly unknown[], times = 1): WireRequest => ({
  target: at('/perform'),
  input: { zone: ownName(at, zone), call, times },
});

/** What one request writes, the next one reads, and what a third one removes, a fourth one misses. */
export const outlivesRequests = exchangeProperty({
  setup: performing,
  // Keys are a trial's own, for trials go on side by side in one zone.
  inputs: ({ zone }) => fc.record({ key: fc.uuid(), value: isNumeric(zone) ? fc.integer() : unicodeText(40) }),
  send: ({ key, value }, { zone }, at) => ({
    requests: [['set', key, value], ...['get', 'has', 'pop', 'get'].map((name) => [name, key])].map((call) =>
      ordered(at, zone, call),
    ),
  }),
  expect: ({ value }) =>
    responses(['the dictionary', value, true, value, undefined].map((answer) => ({ status: 200, answer: [answer] }))),
});

/** Answers what each of several calls returned. */
const performAll: HttpHandler = (r, t) => {
  const order: { readonly zone: string; readonly calls: readonly (readonly unknown[])[] } = t.input(r);
  const zone = t.zone(order.zone);
  const values = order.calls.map((call) => {
    const value = t.invoke(zone, `${call[0]}`, call.slice(1));
    return value === zone ? 'the dictionary' : value;
  });
  t.answer(r, values);
};

interface Kept extends InZone {
  readonly key: Plain;
  readonly value: Plain;
}

/** One that differs in case, or else by a letter. */
const otherThan = (key: string): string => {
  const other = key.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
  return other === key ? `${key}x` : other;
};

const keptValue = ({ zone, value }: Kept): unknown => valueIn(zone, decode(value));

/** What one request sets, the next reads twice, pops and misses; under a key that differs in case there is nothing. */
export const keeps = exchange({
  setup: ({ zone: like }: Kept) => [http(ownZone(declared(like)), location('/all', { js_content: performAll }))],
  send: (data: Kept, at) => {
    const key = `${decode(data.key)}`;
    const asked = [
      ['get', key],
      ['get', key],
      ['has', key],
      ['get', otherThan(key)],
      ['pop', key],
      ['get', key],
    ];
    return {
      requests: [[['set', key, keptValue(data)]], asked].map((calls) => ({
        target: at('/all'),
        input: { zone: ownName(at, data.zone), calls },
      })),
    };
  },
  expect: (data) => {
    const value = keptValue(data);
    return responses([
      { status: 200, answer: ['the dictionary'] },
      { status: 200, answer: [value, value, true, undefined, value, undefined] },
    ]);
  },
});

/** A call that so many requests make at the same time, each so often. */
interface Crowd extends InZone {
  readonly given: readonly [operation: OperationName, ...args: DictValue[]];
  readonly requests: number;
  readonly times: number;
}

/** What one after the other would return, in any order. */
function inTurn({ given: [name, ...args], requests, times }: Crowd): unknown[] {
  const { returns, leaves } = OPERATIONS[name];
  let value: DictValue | undefined;
  return Array.from({ length: requests * times }, () => {
    const under = value === undefined ? undefined : { value, lives: Infinity };
    value = leaves?.(under, args);
    return lift(returns(under, args));
  });
}

export const together = exchange({
  setup: performing,
  send: ({ zone, given: [operation, ...args], requests, times }: Crowd, at) => ({
    together: true,
    requests: Array.from({ length: requests }, () => ordered(at, zone, [operation, 'together', ...args], times)),
  }),
  expect: (data) => responses(answers(joined(unordered(...inTurn(data))))),
});

/** Sets a long value twice, for which together there is no room. An exchange of its own, for it takes some hosts down. */
const rewrite: HttpHandler = (r, t) => {
  const zone = t.zone('rewriting');
  const set = () => t.attempt(() => zone.set('a', 'x'.repeat(16000)) === zone);
  t.answer(r, [set(), set()]);
};

export const survivesRewriting = exchange({
  setup: [http(zone(declared('evicting-texts', 'rewriting')), location('/rewrite', { js_content: rewrite }))],
  send: (_: object, path) => ({ requests: [{ target: path('/rewrite') }] }),
  expect: () => responses([{ status: 200, answer: list(attempted(true), attempted(either(true, FULL))) }]),
});
