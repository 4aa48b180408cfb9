import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { EXIT } from '../../../spec/reading/user-error.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import { recordedDeviations } from '../../executor/deviations/files.js';
import { identify } from '../../executor/identify.js';
import { mergeSetups } from '../../executor/merging.js';
import { SetupRefused, TargetUnavailable } from '../../executor/target.js';
import { http } from '../../language/setup.js';
import { launch, nginxTarget } from './nginx.js';

const SETUP = { host: mergeSetups([]), probes: [] };
const HANGS = 'exec sleep 600';
const ANSWERS = "echo 'nginx version: nginx/1.22.1\nconfigure arguments: --add-module=/njs/nginx' >&2; exit 0";

/** How a start with a program of these lines of shell ends. */
async function startOf(t: Test, lines: readonly string[], startMs = 3000): Promise<unknown> {
  const folder = folderFor(t);
  const binary = join(folder, 'nginx');
  writeFileSync(binary, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(binary, 0o755);
  const { runtime } = nginxTarget({ binary, startMs }).drivers;
  return runtime.start(SETUP).catch((error: unknown) => error);
}

test('a host that does not report its build is reported in one line', async (t) => {
  const error = await startOf(t, [HANGS], 300);
  t.ok(error instanceof TargetUnavailable && error.exitStatus === EXIT.unavailable);
  t.match(String(error), /^[^\n]*nginx -V: still running after 300 ms$/);
});

test('a host that neither listens nor ends is reported in one line', async (t) => {
  const error = await startOf(t, [`case "$1" in -V) ${ANSWERS};; esac`, HANGS], 1500);
  t.ok(error instanceof TargetUnavailable && error.exitStatus === EXIT.unavailable);
  t.match(String(error), /^[^\n]*nginx did not start: after 1500 ms it neither listened nor had it ended$/);
});

test('a host that starts too slowly once is started a second time', async (t) => {
  const program = `exec ${process.execPath} ${join(PACKAGE_ROOT, 'dist/reference/programs/nginx-main.js')} "$@"`;
  const first = `case "$1" in -V) ;; *) [ -e "$0.begun" ] || { touch "$0.begun"; ${HANGS}; } ;; esac`;
  const session = await startOf(t, [first, program], 8000);
  t.ok(session instanceof Object && 'stop' in session, String(session));
  if (session instanceof Object && 'stop' in session && typeof session.stop === 'function') await session.stop();
});

test('a host that ends at once is reported with its output', async (t) => {
  const error = await startOf(t, [`case "$1" in -V) ${ANSWERS};; esac`, 'echo no luck >&2; exit 1']);
  t.match(String(error), /nginx did not start: no luck$/);
});

test('a replacement of nginx is driven like nginx', async (t) => {
  const { runtime } = nginxTarget({ binary: join(PACKAGE_ROOT, 'dist/reference/programs/nginx-main.js') }).drivers;
  const session = await runtime.start(SETUP);
  t.deepEqual(await session.evaluate([], 3000), []);
  await session.stop();
  const host = mergeSetups([{ setup: [http({ name: 'nonsense', args: ['on'] })], scope: 'x' }]);
  const refused = await runtime.start({ ...SETUP, host }).catch((error: unknown) => error);
  t.ok(refused instanceof SetupRefused, String(refused));
  t.match(String(refused), /unknown directive "nonsense"/);
});

test('a replacement of nginx is no njs, whatever the names of its globals', async (t) => {
  const program = join(PACKAGE_ROOT, 'dist/reference/programs/nginx-main.js');
  const target = nginxTarget({ binary: `${process.execPath} ${program} --srv ngx --rt njs` });
  t.deepEqual(await identify(target, 3000), { runtimeVersion: '0.9.9', engine: 'njs' });
  const known = new DeviationList(target.kind, recordedDeviations(target.kind));
  const [id = ''] = recordedDeviations('nginx').flatMap(({ of }) => of);
  const old = { runtimeVersion: '0.7.9', engine: 'njs' } as const;
  t.equal(known.find(id, id, old), undefined);
  t.ok(known.find(id, id, { ...old, implementation: 'njs' }), `${id} is known of njs`);
});

test('a host that a signal ends is reported with the signal and its output, if any', async (t) => {
  const folder = folderFor(t);
  for (const [printed, reported] of [
    [':', 'the host was ended by SIGSEGV'],
    ['echo bad >&2', 'the host was ended by SIGSEGV: bad'],
  ] as const) {
    const pidFile = join(folder, `pid-${reported.length}`);
    const argv = ['sh', '-c', `${printed}; echo $$ > '${pidFile}'; exec sleep 600`];
    const { pid, exited } = await launch(argv, { pidFile, startMs: 30_000, env: process.env });
    process.kill(pid, 'SIGSEGV');
    t.equal(await exited, reported);
  }
});
