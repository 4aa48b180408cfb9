import test from 'tape';
import { asNode, byNode, call, refusable, refused, report, type SubtleCall } from './calls.js';
import { filler, secretOf } from './keys.js';
import { subtle } from './web-crypto.js';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const KEY = call('key', 'importKey', 'raw', secretOf(32), HMAC, true, ['sign']);
const SIGN = call('signature', 'sign', 'HMAC', '$key', filler(9));
const RETURNED = ['returned'];
const signature = (): readonly unknown[] => ['returned', new Uint8Array(byNode([KEY, SIGN])).buffer];

/** The judgement of outcomes of calls. */
function judged(calls: readonly SubtleCall[], outcomes: unknown): true | string {
  const expected = asNode(calls);
  if (expected.expects !== 'satisfies') throw new Error('outcomes are judged together');
  return expected.test(outcomes);
}

test('calls of Web Crypto are awaited, one after the other', (t) => {
  const key = subtle('importKey', 'raw', secretOf(32), HMAC, true, ['sign']);
  const lengths = Array.from({ length: 1000 }, (_, i) =>
    Reflect.get(Object(subtle('sign', HMAC, key, filler(i))), 'byteLength'),
  );
  t.ok(lengths.every((length) => length === 32));
  t.throws(() => subtle('decrypt', 'AES-GCM', key, filler(1)), /Node refuses decrypt/);
  t.end();
});

test('an outcome equals the result in Node', (t) => {
  t.equal(judged([KEY, SIGN], [RETURNED, signature()]), true);
  t.match(String(judged([KEY, SIGN], [RETURNED, ['returned', new ArrayBuffer(32)]])), /signature: .*other bytes/);
  t.match(String(judged([KEY, SIGN], [RETURNED, ['rejected']])), /signature: it ended with rejected/);
  t.match(String(judged([KEY, SIGN], [RETURNED])), /not every call/);
  t.end();
});

test('a call may or must be refused if its row says so', (t) => {
  t.equal(judged([KEY, refusable(SIGN)], [RETURNED, ['threw']]), true);
  t.equal(judged([KEY, refusable(SIGN)], [RETURNED, signature()]), true);
  t.equal(judged([KEY, refused(SIGN)], [RETURNED, ['rejected']]), true);
  t.match(String(judged([KEY, refused(SIGN)], [RETURNED, signature()])), /not refused/);
  t.end();
});

test('a new key equals its export, and occurs once', (t) => {
  const made = (as: string): readonly SubtleCall[] => [
    call(as, 'generateKey', { name: 'AES-GCM', length: 128 }, true, ['encrypt']),
    call(`${as}_raw`, 'exportKey', 'raw', `$${as}`),
  ];
  const raw = (size: number, first: number) => [
    'returned',
    Uint8Array.from({ length: size }, (_, i) => first + i).buffer,
  ];
  const reported = { type: 'secret', extractable: true, usages: ['encrypt'], algorithm: { length: 128 } };
  const both = [...made('one'), report('one'), ...made('other')];
  const outcomes = (other: unknown) => [RETURNED, raw(16, 1), ['returned', reported], RETURNED, other];
  t.equal(judged(both, outcomes(raw(16, 2))), true);
  t.match(String(judged(both, outcomes(raw(16, 1)))), /the same came before/);
  t.match(String(judged(both, outcomes(raw(32, 1)))), /256 bits/);
  t.end();
});
