import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { readReport } from '../../reports/read.js';
import { REPORT_FORMATS } from '../../reports/writers/write.js';
import { OWN } from '../../spec/reading/former.js';
import { knownIds } from '../cases/generated/ids.js';
import { pageText } from './testing/page-commands.js';
import { folderFor, MAIN, srvspec } from './testing/program.js';

/** The example of the page. */
const [, EXAMPLE = ''] = /```yaml\n([\s\S]*?)```/.exec(pageText('suites/README.md')) ?? [];

/** A file of own cases with these requirements. */
function written(t: Test, requirements: string): string {
  const file = join(folderFor(t), 'mine.yaml');
  writeFileSync(file, `title: Mine\nrequirements:\n${requirements}`);
  return file;
}

const WRONG = `
  - id: own.largest
    rows: []
    says: The largest number is found.
    cases:
      - { law: support/steps/gives, with: { steps: [{ on: Math, call: [max, 1, 2], returns: 1 }] } }
`;

test('the example of the page has at most 20 lines, and its cases conform', async (t) => {
  t.ok(EXAMPLE.split('\n').length <= 21);
  const file = join(folderFor(t), 'links.yaml');
  writeFileSync(file, EXAMPLE);
  const listed = await srvspec('list', '--cases', file, '--only', OWN);
  const ids = [...listed.stdout.matchAll(/^ {2}(\S+)$/gm)].map(([, id = '']) => id);
  t.ok(ids.length > 1, listed.stdout);
  const { status, stdout } = await srvspec('run', '--cases', file, '--only', OWN, '--depth', 'quick', '--details');
  t.equal(status, 0);
  t.match(stdout, /Own cases: .*✓ +\d+/);
  t.ok(stdout.includes(`✓ ${ids.length} conforms`), stdout);
  const explained = await srvspec('explain', ids[0] ?? '', '--cases', file);
  t.ok(explained.stdout.includes(`srvspec replay ${ids[0]} --cases ${file}`), explained.stdout);
  t.equal((await srvspec('replay', ids[0] ?? '', '--cases', file)).status, 0);
  t.match((await srvspec('replay', ids[0] ?? '')).stderr, /there is no .*; --cases FILE names the file of own cases/);
});

test('own cases run beside those of the suite, and leave the coverage of the documents as it is', async (t) => {
  const file = written(t, WRONG);
  const reportOf = async (only: string, ...words: readonly string[]) => {
    const path = join(folderFor(t), 'report.json');
    await srvspec('run', '--only', only, '--report', `json=${path}`, ...words);
    return readReport(path);
  };
  const suite = await reportOf('base64.exist');
  const { coverage, totals, requirements } = await reportOf('{own,base64.exist}', '--cases', file);
  t.deepEqual([coverage, totals.conforms, totals.violates], [suite.coverage, suite.totals.conforms, 1]);
  const [mine] = requirements.filter(({ object }) => object === OWN);
  t.deepEqual([mine?.title, mine?.verdict], ['Own cases: Mine', 'violates']);
  t.equal(mine?.cases[0]?.replay, `srvspec replay own.largest --cases ${file} --target reference`);
});

test('every format of reports has own cases', async (t) => {
  const file = written(t, WRONG);
  const folder = folderFor(t);
  const formats = REPORT_FORMATS.filter((format) => format !== 'badge');
  const reports = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
  t.equal((await srvspec('run', '--cases', file, '--only', OWN, ...reports)).status, 1);
  for (const format of formats.filter((one) => one !== 'html'))
    t.ok(readFileSync(join(folder, format), 'utf8').includes('own.largest'), format);
});

test('a failure of an own case is known, merged and written as a reproducer like any other', async (t) => {
  const folder = folderFor(t);
  const file = written(t, WRONG);
  const [runtime, known, fault] = ['runtime.sh', 'known.yaml', 'fault'].map((name) => join(folder, name));
  if (runtime === undefined || known === undefined || fault === undefined) throw new Error('three paths');
  const run = ['run', '--cases', file, '--only', OWN];
  const report = join(folder, 'report.json');
  await srvspec(...run, '--report', `json=${report}`);
  t.equal((await srvspec('baseline', '--from', report, '--output', known)).status, 0);
  t.equal((await srvspec(...run, '--deviations', known)).status, 0);

  const shard = join(folder, 'shard.json');
  await srvspec(...run, '--shard', '1/1', '--report', `json=${shard}`);
  t.equal((await srvspec('merge', shard, '--cases', file)).status, 1);
  t.match((await srvspec('merge', shard)).stderr, /own/);

  writeFileSync(file, readFileSync(file, 'utf8').replace('returns: 1', 'returns: 2'));
  writeFileSync(runtime, runtimeIn(folder));
  chmodSync(runtime, 0o755);
  const target = ['--cases', file, '--target', `cli:${runtime}`, '--bind', 'srv=srv,rt=rt'];
  const { status, stderr } = await srvspec('replay', 'own.largest', ...target, '--write', fault);
  t.equal(status, 0, stderr);
  t.ok(existsSync(join(fault, 'run.sh')));
  t.match(readFileSync(join(fault, 'README.md'), 'utf8'), /found\. \(own case\)/);
});

/** The reference with a wrong method, which writes a file to the folder. */
const runtimeIn = (folder: string): string => `#!/bin/sh
{ echo "Math.max = () => 'wrong';"; cat "$1"; } > "${folder}/whole-$$.js"
exec '${process.execPath}' '${MAIN}' exec "${folder}/whole-$$.js"
`;

const requirement = (id: string, cases: string, more = ''): string =>
  `  - { id: ${id}, rows: [], says: It works.${more}, cases: [${cases}] }\n`;

const row = (steps: string): string => `{ law: support/steps/gives, with: { steps: ${steps} } }`;

const BAD: readonly (readonly [requirements: string, complaint: RegExp])[] = [
  ['  - { id: own.x, says: It works. }\n', /mine\.yaml:3:\d+ \/requirements\/0: found no key "rows"/],
  [
    requirement('base64.exist', row('[{ value: 1, returns: 1 }]')),
    /:3:\d+ .*found the id base64\.exist; expected an id/,
  ],
  [requirement('own', row('[{ value: 1, returns: 1 }]')), /found the id own; expected an id such as own\.urls\.decode/],
  [requirement('own.x', row('[{ value: 1, returns: 1 }]')).repeat(2), /:4:\d+ .*found a second own\.x/],
  [requirement('own.x', ''), /found no cases; expected at least one case/],
  [
    requirement('own.x', row('[{ value: 1, returns: 1 }]'), ', members: [atob]'),
    /found members; expected cases with steps/,
  ],
  [requirement('own.x', '{ law: calls }'), /found the law calls; expected one of support\/steps\/gives, /],
  [requirement('own.x', '{ law: support/steps/gives }'), /found data without steps; expected `steps`/],
  [
    requirement('own.x', row('[{ cal: [a] }]')),
    /\/steps\/0\/cal: found the key "cal"; expected only the keys on, call, /,
  ],
  [requirement('own.x', row('[{ on: $name, get: a, returns: 1 }]')), /found steps name \$name, which is not a subject/],
  [requirement('own.x', row('[{ value: 1 }]')), /found no expectation; expected `returns` or `throws`/],
  [requirement('own.x', row('[{ value: 1, returns: { $matches: "(" } }]')), /found Invalid regular expression/],
  [requirement('own.x', `{ name: a b, ${row('[{ value: 1, returns: 1 }]').slice(2)}`), /found the case id own\.x\/a b/],
  [
    requirement('own.x', row('[{ value: 1, returns: 1 }]')).replace('[]', '[3/none]'),
    /found row 3\/none, which no document/,
  ],
];

test('a complaint about own cases names file, line, what was expected and what to do', async (t) => {
  for (const [requirements, complaint] of BAD) {
    const { status, stderr } = await srvspec('run', '--cases', written(t, requirements));
    t.equal(status, 2);
    t.match(stderr, complaint);
  }
  const other = written(t, WRONG);
  writeFileSync(other, readFileSync(other, 'utf8').replace('title: Mine', 'title: Mine\nsubject: server'));
  t.match(
    (await srvspec('run', '--cases', other)).stderr,
    /:2:10 \/subject: found subject server; expected the subject runtime/,
  );
  t.match(
    (await srvspec('run', '--cases', `${other}.none`)).stderr,
    /the cases file .* cannot be read: it does not exist/,
  );
});

test('no id of the suite can be that of an own case', (t) => {
  const ids = [...knownIds.requirements, ...knownIds.cases, ...Object.keys(knownIds.formerly)];
  t.deepEqual(
    ids.filter((id) => id.startsWith(`${OWN}.`)),
    [],
  );
  t.end();
});
