/** What users see at a terminal and in the log of a CI. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import test, { type Test } from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import type { RunReport } from '../../reports/model.js';
import { folderFor, MAIN, OUTSIDE_CI, type ProgramResult, srvspecWith } from './testing/program.js';

const ONE = ['run', '--only', 'base64.exist'];

/** Colours as outputs have them by default. */
const UNCOLOURED = { ...OUTSIDE_CI, NO_COLOR: '', FORCE_COLOR: '' };

/** The runs are remembered in a folder of the test. */
const srvspec = (t: Test, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ProgramResult> =>
  srvspecWith({ ...UNCOLOURED, XDG_CACHE_HOME: folderFor(t), ...env }, ...args);

/** A runtime whose atob returns its argument. */
function brokenRuntime(t: Test): string {
  const shim = join(folderFor(t), 'shim.cjs');
  writeFileSync(shim, 'globalThis.njs = { version: "0.9.9" }; globalThis.atob = (text) => text;\n');
  return `cli:${process.execPath} --require ${shim}`;
}

/** A runtime with only `console` and its own global, and a file with a line for each start. */
function bareRuntime(t: Test): { readonly target: string; readonly starts: () => number } {
  const folder = folderFor(t);
  const [program, log] = [join(folder, 'bare.mjs'), join(folder, 'starts')];
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs';
    import { createContext, runInContext } from 'node:vm';
    appendFileSync(${JSON.stringify(log)}, '.');
    const context = createContext({ __proto__: null, console, njs: { version: '0.9.9' } });
    runInContext(readFileSync(process.argv[2], 'utf8'), context);\n`,
  );
  return { target: `cli:${process.execPath} ${program}`, starts: () => readFileSync(log).length };
}

test('a runtime without most globals: each missing one is named once, before anything is confirmed', {
  skip: !isTaken('a bare runtime'),
}, async (t) => {
  const { target, starts } = bareRuntime(t);
  const file = join(folderFor(t), 'report.json');
  const only = ['--only', '{buffer,timers,modules,querystring,text-decoder}.**'];
  const { status, stdout } = await srvspec(t, ['run', '--target', target, ...only, '--report', `json=${file}`]);
  t.equal(status, 1);
  for (const name of ['Buffer', 'setTimeout', 'TextDecoder'])
    t.match(
      stdout,
      new RegExp(`✗ wrong: ${name} is missing: \\d[\\d,]* cases of \\d+ requirements, \\d[\\d,]* not observed`),
    );
  t.ok(stdout.split('\n').length <= 32, stdout);
  const { requirements }: RunReport = JSON.parse(readFileSync(file, 'utf8'));
  const cases = requirements.flatMap((one) => one.cases);
  const lost = cases.filter(({ missing }) => missing === true);
  t.ok(lost.length > 1000, `${lost.length} cases are lost`);
  const wrong = cases.filter(({ verdict }) => verdict === 'violates');
  t.ok(wrong.length <= 20, `${wrong.length} violations: ${wrong.map(({ id }) => id).join(', ')}`);
  // Once each case has been tried there is nothing to shrink, and only failures are confirmed.
  t.ok(starts() < cases.length / 6, `${starts()} starts for ${cases.length} cases`);
});

test('--fail-fast: the report says why it was cut short, and no other target is run', async (t) => {
  const file = join(folderFor(t), 'report.json');
  const targets = ['--target', brokenRuntime(t), '--target', 'reference'];
  const only = ['--only', 'base64.atob.decodes/{f,fo,foo}'];
  const { status, stdout, stderr } = await srvspec(t, [
    ...['run', ...targets, ...only],
    ...['--fail-fast', '--require-observed', '100%'],
    '--report',
    `json=${file}`,
  ]);
  t.equal(status, 1);
  t.match(
    stdout,
    /\n✗ 1 violation in 1 observed case; (?:2 seen wrong, not confirmed; )?cut short: the run ended at its first violation; 2 inconclusive\n/,
  );
  t.match(
    stderr,
    /^reference: nothing was observed before the run ended at its first violation; no report on it was written$/m,
  );
  const written = /^json report: (.*)$/m.exec(stdout)?.[1] ?? '';
  const report: RunReport = JSON.parse(readFileSync(written, 'utf8'));
  t.equal(report.cutShort, 'the run ended at its first violation');
});

test('--require-observed: a run that observed too little ends with status 3, and reports how much was missing', async (t) => {
  const short = await srvspec(t, [...ONE, '--require-observed', '400']);
  t.deepEqual(
    [short.status, short.stderr],
    [3, 'reference: undecided: 6 of 6 cases that apply were observed, 400 must be\n'],
  );
  const enough = await srvspec(t, [...ONE, '--require-observed', '100%']);
  t.deepEqual([enough.status, enough.stderr], [0, '']);
});

test('--quiet: only the outcome', async (t) => {
  const file = join(folderFor(t), 'report.tap');
  const { status, stdout, stderr } = await srvspec(t, [...ONE, '--quiet', '--report', `tap=${file}`]);
  t.equal(status, 0);
  t.equal(stdout, '✓ No violation in 6 observed cases\n✓ 6 conforms  as the documents say\n');
  t.equal(stderr, '');
  t.match(readFileSync(file, 'utf8'), /^TAP/);
});

test('if a report goes to standard output, the paths of others do not', async (t) => {
  const file = join(folderFor(t), 'report.tap');
  const { stdout, stderr } = await srvspec(t, [...ONE, '--report', 'json', '--report', `tap=${file}`]);
  t.equal(stderr, `tap report: ${file}\n`);
  t.doesNotThrow(() => JSON.parse(stdout));
});

test('colours are forced and forbidden by the environment', async (t) => {
  t.notOk((await srvspec(t, ONE)).stdout.includes('\u001b'), 'none in a pipe');
  t.ok((await srvspec(t, ONE, { FORCE_COLOR: '1' })).stdout.includes('\u001b[32m'));
});

/** The output of a command on a terminal with so many columns, and its status; `undefined` if no terminal can be made. */
function onTerminal(t: Test, columns: number, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = `stty cols ${columns} rows 40; '${process.execPath}' '${MAIN}' ${args.map((arg) => `'${arg}'`).join(' ')}`;
  const { stdout, status, error } = spawnSync('script', ['-qec', command, '/dev/null'], {
    env: { ...UNCOLOURED, TERM: 'xterm', XDG_CACHE_HOME: folderFor(t), ...env },
    encoding: 'utf8',
    input: '',
  });
  return error === undefined ? { shown: stdout, status } : undefined;
}

/** The options of `script` of util-linux. */
const skip = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
  ? false
  : 'no terminal can be made here: script of util-linux is missing';

test('a terminal has colours, its width, and progress on a line that is wiped', {
  skip: skip || !isTaken('a terminal'),
}, (t) => {
  const target = brokenRuntime(t);
  const only = 'base64.atob.decodes/{f,fo,foo}';
  for (const columns of [68, 110]) {
    const seen = onTerminal(t, columns, ['run', '--target', target, '--only', only]);
    t.equal(seen?.status, 1);
    const shown = seen?.shown ?? '';
    t.ok(shown.includes('\u001b[31m✗ 3 violations in 3 observed cases'), 'colours');
    t.ok(shown.includes(': 0 of 3 cases\r\u001b[K'), 'progress, wiped');
    const lines = stripVTControlCharacters(shown.slice(shown.indexOf('\u001b[K'))).split(/\r?\n/);
    const wide = lines.filter((line) => line.length > columns && !/replay|^cli:/.test(line));
    t.deepEqual(wide, [], `${columns} columns`);
    t.ok(
      lines.some((line) => line.length > columns - 12),
      'the width is used',
    );
  }
  const plain = onTerminal(t, 80, ONE, { NO_COLOR: '1' });
  t.notOk(plain?.shown.includes('\u001b[32m') ?? true, 'no colours with NO_COLOR');
  const help = onTerminal(t, 64, ['run', '--help']);
  t.deepEqual(
    (help?.shown ?? 'x'.repeat(65)).split(/\r?\n/).filter((line) => line.length > 64),
    [],
    'help fits, too',
  );
  t.end();
});
