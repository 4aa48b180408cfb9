import test from 'tape';
import { type Files, inFolder, row, rowsFile, yaml } from '../testing/folder.js';
import { type Complaint, SpecError } from './complaints.js';
import { readSpec } from './read.js';

const ROWS = { 'spec/rows/2.json': rowsFile(2, [row('2/dict/incr'), row('2/dict/get')]) };

const DICT = `title: Dictionary
requirements:
  - id: dict.incr
    says: incr adds.
    rows: [2/dict/incr]
    strength: must
    since: 0.8.0
    cases:
      - law: incr
        each:
          - { name: bytes, key: { $bytes: 'ff00' }, delta: -1 }
`;

const complaintsOf = (files: Files): readonly Complaint[] => {
  try {
    inFolder({ ...ROWS, ...files }, readSpec);
  } catch (error) {
    if (error instanceof SpecError) return error.complaints;
    throw error;
  }
  return [];
};

/** `line:column pointer` of each complaint about one requirements file with this body. */
const placesIn = (body: string): string[] =>
  complaintsOf({ 'spec/2-host-objects/dict/dict.yaml': yaml.requirements(body) }).map(
    ({ line, column, pointer }) => `${line}:${column} ${pointer}`,
  );

test('read: a valid specification', (t) => {
  const files = {
    ...ROWS,
    'spec/rows/1.json': rowsFile(1, [row('1/a/p1')]),
    'spec/2-host-objects/dict/dict.yaml': yaml.requirements(DICT),
    'spec/2-host-objects/dict/rulings.yaml': yaml.rulings(
      'rulings:\n  - { id: time.zero, rows: [2/dict/incr], question: Q, decision: D, why: W }\n',
    ),
    'spec/pending.yaml': yaml.pending('pending:\n  - 1/**\n'),
    'spec/2-host-objects/dict/notes.txt': 'not read',
  };
  const spec = inFolder(files, readSpec);
  t.deepEqual(
    spec.documents.map(({ id }) => id),
    [1, 2],
  );
  t.deepEqual([...spec.rows.keys()], ['1/a/p1', '2/dict/incr', '2/dict/get']);
  const [requirement] = spec.files.get('2-host-objects/dict/dict')?.requirements ?? [];
  t.equal(requirement?.since, '0.8.0');
  t.deepEqual(requirement?.cases?.[0]?.each, [{ name: 'bytes', key: { $bytes: 'ff00' }, delta: -1 }]);
  t.equal(spec.rulings.get('time.zero')?.why, 'W');
  t.deepEqual(spec.pending, ['1/**']);
  t.end();
});

test('read: the version of a file is the default of its requirements', (t) => {
  const more = '  - { id: dict.get, says: get reads., rows: [2/dict/get], cases: [{ law: get }] }\n';
  const body = `${DICT.replace('requirements:', 'since: 0.8.5\nrequirements:')}${more}`;
  const spec = inFolder({ ...ROWS, 'spec/2-host-objects/dict/dict.yaml': yaml.requirements(body) }, readSpec);
  const requirements = spec.files.get('2-host-objects/dict/dict')?.requirements ?? [];
  t.deepEqual(
    requirements.map(({ since }) => since),
    ['0.8.0', '0.8.5'],
  );
  t.deepEqual(
    requirements.map((one) => spec.places.of(one).line),
    [5, 14],
  );
  t.end();
});

test('read: values know their place', (t) => {
  const spec = inFolder({ ...ROWS, 'spec/2-host-objects/dict/dict.yaml': yaml.requirements(DICT) }, readSpec);
  const [requirement] = spec.files.get('2-host-objects/dict/dict')?.requirements ?? [];
  const file = 'spec/2-host-objects/dict/dict.yaml';
  t.deepEqual(spec.places.of(requirement ?? {}, 'since'), {
    file,
    line: 8,
    column: 12,
    pointer: '/requirements/0/since',
  });
  t.deepEqual(spec.places.of(requirement?.rows ?? {}, 0), {
    file,
    line: 6,
    column: 12,
    pointer: '/requirements/0/rows/0',
  });
  t.equal(spec.places.of(requirement ?? {}, 'until').line, 4, 'an absent value: the value around it');
  const [incr] = spec.rows.values();
  t.deepEqual(spec.places.of(incr ?? {}, 'id'), {
    file: 'spec/rows/2.json',
    line: 9,
    column: 10,
    pointer: '/rows/0/id',
  });
  t.throws(() => spec.places.of({}), /not read from a file/);
  t.end();
});

test('read: a wrong value is reported with place, expectation and advice', (t) => {
  const body = DICT.replace('since: 0.8.0', 'since: 0.8').replace('strength: must', 'strength: maybe');
  t.deepEqual(complaintsOf({ 'spec/2-host-objects/dict/dict.yaml': yaml.requirements(body) }), [
    {
      file: 'spec/2-host-objects/dict/dict.yaml',
      line: 7,
      column: 15,
      pointer: '/requirements/0/strength',
      found: '"maybe"',
      expected: 'one of ["must","open"]',
      advice: 'write one of these',
    },
    {
      file: 'spec/2-host-objects/dict/dict.yaml',
      line: 8,
      column: 12,
      pointer: '/requirements/0/since',
      found: '0.8',
      expected: 'string (`major.minor.patch`, as the documents write runtime versions.)',
      advice: 'put it in quotes',
    },
  ]);
  t.end();
});

test('read: the message begins with file, line and column and has the pointer', (t) => {
  const body = DICT.replace('since: 0.8.0', "since: '0.8'");
  const files = { ...ROWS, 'spec/2-host-objects/dict/dict.yaml': yaml.requirements(body) };
  t.throws(
    () => inFolder(files, readSpec),
    /^SpecError: spec\/2-host-objects\/dict\/dict\.yaml:8:12 \/requirements\/0\/since: found "0\.8"; expected text like /,
  );
  t.end();
});

test('read: unknown and missing keys', (t) => {
  t.deepEqual(placesIn(DICT.replace('says: incr', 'sais: incr')), ['4:5 /requirements/0', '5:5 /requirements/0/sais']);
  t.deepEqual(placesIn(''), ['1:1 '], 'an empty file');
  t.end();
});

test('read: repeated keys', (t) => {
  const [complaint, ...others] = complaintsOf({
    'spec/2-host-objects/dict/dict.yaml': yaml.requirements(`${DICT}title: Again\n`),
  });
  t.deepEqual(others, []);
  t.equal(complaint?.found, 'a repeated key of a map');
  t.equal(complaint?.line, 13);
  t.end();
});

test('read: syntax errors, unknown tags, a second document', (t) => {
  t.deepEqual(placesIn('title: [\n').length, 1);
  t.equal(placesIn(DICT.replace('-1', '!!js -1'))[0], '12:60 ');
  t.equal(placesIn(`${DICT}---\nmore: 1\n`)[0], '13:1 ');
  t.end();
});

test('read: numbers that no double holds', (t) => {
  t.deepEqual(placesIn(DICT.replace('-1', '9007199254740993')), ['12:60 ']);
  t.deepEqual(placesIn(DICT.replace('-1', '-9007199254740992')), []);
  t.deepEqual(placesIn(DICT.replace('-1', '1e300')), []);
  t.deepEqual(placesIn(DICT.replace('-1', '.nan')), ['12:60 /requirements/0/cases/0/each/0/delta']);
  t.end();
});

test('read: the first line names the schema', (t) => {
  const [complaint] = complaintsOf({ 'spec/pending.yaml': 'pending: []\n' });
  t.equal(complaint?.expected, '# yaml-language-server: $schema=schemas/pending.schema.json');
  t.equal(complaint?.found, '"pending: []"');
  t.end();
});

test('read: repeated ids, in one file or in several', (t) => {
  const again = DICT.replace('title: Dictionary', 'title: Other');
  const ruling = '{ id: r, rows: [2/dict/incr], question: Q, decision: D, why: W }';
  const complaints = complaintsOf({
    'spec/2-host-objects/dict/dict.yaml': yaml.requirements(DICT),
    'spec/2-host-objects/dict/other.yaml': yaml.requirements(again),
    'spec/2-host-objects/dict/rulings.yaml': yaml.rulings(`rulings:\n  - ${ruling}\n  - ${ruling}\n`),
    'spec/rows/3.json': rowsFile(3, [row('2/dict/get')]),
  });
  t.deepEqual(
    complaints.map(({ file, line, found }) => `${file}:${line} ${found}`),
    [
      'spec/rows/3.json:9 the id "2/dict/get", which spec/rows/2.json:21 has already',
      'spec/2-host-objects/dict/rulings.yaml:4 the id "r", which spec/2-host-objects/dict/rulings.yaml:3 has already',
      'spec/2-host-objects/dict/other.yaml:4 the id "dict.incr", which spec/2-host-objects/dict/dict.yaml:4 has already',
    ],
  );
  t.end();
});

test('read: complaints about all files are reported together', (t) => {
  const complaints = complaintsOf({
    'spec/rows/3.json': '{',
    'spec/2-host-objects/dict/a.yaml': yaml.requirements('title: 1\n'),
    'spec/2-host-objects/dict/b.yaml': yaml.requirements('title: {{\n'),
    'spec/pending.yaml': yaml.pending('pending: all\n'),
  });
  t.deepEqual(
    [...new Set(complaints.map(({ file }) => file))],
    ['spec/rows/3.json', 'spec/2-host-objects/dict/a.yaml', 'spec/2-host-objects/dict/b.yaml', 'spec/pending.yaml'],
  );
  t.end();
});

test('read: no rows', (t) => {
  t.throws(() => inFolder({}, readSpec), /spec\/rows:1:1 .*srvspec extract/);
  t.end();
});

test('read: shared tables become tables of the files that use them', (t) => {
  const using = (table: string) => DICT.replace(/ {8}each:\n.*\n/, `        table: ${table}\n`);
  const dict = 'spec/2-host-objects/dict/dict.yaml';
  const shared = (name: string) => yaml.tables(`tables:\n  ${name}:\n    - { name: one, key: a }\n`);
  const files = { ...ROWS, [dict]: yaml.requirements(using('keys')), 'spec/tables.yaml': shared('keys') };
  const spec = inFolder(files, readSpec);
  t.deepEqual(spec.files.get('2-host-objects/dict/dict')?.tables, { keys: [{ name: 'one', key: 'a' }] });
  const found = (body: string, name: string) =>
    complaintsOf({ [dict]: yaml.requirements(body), 'spec/tables.yaml': shared(name) }).map((one) => one.found);
  t.deepEqual(found(DICT, 'keys'), ['the table keys that no case uses']);
  const own = `tables:\n  keys:\n    - { name: two, key: b }\n`;
  t.deepEqual(found(using('keys').replace('requirements:', `${own}requirements:`), 'keys'), [
    'the table keys, which 2-host-objects/dict/dict has, too',
  ]);
  t.end();
});

test('read: a complaint about a step has its place', (t) => {
  const steps = (...each: string[]) =>
    `title: T\nrequirements:\n  - id: dict.incr\n    says: incr adds.\n    rows: [2/dict/incr]\n    cases:\n      - with:\n          make: { one: { call: a } }\n          steps:\n${each.map((step) => `            - ${step}\n`).join('')}`;
  t.deepEqual(placesIn(steps('[$one, incr]', '{ get: length, returns: 1 }', '{ on: $one, call: [incr, a] }')), []);
  t.deepEqual(placesIn(steps('{ on: $one }', '{ call: a, get: b }', '{ calls: a }', '{ call: 1 }')), [
    '11:15 /requirements/0/cases/0/with/steps/0',
    '12:15 /requirements/0/cases/0/with/steps/1',
    '13:17 /requirements/0/cases/0/with/steps/2/calls',
    '14:23 /requirements/0/cases/0/with/steps/3/call',
  ]);
  t.end();
});
