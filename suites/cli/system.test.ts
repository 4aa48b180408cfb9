import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'tape';
import { isTaken, shareOf } from '../../generators/build/testing/share.js';
import { startProcess } from '../targets/support/process.js';
import { temporaryParent } from '../targets/support/scratch.js';
import { folderFor, MAIN, shell, srvspec } from './testing/program.js';

const ONE = "run --only 'base64.exist'";

test('a resource that the system denies ends a run with one line and its status', async (t) => {
  const denied: readonly (readonly [string, NodeJS.ProcessEnv, number, RegExp])[] = [
    [
      `$S ${ONE}`,
      { TMPDIR: '/nowhere' },
      3,
      /^srvspec: no temporary folder can be made in \/nowhere .* set TMPDIR .*\n$/,
    ],
    [`$S ${ONE}`, { TMPDIR: '/dev/null' }, 3, /^srvspec: no temporary folder can be made in \/dev\/null .*\n$/],
    [`ulimit -n 80; $S ${ONE}`, {}, 3, /^srvspec: a run with --jobs 8 needs \d+ open files, and 80 are allowed.*\n$/],
    [`$S ${ONE} > /dev/full`, {}, 2, /^srvspec: standard output cannot be written: no space left on device.*\n$/],
    [
      `$S ${ONE} --report tap > /dev/full`,
      {},
      2,
      /^srvspec: the tap report cannot be written to standard output: ENOSPC.*\n$/,
    ],
    [
      `$S ${ONE} --report json=/dev/full --report tap=/dev/null | tail -2`,
      {},
      2,
      /^.*conforms .*\ntap report: \/dev\/null\nsrvspec: the json report cannot be written to \/dev\/full: ENOSPC.*\n$/,
    ],
    [
      `ulimit -f 1; $S ${ONE}`,
      {},
      3,
      /\nreference: undecided: (?:.*; )?cut short: temporary files cannot be written in .* \(EFBIG: file too large\); set TMPDIR .*\n$/,
    ],
  ];
  for (const [line, env, status, reported] of shareOf(denied, 'denied resources')) {
    const ended = await shell(line, env);
    t.equal(ended.status, status, line);
    t.match(ended.text, reported);
  }
});

/** Blocks of 1,024 bytes: enough for the module of a host with few probes, too few for one with hundreds. */
const SOME_ROOM = 56;

test('a disk that becomes full during a run costs only later observations', {
  skip: !isTaken('a full disk'),
}, async (t) => {
  const ended = await shell(`ulimit -f ${SOME_ROOM}; $S run --runs 5 --only '{buffer.**,base64.**,http-variables.**}'`);
  t.equal(ended.status, 3);
  t.match(
    ended.text,
    /\nreference: undecided: (?:.*; )?cut short: temporary files cannot be written in .* \(EFBIG: file too large\); set TMPDIR .*\n$/,
  );
  t.match(
    ended.text,
    /\n\? Undecided after \d+ observed cases; cut short: temporary files cannot be written in .*; \d+ inconclusive\n/,
  );
  t.match(ended.text, /\nNot observed, by cause\n {2}temporary files cannot be written in /);
});

test('an unwritable report is announced before the run; the others are written, and the summary is printed', async (t) => {
  const file = join(folderFor(t), 'x.tap');
  const ended = await shell(`$S ${ONE} --report json=/nowhere/x.json --report tap=${file} 2>&1`);
  t.equal(ended.status, 2);
  t.match(
    ended.text,
    /^srvspec: the json report cannot be written to \/nowhere\/x\.json: there is no folder \/nowhere\n/,
  );
  t.match(ended.text, /No violation in /);
  t.match(readFileSync(file, 'utf8'), /^TAP/);
});

for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const)
  test(`${signal} ends a run with its reports`, async (t) => {
    const file = join(folderFor(t), 'report.json');
    const args = ['run', '--only', 'base64.btoa.encodes/any', '--runs', '1000000', '--report', `json=${file}`];
    const running = await startProcess([process.execPath, MAIN, ...args], {});
    while (!readdirSync(temporaryParent()).some((name) => isOf(name, running.pid))) await setTimeout(20);
    process.kill(running.pid, signal);
    t.deepEqual(await running.exited, { kind: 'status', status: 130 });
    t.ok(existsSync(file), 'the report is there');
  });

/** The folder that a run creates before it knows its target has a file with its owner and a first folder. */
const AT_THE_START = 2;

/** Whether it is the temporary folder of a process that has started its target. */
function isOf(name: string, pid: number): boolean {
  const folder = join(temporaryParent(), name);
  const owner = join(folder, 'owner');
  if (!name.startsWith('srvspec-run-') || !existsSync(owner)) return false;
  return readFileSync(owner, 'utf8').split(' ')[2] === String(pid) && readdirSync(folder).length > AT_THE_START;
}

test('a run that is interrupted while a target starts prints that no report was written', async (t) => {
  const folder = folderFor(t);
  const runtime = join(folder, 'runtime');
  writeFileSync(runtime, 'kill -INT $PPID; exec sleep 600\n');
  const report = join(folder, 'report.json');
  const targets = ['--target', `cli:sh ${runtime}`, '--target', 'reference', '--report', `json=${report}`];
  const { status, stdout, stderr } = await srvspec('run', ...targets, '--only', 'base64.exist');
  t.deepEqual([status, stdout], [130, '']);
  t.notOk(/writing/.test(stderr), stderr);
  t.equal(
    stderr.match(/^.*: nothing was observed before the run was interrupted; no report on it was written$/gm)?.length,
    2,
  );
  t.deepEqual(readdirSync(folder), ['runtime'], 'and there is none');
});
