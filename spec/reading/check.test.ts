import test from 'tape';
import { type Files, inFolder, row, rowsFile, since, yaml } from '../testing/folder.js';
import { checkedSpec, checkSpec } from './check.js';
import { SpecError } from './complaints.js';
import { readSpec } from './read.js';

const ROWS = rowsFile(2, [
  row('2/dict/incr', { code: ['incr(key, delta)', 'delta'], versions: since('0.8.0'), numbers: ['0'] }),
  row('2/dict/get', { code: ['get(key)'] }),
  row('2/dict/ttl'),
]);

/** A requirements file that mentions all its rows; `extra` is written below its second requirement. */
const dict = (extra = '', head = ''): string =>
  yaml.requirements(`title: Dictionary
${head}requirements:
  - id: dict.incr
    says: With a delta, incr adds to 0 since 0.8.0.
    rows: [2/dict/incr]
    strength: must
    cases: [{ law: incr }]
  - id: dict.get
    says: One can get a value, and ttl says how long.
    rows: [2/dict/get, 2/dict/ttl]
    strength: must
    cases: [{ law: get }]
${extra}`);

const requirement = (id: string, facts: string): string =>
  `  - id: ${id}\n    says: A sentence.\n    strength: must\n${facts.replace(/^/gm, '    ')}\n`;

/** `file:line pointer found` of each complaint, with the file below `spec/`. */
const complaintsOf = (files: Files): string[] =>
  inFolder({ 'spec/rows/2.json': ROWS, ...files }, (root) =>
    checkSpec(readSpec(root)).map(
      ({ file, line, pointer, found }) => `${file.replace('spec/', '')}:${line} ${pointer} ${found}`,
    ),
  );

const REQUIREMENTS = 'spec/2-host-objects/dict/dict.yaml';

test('check: a sound specification has no complaints', (t) => {
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: dict() }), []);
  t.end();
});

test('check: rows that nothing covers', (t) => {
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: dict().replace(', 2/dict/ttl', '') }), [
    'rows/2.json:46 /rows/2 row 2/dict/ttl that nothing covers',
  ]);
  const excluded = 'excluded:\n  - { rows: [2/dict/ttl], reason: R }\n';
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: dict(excluded).replace(', 2/dict/ttl', '') }), []);
  const pending = yaml.pending('pending: [2/dict/t*]\n');
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: dict().replace(', 2/dict/ttl', ''), 'spec/pending.yaml': pending }), []);
  t.end();
});

test('check: facts of a row that no requirement mentions', (t) => {
  const left = dict().replace('With a delta, incr adds to 0 since 0.8.0', 'incr adds');
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: left }), [
    '2-host-objects/dict/dict.yaml:6 /requirements/0/rows/0 row 2/dict/incr cited without `0.8.0`, `0`, `delta`',
  ]);
  const other = requirement(
    'dict.incr.more',
    'rows: [2/dict/incr]\nsince: 0.8.0\nmentions: [delta, "0"]\ncases: [{ law: l }]',
  );
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: left + other }), [], 'requirements add up');
  t.match(
    complaintsOf({ [REQUIREMENTS]: dict() + other })[0] ?? '',
    /mentions\/0 `delta` in `mentions`, which the sentences and cases that cite its row show already$/,
  );
  t.deepEqual(
    complaintsOf({ [REQUIREMENTS]: left, 'spec/pending.yaml': yaml.pending('pending: [2/dict/incr]\n') }),
    [],
  );
  t.end();
});

test('check: pending globs that are stale', (t) => {
  const of = (...globs: string[]) =>
    complaintsOf({
      [REQUIREMENTS]: dict('excluded:\n  - { rows: [2/dict/ttl], reason: R }\n').replace(', 2/dict/ttl', ''),
      'spec/pending.yaml': yaml.pending(`pending: ${JSON.stringify(globs)}\n`),
    });
  t.deepEqual(of('2/dict/*'), ['pending.yaml:2 /pending/0 `2/dict/*`, which matches no pending row']);
  t.deepEqual(of('2/dict/ttl'), ['pending.yaml:2 /pending/0 `2/dict/ttl`, which matches no pending row']);
  t.deepEqual(of('2/dict/get', '2/dict/git'), ['pending.yaml:2 /pending/1 `2/dict/git`, which matches no row']);
  t.deepEqual(of('2/dict/get'), [], 'part of a cited row may be pending');
  t.end();
});

test('check: rows that do not exist, with the nearest id', (t) => {
  const citing = requirement('dict.x', 'rows: [2/dict/gte]\ncases: [{ law: l }]\nrulings: [r]');
  const files = {
    [REQUIREMENTS]: dict(`${citing}excluded:\n  - { rows: [2/dict/tttl], reason: R }\n`),
    'spec/2-host-objects/dict/rulings.yaml': yaml.rulings(
      'rulings:\n  - { id: r, rows: [2/dict/inc], question: Q, decision: D, why: W }\n',
    ),
  };
  t.deepEqual(complaintsOf(files), [
    '2-host-objects/dict/dict.yaml:17 /requirements/2/rows/0 row 2/dict/gte, which no document has',
    '2-host-objects/dict/dict.yaml:21 /excluded/0/rows/0 row 2/dict/tttl, which no document has',
    '2-host-objects/dict/rulings.yaml:3 /rulings/0/rows/0 row 2/dict/inc, which no document has',
  ]);
  const advice = inFolder({ 'spec/rows/2.json': ROWS, ...files }, (root) =>
    checkSpec(readSpec(root)).map((complaint) => complaint.advice),
  );
  t.deepEqual(
    advice,
    ['2/dict/get', '2/dict/ttl', '2/dict/incr'].map((id) => `the nearest id is ${id}`),
  );
  t.end();
});

test('check: no rows, and an id with another prefix', (t) => {
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: dict(requirement('dictionary.x', 'rows: []\ncases: [{ law: l }]')) }), [
    '2-host-objects/dict/dict.yaml:14 /requirements/2/id the id dictionary.x',
    '2-host-objects/dict/dict.yaml:17 /requirements/2/rows no rows',
  ]);
  t.end();
});

test('check: bounds', (t) => {
  const bounds = (since: string, until: string) =>
    complaintsOf({
      [REQUIREMENTS]: dict(
        requirement('dict.x', `rows: [2/dict/get]\nsince: ${since}\nuntil: ${until}\ncases: [{ law: l }]`),
      ),
    });
  t.deepEqual(bounds('0.7.10', '0.7.9'), [
    '2-host-objects/dict/dict.yaml:19 /requirements/2/until since 0.7.10, until 0.7.9',
  ]);
  t.equal(bounds('0.8.0', '0.8.0').length, 1);
  t.deepEqual(bounds('0.7.9', '0.7.10'), []);
  t.deepEqual(bounds('0.9.9', '1.0.0'), []);
  const inCase = 'rows: [2/dict/get]\ncases: [{ law: get, since: 0.8.1, until: 0.8.0 }]';
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: dict(requirement('dict.x', inCase)) }), [
    '2-host-objects/dict/dict.yaml:18 /requirements/2/cases/0/until since 0.8.1, until 0.8.0',
  ]);
  t.end();
});

test('check: rulings that do not exist or are never cited', (t) => {
  const ruling = (id: string) => `  - { id: ${id}, rows: [2/dict/get], question: Q, decision: D, why: W }\n`;
  const citing = requirement('dict.x', 'rows: [2/dict/get]\ncases: [{ law: l }]\nrulings: [a, bb]');
  const files = {
    [REQUIREMENTS]: dict(citing),
    'spec/2-host-objects/dict/rulings.yaml': yaml.rulings(`rulings:\n${ruling('a')}${ruling('b')}`),
  };
  t.deepEqual(complaintsOf(files), [
    '2-host-objects/dict/dict.yaml:19 /requirements/2/rulings/1 ruling bb, which does not exist',
    '2-host-objects/dict/rulings.yaml:4 /rulings/1/id ruling b, which no requirement cites',
  ]);
  t.end();
});

test('check: cases', (t) => {
  const of = (cases: string) =>
    complaintsOf({ [REQUIREMENTS]: dict(requirement('dict.x', `rows: [2/dict/get]\n${cases}`)) });
  t.deepEqual(of('cases: []'), ['2-host-objects/dict/dict.yaml:18 /requirements/2/cases no cases']);
  t.deepEqual(of('mentions: []'), ['2-host-objects/dict/dict.yaml:14 /requirements/2/cases no cases']);
  t.deepEqual(of('members: []'), ['2-host-objects/dict/dict.yaml:14 /requirements/2/cases no cases']);
  t.deepEqual(of('cases: [{ law: get, each: [] }]'), [
    '2-host-objects/dict/dict.yaml:18 /requirements/2/cases/0/each no data',
  ]);
  t.deepEqual(of('cases:\n  - law: get\n    each: [{ name: a }, { name: b }, { name: a }]'), [
    '2-host-objects/dict/dict.yaml:20 /requirements/2/cases/0/each/2/name a second case a',
  ]);
  t.deepEqual(of('cases: [{ law: get }, { law: get }]'), [
    '2-host-objects/dict/dict.yaml:18 /requirements/2/cases/1 a second case without a name',
  ]);
  t.deepEqual(of('cases: [{ law: get, each: [{ name: a }] }, { law: put, each: [{ name: a }] }]'), [
    '2-host-objects/dict/dict.yaml:18 /requirements/2/cases/1/each/0/name a second case a',
  ]);
  t.deepEqual(of('cases: [{ law: get, each: [{ name: a }] }, { law: put, name: b, each: [{ name: a }] }]'), [
    '2-host-objects/dict/dict.yaml:18 /requirements/2/cases/0/each/0/name the case a above a/b',
  ]);
  t.deepEqual(of('cases: [{ law: get, over: { on: [a, b], at: [1] } }, { law: put, name: c }]'), []);
  t.end();
});

test('check: tables', (t) => {
  const of = (tables: string, cases: string) =>
    complaintsOf({
      [REQUIREMENTS]: dict(
        requirement('dict.x', `rows: [2/dict/get]\ncases: [{ law: get, ${cases} }]`),
        `tables: ${tables}\n`,
      ),
    });
  const [good, ...others] = of('{ keys: [{ name: a }] }', 'table: keys');
  t.deepEqual([good, ...others], [undefined]);
  t.deepEqual(of('{ keys: [{ name: a }] }', 'table: kyes'), [
    '2-host-objects/dict/dict.yaml:19 /requirements/2/cases/0/table the table kyes',
    '2-host-objects/dict/dict.yaml:3 /tables/keys the table keys that no case uses',
  ]);
  t.deepEqual(of('{ keys: [] }', 'table: keys'), [
    '2-host-objects/dict/dict.yaml:3 /tables/keys the table keys without rows',
  ]);
  t.deepEqual(of('{ keys: [{ name: a }, { name: a }] }', 'table: keys'), [
    '2-host-objects/dict/dict.yaml:19 /requirements/2/cases/0 a second case a',
  ]);
  t.deepEqual(of('{ keys: [{ name: a }] }', 'table: keys, each: [{ name: b }]'), [
    '2-host-objects/dict/dict.yaml:19 /requirements/2/cases/0/table both `each` and `table`',
  ]);
  t.end();
});

test('check: an excluded row that a requirement cites', (t) => {
  t.deepEqual(complaintsOf({ [REQUIREMENTS]: dict('excluded:\n  - { rows: [2/dict/get], reason: R }\n') }), [
    '2-host-objects/dict/dict.yaml:15 /excluded/0/rows/0 excluded row 2/dict/get, which a requirement cites',
  ]);
  t.end();
});

test('check: checkedSpec throws the complaints of checkSpec', (t) => {
  const files = { 'spec/rows/2.json': ROWS, [REQUIREMENTS]: dict() };
  t.equal(inFolder(files, checkedSpec).rows.size, 3);
  t.throws(() => inFolder({ 'spec/rows/2.json': ROWS }, checkedSpec), SpecError);
  t.end();
});
