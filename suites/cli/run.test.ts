import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import type { RunReport } from '../../reports/model.js';
import { schemaComplaints } from '../../reports/testing/schema.js';
import { timeless } from '../../reports/testing/timeless.js';
import { startBlindServer } from '../targets/broken/blind-servers.js';
import { folderFor, shell, srvspec, srvspecWith } from './testing/program.js';

test('a target that cannot be run ends with status 3, unless it may be missing', async (t) => {
  const only = ['--only', 'base64.exist'];
  t.equal((await srvspec('run', '--target', 'nginx:/nowhere/nginx', ...only)).status, 3);
  t.equal((await srvspec('run', '--target', 'cli:/nowhere/runtime', ...only)).status, 3);
  const absent = ['nginx:/nowhere/nginx', 'adapter:/nowhere/adapter'].flatMap((name) => ['--target', name]);
  const missing = [...absent, '--skip-missing', ...only];
  const { status, stderr } = await srvspec('run', ...missing, '--target', 'reference');
  t.equal(status, 0);
  t.match(stderr, /adapter:\/nowhere\/adapter is left out: .*\nnginx:\/nowhere\/nginx is left out: /);
  const none = await srvspec('run', ...missing);
  t.equal(none.status, 3, 'a run of nothing is not green');
  t.match(none.stderr, /left out: .*\nsrvspec: no target is there, so nothing was run\n$/);
});

test('a run without observations is not green, and reports what was missing', async (t) => {
  const server = await startBlindServer(() => ({ status: 200, body: '[]' }));
  t.teardown(server.stop);
  const env = { ...process.env, SRVSPEC_CLIENT_ID: 'cid_nothing', SRVSPEC_API_KEY: 'a-key-of-nobody' };
  const writes = ['--only', 'api-apps.listed', '--target', `api:${server.url}`];
  const { status, stdout, stderr } = await srvspecWith(env, 'run', ...writes);
  t.equal(status, 3);
  t.match(stdout, /\n\? Undecided after 0 observed cases; nothing was observed; \d+ inconclusive\n/);
  t.match(
    stderr,
    /nothing was observed; \d+ cases?: not observable here: it creates records, which needs --allow-writes/,
  );
});

test('the same seed gives the same report at any --jobs, and all parts together are the whole', {
  skip: !isTaken('the same seed'),
}, async (t) => {
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
  t.ok(kept.length > 0 && kept.length === totals.recorded, 'open cases are recorded');
  t.ok(
    kept.every(({ observed = '' }) => observed !== ''),
    'with the observation',
  );
  const ids = (text: string): string[] =>
    (JSON.parse(text) as RunReport).requirements.flatMap(({ cases }) => cases.map(({ id }) => id));
  const parts: string[] = [];
  for (const shard of ['1/2', '2/2'])
    parts.push(
      ...ids((await srvspec('run', '--only', 'base64', '--runs', '1', '--shard', shard, '--report', 'json=-')).stdout),
    );
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

test('replay shows the one input at a path, and ends with the status of the case', async (t) => {
  const { status, stdout } = await srvspec('replay', 'base64.btoa.encodes/any', '--seed', '1', '--path', '3');
  t.equal(status, 0);
  t.match(stdout, /^input +.*\nexpected +it: .*\nobserved +returns /);
});

test('list and explain show requirements, cases and rows', async (t) => {
  t.match((await srvspec('list', '--only', 'base64')).stdout, /base64\.atob\.decodes\/foobar/);
  const { stdout } = await srvspec('explain', 'base64.btoa.beyond-bytes');
  t.match(stdout, /row 3\/timers-and-base64-functions\/btoa \(document 3, line \d+\)/);
  t.match(stdout, /ruling base64\.invalid-input/);
});

const ONE = "run --only 'base64.exist'";

test('a glob that takes too long is refused', async (t) => {
  const globs = ['{a,b}'.repeat(5000), 'a'.repeat(70_000), '+('.repeat(20_000)];
  for (const glob of globs) {
    const { status, stderr } = await srvspec('run', '--only', glob);
    t.equal(status, 2);
    t.match(
      stderr,
      /^srvspec: --only .{60}…: it is too long, or nested too deeply; name fewer cases, or a simpler glob\n$/,
    );
  }
  const { status, stdout } = await srvspec('list', '--only', `{${'base64.exist/atob/kind,'.repeat(1000)}base64.exist}`);
  t.equal(status, 0, 'thousands of names are read');
  t.match(stdout, /^base64\.exist/);
});

test('an endpoint whose answers are nested beyond any stack is judged', async (t) => {
  const text = `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const server = await startBlindServer(() => ({ status: 200, body: text }));
  t.teardown(server.stop);
  const env = { ...process.env, SRVSPEC_CLIENT_ID: 'cid_nested', SRVSPEC_API_KEY: 'a-key-of-nobody' };
  const only = 'api-authentication.list-servers';
  const { status, stdout, stderr } = await srvspecWith(env, 'run', '--only', only, '--target', `api:${server.url}`);
  t.equal(status, 3, 'a service is not judged by unobservable behaviour');
  t.match(stdout, /\n {2}could not be observed: GET \/servers: the body is not JSON: \d+ cases of 1 requirement\n/);
  t.notOk(/law failed|RangeError/.test(stdout + stderr), 'no law fails');
});

test('for a runtime without the globals the report says what to define, and it is not taken for njs', async (t) => {
  const node = await shell(`$S ${ONE} --target 'cli:${process.execPath}'`);
  t.equal(node.status, 3);
  t.match(node.text, /has no global njs with version: .* --bind rt=NAME, or pass --runtime-version VERSION\n$/);
  const stated = await shell(`$S ${ONE} --target 'cli:${process.execPath}' --runtime-version 0.9.9`);
  t.equal(stated.status, 0, 'a version that is stated needs no global');
  t.match(stated.text, /runtime 0\.9\.9, engine unknown/);
  const shim = join(folderFor(t), 'shim.cjs');
  writeFileSync(shim, 'globalThis.njs = {};\n');
  const without = await shell(`$S ${ONE} --target 'cli:${process.execPath} --require ${shim}'`);
  t.equal(without.status, 3);
  t.match(without.text, /has a global njs whose version is no text such as "0\.9\.9": define it/);
  writeFileSync(shim, "globalThis.njs = { version: '0.9.9' };\n");
  const only = "--only 'text-encoder.encode-into.portions-of-pairs'";
  const { status, text } = await shell(`$S run ${only} --target 'cli:${process.execPath} --require ${shim}'`);
  t.equal(status, 0, 'a deviation of njs that does not happen is not expected of it');
  t.match(text, /No violation/);
  t.match(text, /no deviations are recorded for this runtime: every violation counts; --deviations FILE names known/);
});

test('rows and cases are explained like requirements', async (t) => {
  const row = (await srvspec('explain', '3/timers-and-base64-functions/btoa')).stdout;
  t.match(row, /^3\/timers-and-base64-functions\/btoa\n {2}document 3, section .*, line \d+\n {2}requirement base64\./);
  const one = (await srvspec('explain', 'base64.atob.decodes/foobar')).stdout;
  t.match(
    one,
    /^base64\.atob\.decodes\/foobar\n.*one input: .*Zm9vYmFy.*\n {2}expected: it: \[anything, returns true\]\n/,
  );
  t.match(one, /\nbase64\.atob\.decodes\n/, 'with its object');
  t.notOk(/^ +needs *$/m.test(one), 'a case without needs does not mention them');
  const drawn = (await srvspec('explain', 'buffer-search.last-index-of.empty/empty-anywhere')).stdout;
  t.match(drawn, /deviation of njs \(.*empty-anywhere/, 'a deviation that depends on drawn inputs');
  const large = (await srvspec('explain', 'shared-dict-room.too-large/set-key')).stdout;
  t.ok(large.length < 10_000, `${large.length} characters of a case with a large input`);
  const keyed = (await srvspec('explain', 'global-crypto-vectors.hmac/standard')).stdout;
  t.match(keyed, /one input: .*"rfc7515 A\.1"/, 'vectors are named');
  t.notOk(keyed.includes('AyM1SysPpbyDfgZld3umj1qz'), 'keys are not shown');
});

test('recorded observations do not depend on chance', { skip: !isTaken('the recorded observations') }, async (t) => {
  const texts: string[] = [];
  for (const _ of [1, 2])
    texts.push(
      timeless((await srvspec('run', '--only', 'http-variables', '--runs', '5', '--report', 'json=-')).stdout),
    );
  t.equal(texts[0], texts[1]);
});
