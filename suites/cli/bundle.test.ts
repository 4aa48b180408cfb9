import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { shareOf } from '../../generators/build/testing/share.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { eachOf } from '../executor/each-of.js';
import { CERTIFICATES, KEY } from '../laws/2-host-objects/fetch/certificates.js';
import { LISTEN } from '../targets/endpoint/bundle.js';
import { launch } from '../targets/nginx/nginx.js';
import { freePorts } from '../targets/support/host/free-port.js';
import { listenOnLoopback } from '../targets/support/host/listen.js';
import { Spellings } from '../targets/support/secrets/spellings.js';
import { ConnectionLost, encodeRequest, WirePool } from '../wire/wire.js';
import { folderFor, type ProgramResult, srvspec } from './testing/program.js';

const PROGRAM = join(PACKAGE_ROOT, 'dist/reference/programs/nginx-main.js');

/** A bundle that our own executable serves, by the steps in its README. */
async function deployed(t: Test) {
  const folder = join(folderFor(t), 'bundle');
  const written = await srvspec('bundle', folder, '--bind', 'srv=srv,rt=rt');
  t.deepEqual([written.status, written.stderr], [0, '']);
  const [port = 0] = await freePorts(1);
  const configuration = join(folder, 'http.conf');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace(LISTEN, `listen 127.0.0.1:${port};`));
  const argv = [process.execPath, PROGRAM, '-p', folder, '-e', 'error.log', '-c', 'nginx.conf', '-g', 'daemon off;'];
  const host = await launch(argv, { pidFile: join(folder, 'srvspec.pid'), startMs: 30_000, env: process.env });
  t.teardown(() => host.stop());
  const run = (...words: readonly string[]) =>
    srvspec('run', '--target', `endpoint:http://127.0.0.1:${port}`, '--bundle', folder, ...words);
  return { folder, port, text, token: readFileSync(join(folder, 'token'), 'utf8').trim(), run };
}

/** Whether the host answers a request with this token at all. */
async function answers(pool: WirePool, target: string, token: string | undefined): Promise<boolean> {
  const headers: readonly (readonly [string, string])[] = [
    ['Host', 'a'],
    ...(token === undefined ? [] : [['X-Srvspec-Token', token] as const]),
  ];
  try {
    await pool.exchange(encodeRequest({ method: 'GET', target, headers }), { method: 'GET', deadlineMs: 10_000 });
    return true;
  } catch (error) {
    if (error instanceof ConnectionLost) return false;
    throw error;
  }
}

const ONLY =
  '{base64.atob.decodes,http-headers-in.raw,http-headers-in.value,http-arguments.read,http-arguments.logged}';

test('an endpoint is judged by its bundle', async (t) => {
  const { folder, port, text, token, run } = await deployed(t);
  const report = join(folderFor(t), 'report.json');
  const judged = await run('--only', ONLY, '--depth', 'standard', '--report', `json=${report}`);
  t.equal(judged.status, 0, judged.text);
  t.match(judged.stdout, /✓ No violation in \d+ observed cases/);
  t.match(judged.stdout, /not observable here: the target has no log that can be read/);

  const pool = new WirePool({ host: '127.0.0.1', port }, 16);
  t.teardown(() => pool.close());
  t.ok(await answers(pool, '/srvspec/version', token), 'the token opens it');
  const locations = [...text.matchAll(/^ +location (?:[=~]\*? )?"?(\/[^\s"{]*)/gm)].map(([, path = '']) => path);
  t.ok(locations.length > 3000, `${locations.length} locations`);
  const swapped = token.replace(/[A-Za-z]/g, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase()));
  const wrong = [undefined, '', swapped, token.slice(1), `${token}0`];
  const open = await eachOf([...shareOf(locations, 'locations').entries()], 16, async ([i, path]) =>
    (await answers(pool, path, wrong[i % wrong.length])) ? [path] : [],
  );
  t.deepEqual(open.flat(), [], 'no location answers without the token');
  for (const one of wrong) t.notOk(await answers(pool, '/srvspec/evaluate', one), `/srvspec/evaluate with ${one}`);

  const secret = new Spellings<string>();
  secret.add('token', token);
  for (const shown of [judged.stdout, judged.stderr, readFileSync(report, 'utf8')])
    t.notOk(secret.isAnyIn(shown), 'the token is not shown');

  await refusesOthers(t, folder, run);
});

/** The deployed bundle must be that of this program and that of the folder. */
async function refusesOthers(t: Test, folder: string, run: (...words: string[]) => Promise<ProgramResult>) {
  const refused = async (name: string, content: string, complaint: RegExp): Promise<void> => {
    writeFileSync(join(folder, name), content);
    const { status, stderr } = await run('--only', 'base64.exist');
    t.equal(status, 3);
    t.match(stderr, complaint);
  };
  const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
  const changed = manifest.replace(/"version": "\w+"/, '"version": "0123456789abcdef"');
  const advice = /belongs to another version of srvspec: write a new one with `srvspec bundle`, and deploy it/;
  await refused('manifest.json', changed, advice);
  const own = join(folderFor(t), 'own');
  await srvspec('bundle', own, '--bind', 'srv=srv,rt=rt', '--without', 'js_var');
  const another = readFileSync(join(own, 'manifest.json'), 'utf8');
  await refused('manifest.json', another, /the endpoint has the bundle \w{16}, and \S+ has \w{16}: deploy \S+ there/);
  await refused('token', 'a'.repeat(32), /closes the connection: its bundle has another token than this one/);
}

test('an endpoint with an unknown certificate gets no token', async (t) => {
  const folder = join(folderFor(t), 'bundle');
  await srvspec('bundle', folder);
  let asked = false;
  const server = createServer({ cert: CERTIFICATES.good, key: KEY }, (_request, response) => {
    asked = true;
    response.end();
  });
  t.teardown(() => server.close());
  const port = await listenOnLoopback(server);
  const words = ['--target', `endpoint:https://localhost:${port}`, '--bundle', folder, '--only', 'base64.exist'];
  const { status, stderr } = await srvspec('run', ...words);
  t.equal(status, 3);
  t.match(stderr, /does not answer: the host accepts no connection: cannot connect: .*certificate/);
  t.notOk(asked);
});

test('a bundle overwrites nothing, and a run needs one', async (t) => {
  const folder = folderFor(t);
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full', 'kept'), '');
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['bundle', /bundle takes the folder to write/],
    [`bundle ${folder}/full`, /full is not empty; a bundle takes a new folder/],
    [`bundle ${folder}/new --runtime-version 9`, /has the form 0\.8\.4/],
    ['run --target endpoint:http://127.0.0.1:1', /needs --bundle DIR/],
    [`run --target endpoint:http://127.0.0.1:1 --bundle ${folder}`, /has no complete bundle/],
    [`run --target endpoint:http://far.example --bundle ${folder}`, /over plain http the token travels in clear/],
    [`run --target endpoint:https://far.example/a --bundle ${folder}`, /must have no path/],
  ];
  for (const [line, complaint] of wrong) {
    const { status, stderr } = await srvspec(...line.split(' '));
    t.equal(status, 2, line);
    t.match(stderr, complaint);
  }
});
