import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import test from 'tape';
import type { ZoneOptions } from '../../host/zones/zone.js';
import type { DictionaryType } from '../../port/shared-dict.js';
import { until } from '../../testing/waiting.js';
import { bench, fillZone, itemsOf, kilobyte } from '../../testing/zone-bench.js';
import { restoreState, StateInvalid, stateText } from './state.js';
import { loadState, ZoneStateFile } from './state-file.js';
import { StoredZone } from './stored-zone.js';

const nothing = (): void => undefined;

/** A zone with the content of a text. */
function restored(text: string, options: Partial<ZoneOptions> = {}) {
  const { zone } = bench({ size: 1024 * kilobyte, ...options });
  restoreState(zone, text);
  return zone;
}

test('the state of a zone: it is read as written, for any keys and values', (t) => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true }),
    fc.constantFrom(-0, 0.1, 1e21, Number.MIN_VALUE, Number.POSITIVE_INFINITY),
  );
  const keys = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '__proto__', '1', 'a"\\\n\u2028'));
  const kinds = [
    ['string', fc.string({ unit: 'binary' })],
    ['number', numbers],
  ] as const satisfies readonly (readonly [DictionaryType, unknown])[];
  for (const [type, values] of kinds) {
    const entries: fc.Arbitrary<[string, string | number][]> = fc.array(fc.tuple(keys, values), { maxLength: 20 });
    fc.assert(
      fc.property(entries, (drawn) => {
        const { zone } = bench({ size: 1024 * kilobyte, type });
        for (const [key, value] of drawn) zone.set(key, value, undefined);
        const again = restored(stateText(zone, nothing), { type });
        fc.pre(itemsOf(zone).length === new Set(drawn.map(([key]) => key)).size);
        return JSON.stringify(itemsOf(again).map(shown)) === JSON.stringify(itemsOf(zone).map(shown));
      }),
      { numRuns: 200 },
    );
    t.pass(type);
  }
  t.end();
});

/** JSON has neither -0 nor infinity. */
const shown = ([key, value]: readonly [string, string | number]) => [key, Object.is(value, -0) ? '-0' : String(value)];

test('the state of a zone: as nginx 1.0.2 writes it', (t) => {
  const text = '{"":{"value":""},"b\\n\\"é\\u0001\u2028/\\\\":{"value":"v\\tü😀\u007f"},"a":{"value":"1"}}';
  const zone = restored(text);
  t.deepEqual(itemsOf(zone), [
    ['', ''],
    ['b\n"é\u0001\u2028/\\', 'v\tü😀\u007f'],
    ['a', '1'],
  ]);
  t.equal(stateText(zone, nothing), text, 'and as written here');
  const numbers = '{"k":{"value":-7.000000},"h":{"value":1000000000000000000000.000},"l":{"value":0.333333}}';
  t.deepEqual([...itemsOf(restored(numbers, { type: 'number' }))].sort(), [
    ['h', 1e21],
    ['k', -7],
    ['l', 0.333333],
  ]);
  t.equal(itemsOf(restored('')).length, 0, 'an empty file');
  t.end();
});

test('the state of a zone: entries keep their expiry', (t) => {
  const { zone, pass } = bench({ timeoutMs: 60_000 });
  zone.set('a', '1', undefined);
  zone.set('b', '2', 600_000);
  zone.set('c', '3', 1);
  pass(10);
  const written: unknown = JSON.parse(stateText(zone, nothing));
  const soon = Date.now() + 60_000;
  t.match(
    JSON.stringify(written),
    /^\{"b":\{"value":"2","expire":\d{13}\},"a":\{"value":"1","expire":\d{13}\}\}$/,
    'no expired entry',
  );
  const read = (entry: object) =>
    restored(JSON.stringify({ k: { value: 'x', ...entry } }), { timeoutMs: 60_000 }).ttl('k');
  t.ok(Math.abs((read({ expire: soon + 30_000 }) ?? 0) - 90_000) < 5_000);
  t.equal(read({ expire: 1000 }), undefined);
  t.equal(read({}), 60_000, 'without a time the zone’s timeout applies');
  t.equal(restored('{"k":{"value":"x","expire":1000}}').get('k'), 'x', 'a zone without a timeout keeps all entries');
  t.end();
});

test('the state of a zone: a state that is too large is rejected, unless the zone evicts', (t) => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, { value: 'v'.repeat(20) }]));
  const text = JSON.stringify(many);
  t.throws(
    () => restored(text, { size: 64 * kilobyte }),
    /^StateInvalid: Error: the zone has too little memory|too little memory/,
  );
  const zone = restored(text, { size: 64 * kilobyte, timeoutMs: 60_000, evict: true });
  t.equal(zone.size(), 344, 'as many as in nginx');
  t.end();
});

test('the state of a zone: an invalid state is rejected, and errors show nothing of it', (t) => {
  const rows: readonly (readonly [text: string, complaint: string, type?: DictionaryType])[] = [
    ['  ', 'it is not valid JSON'],
    ['[]', 'it must be an object'],
    ['null', 'it must be an object'],
    ['{', 'it is not valid JSON from line 1, column 2 on'],
    ['{}\nsecret', 'it is not valid JSON from line 2, column 1 on'],
    ['{"a":"1"}', 'the entry "a" must be an object'],
    ['{"a":{}}', 'the entry "a" must have a string as its "value"'],
    ['{"a":{"value":1}}', 'the entry "a" must have a string as its "value"'],
    ['{"a":{"value":"1"}}', 'the entry "a" must have a number as its "value"', 'number'],
    ['{"a":{"value":null}}', 'the entry "a" must have a number as its "value"', 'number'],
    [`{"${'k'.repeat(99)}":[]}`, `the entry "${'k'.repeat(16)}…" must be an object`],
  ];
  for (const [text, complaint, type = 'string'] of rows) {
    const read = () => restored(text, { type });
    try {
      read();
      t.fail(`accepted ${text}`);
    } catch (error) {
      t.ok(error instanceof StateInvalid);
      // V8's description of a position differs from release to release; it shows none for short texts.
      const errorText = error instanceof Error ? error.message : '';
      t.equal(
        errorText.startsWith('it is not valid JSON') ? errorText.slice(0, 13) : errorText,
        complaint.startsWith('it is not valid JSON') ? complaint.slice(0, 13) : complaint,
      );
    }
  }
  t.end();
});

test('the file of a zone: written after the last change, in one step, with one complaint', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'z.json');
  const complaints: string[] = [];
  const { zone } = bench({ type: 'number' });
  const file = new ZoneStateFile(zone, path, (_, complaint) => complaints.push(complaint));
  file.flush();
  t.throws(() => readFileSync(path), /ENOENT/, 'nothing has changed');
  const saved = () => {
    file.flush();
    return readFileSync(path, 'utf8');
  };
  const operations: readonly (readonly [() => unknown, string])[] = [
    [() => zone.set('a', 1, undefined), '{"a":{"value":1}}'],
    [() => zone.incr('a', 1, 0, undefined), '{"a":{"value":2}}'],
    [() => zone.replace('a', 3), '{"a":{"value":3}}'],
    [() => zone.add('b', 4, undefined), '{"b":{"value":4},"a":{"value":3}}'],
    [() => zone.delete('b'), '{"a":{"value":3}}'],
    [() => zone.pop('a'), '{}'],
    [() => zone.set('c', Number.POSITIVE_INFINITY, undefined), '{"c":{"value":1e999}}'],
    [() => zone.clear(), '{}'],
  ];
  for (const [operate, content] of operations) {
    operate();
    t.equal(saved(), content);
  }
  zone.set('n', Number.NaN, undefined);
  t.equal(saved(), '{}');
  t.deepEqual(complaints.splice(0), ['state of shared dict zone "z32": NaN values are not saved']);
  zone.set('c', 1, undefined);
  await until('it is written without a call', () => readFileSync(path, 'utf8') === '{"c":{"value":1}}');
  const unwritable = bench().zone;
  const lost = new ZoneStateFile(unwritable, join(folder, 'none/z.json'), (_, complaint) => complaints.push(complaint));
  for (let time = 0; time < 3; time += 1) {
    unwritable.set('a', String(time), undefined);
    lost.flush();
  }
  t.equal(complaints.length, 1);
  t.match(
    complaints[0] ?? '',
    /^failed to save the state of shared dict zone "z32": open\(\) ".*none\/z\.json\.tmp" failed \(2: No such file/,
  );
  writeFileSync(path, '{"c":5}');
  t.throws(
    () => loadState(zone, path),
    /invalid format while loading js_shared_dict_zone "z32" from state file ".*z\.json": the entry "c"/,
  );
  t.throws(() => loadState(zone, folder), /read\(\) ".*" failed \(21: Is a directory\)/);
});

test('a full zone: each operation without enough memory is reported', (t) => {
  const { zone } = bench();
  const declared = {
    name: 'z32',
    size: zone.capacity,
    type: zone.type,
    timeout: undefined,
    evict: false,
  };
  const said: string[] = [];
  const stored = new StoredZone(zone, { ...declared, file: 'host.conf', line: 1 }, (...line) =>
    said.push(line.join(' ')),
  );
  fillZone(stored.zone, 8, 100);
  stored.zone.add('a', 'v'.repeat(5000), undefined);
  const line = 'crit ngx_slab_alloc() failed: no memory in js shared zone "z32"';
  t.deepEqual(said, [line, line]);
  t.end();
});
