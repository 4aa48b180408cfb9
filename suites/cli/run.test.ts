import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import type { RunReport } from '../../reports/model.js';
import { schemaComplaints } from '../../reports/testing/schema.js';
import { startBlindServer } from '../targets/broken/blind-servers.js';
import { runProcess } from '../targets/support/process.js';

const MAIN = new URL('main.js', import.meta.url).pathname;

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const srvspec = (...args: readonly string[]): Promise<Ended> => srvspecWith(process.env, ...args);

async function srvspecWith(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  const { exit, stdout, stderr } = await runProcess([process.execPath, MAIN, ...args], {
    env,
    deadlineMs: 60_000,
    tailBytes: 1 << 24,
  });
  return { status: exit.kind === 'status' ? exit.status : -1, stdout: stdout.text(), stderr: stderr.text() };
}

function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('usage errors end with status 2 and say what was expected', async (t) => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['walk'], /no command walk/],
    [['run', '--pace', '3'], /--pace/],
    [['run', '--runs', 'many'], /--runs takes a whole number/],
    [['run', '--only', 'nothing.**'], /no case matches/],
    [['run', '--document', '4'], /--document takes 1, 2 or 3/],
    [['run', '--target', 'nginx', '--document', '1'], /no case of document 1 applies to this target/],
    [['run', '--target', 'client:x', '--document', '2'], /no case of document 2 applies/],
    [['run', '--target', 'client:'], /needs a command/],
    [['run', '--target', 'api:ftp://x/v1'], /api:URL/],
    [['run', '--shard', '3/2'], /--shard takes I\/N/],
    [['run', '--target', 'moon'], /no target moon/],
    [['run', '--target', 'cli:'], /needs a command/],
    [['run', '--report', 'pdf=x'], /pdf/],
    [['run', '--bind', 'srv=a b'], /--bind takes/],
    [['run', '--runtime-version', '0.8'], /--runtime-version: a runtime version has the form 0\.8\.4, not 0\.8/],
    [
      ['run', '--runtime-version', '9.9.9'],
      /--runtime-version: the documents know runtimes up to 0\.9\.9, not 9\.9\.9/,
    ],
    [['replay'], /takes the id of a case/],
    [['explain', 'nothing'], /no requirement or case nothing/],
    [['replay', 'base64.btoa.encodes/encodesAny'], /called base64\.btoa\.encodes\/any now/],
  ];
  for (const [args, complaint] of wrong) {
    const { status, stderr } = await srvspec(...args);
    t.equal(status, 2, args.join(' '));
    t.match(stderr, complaint);
    t.notOk(/\n\s+at /.test(stderr), 'no stack');
  }
});

test('a target that cannot be run ends with status 3, unless it may be missing', async (t) => {
  const only = ['--only', 'base64.exist'];
  t.equal((await srvspec('run', '--target', 'nginx:/nowhere/nginx', ...only)).status, 3);
  t.equal((await srvspec('run', '--target', 'cli:/nowhere/runtime', ...only)).status, 3);
  const { status, stderr } = await srvspec('run', '--target', 'nginx:/nowhere/nginx', '--skip-missing', ...only);
  t.equal(status, 0);
  t.match(stderr, /left out/);
});

test('a run in which nothing was observed is not green, and says what was missing', async (t) => {
  const server = await startBlindServer(() => ({ status: 200, body: '[]' }));
  t.teardown(server.stop);
  const env = { ...process.env, SRVSPEC_CLIENT_ID: 'cid_nothing', SRVSPEC_API_KEY: 'a-key-of-nobody' };
  const writes = ['--only', 'api-apps.listed', '--target', `api:${server.url}`];
  const { status, stdout, stderr } = await srvspecWith(env, 'run', ...writes);
  t.equal(status, 3);
  t.match(stdout, /\nNothing was observed in \d+ cases?\n/);
  t.match(
    stderr,
    /nothing was observed; \d+ cases?: not observable here: it creates records, which needs --allow-writes/,
  );
});

/** A report without what differs from run to run: how long things took. */
const timeless = (text: string): string => text.replace(/"durationMs": ?[\d.]+/g, '"durationMs":0');

test('the same seed gives the same report at any --jobs, and all parts together are the whole', async (t) => {
  const folder = folderFor(t);
  const texts: string[] = [];
  for (const jobs of ['1', '8']) {
    const file = join(folder, `${jobs}.json`);
    const { status } = await srvspec(
      'run',
      '--only',
      'base64',
      '--seed',
      '3',
      '--runs',
      '20',
      '--jobs',
      jobs,
      '--report',
      `json=${file}`,
    );
    t.equal(status, 0);
    texts.push(timeless(readFileSync(file, 'utf8')));
    t.deepEqual(schemaComplaints(readFileSync(file, 'utf8')), [], 'the published schema accepts it');
  }
  t.equal(texts[0], texts[1]);
  const { totals, requirements }: RunReport = JSON.parse(texts[0] ?? '');
  const kept = requirements.flatMap(({ cases }) => cases).filter(({ verdict }) => verdict === 'recorded');
  t.ok(kept.length > 0 && kept.length === totals.recorded, 'what is left open is recorded');
  t.ok(
    kept.every(({ observed = '' }) => observed !== ''),
    'with what was observed',
  );
  const ids = (text: string): string[] =>
    (JSON.parse(text) as RunReport).requirements.flatMap(({ cases }) => cases.map(({ id }) => id));
  const parts: string[] = [];
  for (const shard of ['1/2', '2/2'])
    parts.push(...ids((await srvspec('run', '--only', 'base64', '--shard', shard, '--report', 'json=-')).stdout));
  t.deepEqual(parts.sort(), ids(texts[0] ?? '').sort());
});

test('an older reference is judged as such, and replayed', async (t) => {
  const file = join(folderFor(t), 'report.json');
  const only = ['--only', 'shared-dict.operations.ttl'];
  const { status } = await srvspec('run', '--runtime-version', '0.8.4', ...only, '--report', `json=${file}`);
  t.equal(status, 0);
  const report: RunReport = JSON.parse(readFileSync(file, 'utf8'));
  t.equal(report.target.runtimeVersion, '0.8.4');
  const [first] = report.requirements.flatMap(({ cases }) => cases);
  t.match(first?.replay ?? '', / --target reference --runtime-version 0\.8\.4( |$)/);
});

test('replay shows the one input at a path, and ends as the case would', async (t) => {
  const { status, stdout } = await srvspec('replay', 'base64.btoa.encodes/any', '--seed', '1', '--path', '3');
  t.equal(status, 0);
  t.match(stdout, /^input .*\nexpected {2}returns .*\nobserved {2}returns /);
});

test('list and explain show what there is', async (t) => {
  t.match((await srvspec('list', '--only', 'base64')).stdout, /base64\.atob\.decodes\/foobar/);
  const { stdout } = await srvspec('explain', 'base64.btoa.beyond-bytes');
  t.match(stdout, /row 3\/timers-and-base64-functions\/btoa \(document 3, line \d+\)/);
  t.match(stdout, /ruling base64\.invalid-input/);
});
