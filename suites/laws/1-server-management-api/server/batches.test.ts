import test from 'tape';
import { batched, type CreationRow } from './batches.js';

const usual = (row: Omit<CreationRow, 'of'>): CreationRow => ({ of: 'apps', batch: 'usual', ...row });

/** The requests, each once. */
const requests = (...rows: readonly CreationRow[]) => [...new Set(batched(rows).values())];

test('what differs in other things goes together', (t) => {
  const type = 'application/json; charset=utf-8';
  const rows = [usual({ type }), usual({ pace: 'pieces' }), usual({ members: { runtime: 'a' } })];
  t.deepEqual(requests(...rows), [usual({ type, pace: 'pieces', members: { runtime: 'a' } })]);
  t.end();
});

test('what differs in the same thing does not, nor what is of two batches or collections', (t) => {
  const apart: readonly (readonly [CreationRow, CreationRow])[] = [
    [usual({ type: 'a' }), usual({ type: 'b' })],
    [usual({ members: { runtime: 'a' } }), usual({ members: { runtime: 'b' } })],
    [usual({ members: { name: 'DIGITS' } }), usual({ members: { name: 'NAMEb' } })],
    [usual({ members: { domains: ['a'] } }), usual({ members: { domains: ['b'] } })],
    [usual({ members: { domains: ['a'] } }), usual({ domains: 12 })],
    [usual({ length: 64 }), usual({ members: { name: 'NAMEb' } })],
    [usual({ length: 64 }), usual({ label: 'b' })],
    [usual({ label: 'nine-long' }), usual({ label: 'longer-than-it' })],
    [usual({ type: 'a' }), { ...usual({ pace: 'pieces' }), batch: 'odd' }],
    [usual({ type: 'a' }), { ...usual({ pace: 'pieces' }), of: 'servers' }],
  ];
  for (const rows of apart) t.deepEqual(requests(...rows), rows);
  t.end();
});

test('names follow one another, and so do domains of an open batch', (t) => {
  const names = [usual({ members: { name: 'NAME b' } }), usual({ members: { name: 'NAME<c>' } })];
  t.deepEqual(requests(...names), [usual({ members: { name: 'NAME b<c>' } })]);
  t.deepEqual(requests(usual({ label: 'a' }), usual({ label: 'B' })), [usual({ label: 'a-B', members: {} })]);
  const open = [['a'], ['b', 'c']].map((domains): CreationRow => ({ of: 'apps', batch: 'open', members: { domains } }));
  t.deepEqual(requests(...open), [{ of: 'apps', batch: 'open', members: { domains: ['a', 'b', 'c'] } }]);
  t.end();
});

test('a row by itself is its own request', (t) => {
  const row = usual({ label: 'a' });
  t.equal(batched([row]).get(row), row);
  t.end();
});
