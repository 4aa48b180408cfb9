import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import type { CaseReport, RequirementReport, VerdictKind } from '../../../reports/model.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { UserError } from '../../../spec/reading/user-error.js';
import type { Version } from '../../../spec/types/requirement.js';
import { FileRefused } from '../strict-yaml.js';
import { type Deviation, DeviationList, TO_EXAMINE } from './deviations.js';
import { knownDeviations } from './files.js';
import { readDeviations } from './read.js';

const NEW = { runtimeVersion: '1.0.2', engine: 'qjs' } as const;
const OLD = { runtimeVersion: '0.7.9', engine: 'njs' } as const;

const deviation = (of: string, more: Partial<Deviation> = {}): Deviation => ({
  of: [of],
  reason: 'wrong',
  observed: 'what was observed',
  why: 'a reason',
  fault: 'host',
  ...more,
});

const caseReport = (id: string, verdict: VerdictKind): CaseReport => ({
  id,
  kind: 'example',
  verdict,
  reason: '',
  inputs: 1,
  durationMs: 0,
  replay: '',
});

const requirement = (id: string, cases: readonly CaseReport[]): RequirementReport => ({
  id,
  object: 'a',
  title: 'A',
  document: 3,
  says: '',
  strength: 'must',
  rows: [],
  verdict: 'conforms',
  cases,
});

test('find: by case or by requirement, within versions, engines and kinds of target', (t) => {
  const list = new DeviationList('nginx', [
    deviation('a.b/law/one', { why: 'of the case' }),
    deviation('a.b', { why: 'of the requirement', engines: ['qjs'] }),
    deviation('a.c', { until: '0.7.9' }),
    deviation('a.d', { kinds: ['cli'] }),
  ]);
  t.equal(list.find('a.b', 'a.b/law/one', NEW)?.why, 'of the case');
  t.equal(list.find('a.b', 'a.b/law/two', NEW)?.why, 'of the requirement');
  t.equal(list.find('a.b', 'a.b/law/two', OLD), undefined, 'another engine');
  t.ok(list.find('a.c', 'a.c/law', OLD));
  t.equal(list.find('a.c', 'a.c/law', NEW), undefined, 'mended since');
  t.equal(list.find('a.d', 'a.d/law', NEW), undefined, 'another kind of target');
  t.end();
});

test('stale: a listed deviation that did not happen is reported, one that did not apply is not', (t) => {
  const list = new DeviationList('nginx', [deviation('a.b'), deviation('a.c', { until: '0.7.9' })]);
  const requirements = [
    requirement('a.b', [
      caseReport('a.b/law/one', 'deviates'),
      caseReport('a.b/law/two', 'conforms'),
      caseReport('a.b/law/old', 'not-applicable'),
    ]),
    requirement('a.c', [caseReport('a.c/law', 'conforms')]),
  ];
  t.deepEqual(list.stale(NEW, requirements), [{ id: 'a.b/law/two', why: 'a reason' }]);
  t.end();
});

test('globs: each case that is matched deviates', (t) => {
  const list = new DeviationList('cli', [deviation('a.*/*/sync'), deviation('b.**')]);
  t.ok(list.find('a.c', 'a.c/one/sync', NEW));
  t.equal(list.find('a.c', 'a.c/one/promise', NEW), undefined);
  t.ok(list.find('b.c.d', 'b.c.d/law', NEW), 'whole requirements match, too');
  const cases = [caseReport('a.c/one/sync', 'conforms'), caseReport('a.c/one/promise', 'conforms')];
  t.deepEqual(list.stale(NEW, [requirement('a.c', cases)]), [{ id: 'a.c/one/sync', why: 'a reason' }]);
  t.end();
});

test('implementations: the deviations of one apply to no other', (t) => {
  const list = new DeviationList('cli', [deviation('a.b', { implementation: 'bun' })]);
  t.ok(list.find('a.b', 'a.b/law', { ...NEW, implementation: 'bun' }));
  t.equal(list.find('a.b', 'a.b/law', { ...NEW, implementation: 'njs' }), undefined);
  t.equal(list.find('a.b', 'a.b/law', NEW), undefined);
  const seen = new DeviationList('cli', [deviation('a.b', { release: 'bun 1.4.5' })]);
  const sound = [requirement('a.b', [caseReport('a.b/law', 'conforms')])];
  t.equal(seen.stale({ ...NEW, release: 'bun 1.4.5' }, sound).length, 1);
  t.equal(seen.stale({ ...NEW, release: 'bun 1.4.6' }, sound).length, 0, 'another release may show it or not');
  t.end();
});

test('versions: it happens on versions that showed it, never on those without it, and perhaps on those between', (t) => {
  const tried = { njs: ['0.7.9', '0.8.9', '1.0.2'], qjs: ['1.0.2'] } as const;
  const happens = (more: Partial<Deviation>, runtimeVersion: Version, engine: 'njs' | 'qjs' = 'njs'): string => {
    const list = new DeviationList('nginx', [deviation('a.b', { tried, ...more })]);
    const identity = { runtimeVersion, engine };
    if (list.find('a.b', 'a.b/law', identity) === undefined) return 'never';
    const conforming = [requirement('a.b', [caseReport('a.b/law', 'conforms')])];
    return list.stale(identity, conforming).length === 0 ? 'perhaps' : 'always';
  };
  const over = (more: Partial<Deviation>): string[] =>
    (['0.7.0', '0.7.9', '0.8.0', '0.8.9', '0.9.5', '1.0.2', '1.1.0'] as const).map((one) => happens(more, one));
  const [never, perhaps, always] = ['never', 'perhaps', 'always'];
  t.deepEqual(over({ until: '0.7.9' }), [perhaps, always, perhaps, never, never, never, never]);
  t.deepEqual(over({ since: '0.8.9', until: '0.8.9' }), [never, never, perhaps, always, perhaps, never, never]);
  t.deepEqual(over({ since: '0.8.9' }), [never, never, perhaps, always, perhaps, always, always]);
  t.deepEqual(over({}), [perhaps, always, perhaps, always, perhaps, always, always]);
  t.equal(
    happens({ since: '1.0.2', engines: ['qjs'] }, '0.8.9', 'qjs'),
    perhaps,
    'the version was tried with the other engine',
  );
  t.equal(happens({ of: ['a.c'], drawn: ['a.b/law'] }, '1.0.2'), perhaps, 'drawn inputs show it or not');
  t.end();
});

test('readDeviations: complaints about a file have its line', (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'x.yaml');
  writeFileSync(
    file,
    'deviations:\n  - { of: [a.b], reason: odd, observed: what was seen, why: because it is so, fault: host }\n',
  );
  t.throws(
    () => readDeviations([file]),
    /x\.yaml:2:\d+ \/deviations\/0\/reason: found "odd"; expected one of .*"crash".*; write one of these$/,
  );
  t.throws(() => readDeviations([join(folder, 'missing.yaml')]), FileRefused);
  const tried = 'tried: { njs: [0.7.9, 1.0.2], qjs: [1.0.2] }\ndeviations:\n';
  const seen = (bounds: string): string => `${tried}- ${ENTRY.replace('reason', `${bounds}, reason`)}\n`;
  writeFileSync(file, seen('since: 0.7.9, until: 0.7.10'));
  t.throws(
    () => readDeviations([file]),
    /x\.yaml:3:\d+ \/deviations\/0\/until: found 0\.7\.10, on which nothing was looked for; .* under tried$/,
  );
  writeFileSync(file, seen('since: 0.7.9, engines: [qjs]'));
  t.throws(
    () => readDeviations([file]),
    /\/deviations\/0\/since: found 0\.7\.9/,
    'it was tried only on the other engine',
  );
  writeFileSync(file, seen('since: 0.7.9, until: 1.0.2'));
  t.equal(readDeviations([file]).length, 1);
  t.equal(readDeviations([file], { requirements: ['a.b'], cases: [], formerly: {} }).length, 1);
  t.throws(
    () => readDeviations([file], { requirements: ['a.c'], cases: [], formerly: {} }),
    /x\.yaml:3:\d+ \/deviations\/0\/of\/0: found a\.b; expected the id of a requirement or a case; there is no /,
  );
  writeFileSync(file, `deviations:\n- ${ENTRY.replace('[a.b]', '["a.{b,c}/{x,y}"]')}\n`);
  const cases = ['a.b/x', 'a.b/y', 'a.c/x', 'a.c/y'];
  const list = new DeviationList('cli', readDeviations([file], { requirements: [], cases, formerly: {} }));
  const found = ['a.b/x', 'a.c/y/z', 'a.c', 'a.d/x'].map((id) => list.find('a', id, NEW) !== undefined);
  t.deepEqual(found, [true, true, false, false], 'braces list ids and their beginnings');
  t.throws(
    () => readDeviations([file], { requirements: [], cases: cases.slice(1), formerly: {} }),
    /found a\.\{b,c\}\/\{x,y\}; expected the id of a requirement or a case; no requirement or case matches a\.b\/x$/,
    'each of them must exist',
  );
  writeFileSync(file, 'deviations:\n- { of: [a.b], observed: what was seen, why: because it is so }\n');
  t.match(JSON.stringify(readDeviations([file])), /"reason":"wrong","fault":"host"/, 'defaults');
  writeFileSync(file, `deviations:\n- ${ENTRY.replace('[a.b]', '["a.*/x"]')}\n`);
  t.throws(
    () => readDeviations([file], { requirements: ['a.b'], cases: ['a.b/y'], formerly: {} }),
    /found a\.\*\/x; expected the id of a requirement or a case; no requirement or case matches a\.\*\/x$/,
  );
  t.end();
});

const ENTRY = '{ of: [a.b], reason: wrong, observed: what was seen, why: because it is so, fault: host }';
/** Lists of nine aliases of the list before, so that the last one has 9^8 values. */
const BOMB = [...'abcdefgh'].map((name, i, names) => `${name}: &${name} [${`*${names[i - 1]},`.repeat(9)}]`);

/** Files that take parsers minutes, the memory or the stack, and the complaint about each. */
const HOSTILE: readonly (readonly [string, string, RegExp])[] = [
  [
    'aliases of aliases',
    ['z: &z [1]', ...BOMB, 'deviations: *h'].join('\n').replace('*undefined', '*z'),
    /:1:1 .*aliases of aliases/,
  ],
  [
    'many aliases',
    `deviations:\n- &a ${ENTRY}\n${'- *a\n'.repeat(5_000)}`,
    /:103:\d+ .*at most 100; write the value out$/,
  ],
  [
    'a million',
    `deviations:\n${`- ${ENTRY}\n`.repeat(1_000_000)}`,
    /:1: a file of \d+ bytes; at most 1048576 are read/,
  ],
  [
    'many of another kind',
    `deviations:\n${'- a\n'.repeat(20_000)}`,
    /:2:\d+ \/deviations\/0: found "a"; expected object; /,
  ],
  [
    'many keys',
    Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join('\n'),
    /:1:\d+ \/: found no key "deviations"; /,
  ],
  ['a key twice', 'deviations: []\ndeviations: []\n', /:2:1 .*a repeated key of a map/],
  [
    'lists in lists, a line each',
    `deviations:\n${' [\n'.repeat(20_000)}`,
    /: found .*; flatten it$|:\d+:\d+ .*YAML 1\.2/,
  ],
  ['a long word', `deviations: ${'a'.repeat(50_000_000)}`, /:1: a file of 50000012 bytes/],
  ['a long line', `deviations:\n- ${'a'.repeat(1_000_000)}`, /:2: a line of 1000002 characters/],
  ['no YAML', 'deviations:\n  - {', /:2:\d+ .*YAML 1\.2/],
];

test('readDeviations: a file that would exhaust the reader is refused in one line, with its place', (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'x.yaml');
  for (const [what, text, reported] of HOSTILE) {
    writeFileSync(file, text);
    try {
      readDeviations([file]);
      t.fail(what);
    } catch (error) {
      t.ok(error instanceof UserError, what);
      const message = error instanceof Error ? error.message : '';
      t.ok(message.startsWith(`${file}:`) && !message.includes('\n'), message.slice(0, 200));
      t.match(message, reported);
    }
  }
  writeFileSync(file, `deviations:\n${`- ${ENTRY}\n`.repeat(500)}- &a ${ENTRY}\n- *a\n`);
  t.equal(readDeviations([file]).length, 502, 'hundreds are read, and an alias');
  t.end();
});

test('the recorded deviations are sound, and compiled unchanged', (t) => {
  const folder = join(PACKAGE_ROOT, 'suites/deviations');
  const read = readDeviations(readdirSync(folder).map((name) => join(folder, name)));
  const texts = (all: readonly Deviation[]): string[] => all.map((one) => JSON.stringify(one)).sort();
  t.ok(read.length > 0);
  const known = knownDeviations().map(({ implementation, ...one }) => one);
  t.deepEqual(texts(known), texts(read));
  t.deepEqual(
    read.filter(({ why }) => why === TO_EXAMINE),
    [],
    'each has a reason',
  );
  t.end();
});
