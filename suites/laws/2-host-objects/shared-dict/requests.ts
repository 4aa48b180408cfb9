/** Shared dictionaries from one request to the next, and between requests at the same time. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  answers, anything, attempted, type Expectation, either, joined, lift, list, responses, unordered,
} from '../../../language/expectation.js'; // biome-ignore format: a list
import { exchange, exchangeProperty, type Sending } from '../../../language/law.js';
import type { WireRequest } from '../../../language/partners.js';
import { type HttpHandler, http, location, ownName, ownZone, type Setup, zone } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { unicodeText } from '../../support/arbitraries.js';
import type { CallList } from './calls.js';
import { FULL, OPERATIONS, type OperationName } from './operations.js';
import { type DictValue, declared, type InZone, isNumeric, valueIn, type ZoneName } from './zones.js';

type CallOrder = { readonly zone: string; readonly calls: CallList; readonly times: number; readonly rests: boolean };

/** Makes the calls so many times, perhaps waiting after each so that others can run, and answers with all results. */
const perform: HttpHandler = async (r, t) => {
  const order: CallOrder = t.input(r);
  const zone = t.zone(order.zone);
  const values: unknown[] = [];
  for (let i = 0; i < order.calls.length * order.times; i++) {
    if (order.rests && i > 0) await t.wait(1);
    const call = order.calls[i % order.calls.length] || [];
    const value = t.invoke(zone, `${call[0]}`, call.slice(1));
    values.push(value === zone ? 'the dictionary' : value);
  }
  t.answer(r, values);
};

export const performing = ({ zone: like }: InZone): Setup => [
  http(ownZone(declared(like)), location('/perform', { js_content: perform })),
];

const ordered = (at: At, zone: string, calls: CallList, times = 1, rests = true): WireRequest => ({
  target: at('/perform'),
  input: { zone: ownName(at, zone), calls, times, rests },
});

/** This number of requests at the same time. */
export const crowd = (at: At, requests: number, ...order: [string, CallList, number, boolean]): Sending => ({
  together: true,
  requests: Array<WireRequest>(requests).fill(ordered(at, ...order)),
});

/** A key that differs in case, or otherwise by a letter. */
const otherThan = (key: string): string => {
  const other = key.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
  return other === key ? `${key}x` : other;
};

/** Requests that set a value, read it twice, pop it and miss it. A key that differs in case does not exist. */
function visits(at: At, zone: ZoneName, key: string, value: unknown): Sending {
  const reads = ['get', 'get', 'has'].map((name) => [name, key]);
  const requests = [[['set', key, value]], [...reads, ['get', otherThan(key)]], [['pop', key]], [['get', key]]];
  return { requests: requests.map((calls) => ordered(at, zone, calls)) };
}

const visited = (value: unknown): Expectation =>
  responses(answers(list(['the dictionary'], [value, value, true, undefined], [value], [undefined])));

/** In the tagged encoding. */
type VisitRow = InZone & { readonly key: Plain; readonly value: Plain };

export const keeps = exchange({
  setup: performing,
  send: ({ zone, key, value }: VisitRow, at) => visits(at, zone, `${decode(key)}`, valueIn(zone, decode(value))),
  expect: ({ zone, value }) => visited(valueIn(zone, decode(value))),
});

/** Keys are unique to a trial, because trials share a zone in parallel. */
export const outlivesRequests = exchangeProperty({
  setup: performing,
  inputs: ({ zone }: InZone) => fc.record({ key: fc.uuid(), value: isNumeric(zone) ? fc.integer() : unicodeText(40) }),
  send: ({ key, value }, at, { zone }) => visits(at, zone, key, value),
  expect: ({ value }) => visited(value),
});

/** A call that this number of requests make at the same time, each several times. */
interface Crowd extends InZone {
  readonly given: readonly [operation: OperationName, ...args: DictValue[]];
  readonly requests: number;
  readonly times: number;
}

/** The results of these calls one after the other, in any order. */
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
  send: ({ zone, given: [operation, ...args], requests, times }: Crowd, at) =>
    crowd(at, requests, zone, [[operation, 'together', ...args]], times, true),
  expect: (data) => responses(answers(joined(unordered(...inTurn(data))))),
});

/** Sets a long value twice; the zone cannot hold both. It has its own exchange, because it ends some hosts. */
const rewrite: HttpHandler = (r, t) => {
  const zone = t.zone('rewriting');
  const set = (letter: string) => t.attempt(() => zone.set('a', letter.repeat(16000)) === zone);
  t.answer(r, [set('x'), set('y'), `${zone.get('a')}`.charAt(0)]);
};

/** A stored value exists. If it is refused, any value may remain: ruling shared-dict.evict. */
const REWRITTEN: Expectation = either(
  list(attempted(true), attempted(true), 'y'),
  list(attempted(true), attempted(FULL), anything),
);

export const survivesRewriting = exchange({
  setup: [http(zone(declared('evicting-texts', 'rewriting')), location('/rewrite', { js_content: rewrite }))],
  send: (_: object, path) => ({ requests: [{ target: path('/rewrite') }] }),
  expect: () => responses([{ status: 200, answer: REWRITTEN }]),
});
