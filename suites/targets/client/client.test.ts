import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { mergeSetups } from '../../executor/merging.js';
import { TargetUnavailable } from '../../executor/target.js';
import { conversation } from '../../executor/testing/conversations.js';
import type { ClientRun } from '../../language/client-under-test.js';
import { decode } from '../../language/encoding.js';
import { clientTarget } from './client.js';
import { startClientSession } from './client-session.js';
import { launchProgram, programOf } from './launch.js';

/** A client that runs the given Node script. */
async function scriptFile(t: Test, script: string): Promise<string> {
  const folder = folderFor(t);
  const file = join(folder, 'client.mjs');
  await writeFile(file, script);
  return file;
}

/** One run of the script, as a law sees it, and as it is reported. */
async function runOf(t: Test, script: string, deadlineMs?: number) {
  const session = startClientSession(launchProgram([process.execPath, await scriptFile(t, script)]), { deadlineMs });
  t.teardown(() => session.stop());
  const runs: ClientRun[] = [];
  const started = performance.now();
  const observation = await session.converse(
    conversation(async ({ client }) => {
      const run = await client.run({ do: 'create-server', name: 'a b' }, () => ({ json: { data: {} } }));
      runs.push(run);
      return run;
    }),
  );
  const tookMs = performance.now() - started;
  const [run] = runs;
  if (run === undefined || observation.kind !== 'returned') throw new Error(`no run: ${JSON.stringify(observation)}`);
  return { run, tookMs, reported: decode(observation.value) };
}

const ASK = `
  const { SRVSPEC_BASE_URL: url, SRVSPEC_CLIENT_ID: id, SRVSPEC_API_KEY: key } = process.env;
  const ask = () => fetch(url + '/servers', { headers: { 'X-Key': key } });
`;

test('client: arguments, environment and folder of a program, and how it ended', async (t) => {
  const script = `import { readdirSync } from 'node:fs'; ${ASK}
    await ask();
    const { HOME, TMPDIR, http_proxy } = process.env;
    const here = process.cwd();
    console.error('said');
    console.log(JSON.stringify({
      args: process.argv.slice(2), inside: [HOME === here, TMPDIR === here], files: readdirSync('.').length, here,
      id: /^cid_[A-Za-z0-9]{16}$/.test(id), key: /^[A-Za-z0-9_-]{43}$/.test(key), base: new URL(url).pathname,
    }));
    process.exitCode = 7;`;
  const { run } = await runOf(t, script);
  t.equal(run.status, 7);
  t.equal(run.stderr, 'said\n');
  const { here, ...rest } = Object(run.output);
  t.deepEqual(rest, {
    ...{ args: ['servers', 'create', 'a b'], inside: [true, true], files: 0 },
    ...{ id: true, key: true, base: '/Management-API/v1' },
  });
  t.notOk(existsSync(here), 'the folder is gone');
  t.equal(run.requests[0]?.target, '/Management-API/v1/servers');
  t.notOk(run.timedOut);
  t.deepEqual(run.leaks, []);
});

test('client: a key is found in each place, and never reported', async (t) => {
  const script = `import { spawn } from 'node:child_process'; import { mkdirSync, writeFileSync } from 'node:fs'; ${ASK}
    const basic = Buffer.from(id + ':' + key).toString('base64');
    mkdirSync('a/b', { recursive: true });
    writeFileSync('a/b/c', 'xx' + basic);
    console.log(key);
    console.error(encodeURIComponent(basic));
    const child = spawn(process.execPath, ['-e', 'fetch(' + JSON.stringify(url + '/') + '+process.argv[1])', '--', key]);
    child.on('close', () => {});`;
  const { run, reported } = await runOf(t, script);
  const places = ['standard output', 'standard error', 'request target', 'files'];
  t.deepEqual(run.leaks, process.platform === 'linux' ? ['command line', ...places] : places);
  const key = run.stdout.trim();
  t.equal(key.length, 43);
  const text = JSON.stringify(reported);
  t.notOk(text.includes(key), 'the report is free of it');
  t.match(text, /\[API key\].*\[credentials\]|\[credentials\].*\[API key\]/);
  t.notOk(/127\.0\.0\.1:\d/.test(text) || /srvspec-\w{6}/.test(text), 'and of ports and folders');
});

test('client: one that does not end is ended, even if it ignores SIGTERM', async (t) => {
  const script = `process.on('SIGTERM', () => console.log('no')); console.log('on'); setInterval(() => {}, 1000);`;
  const { run, tookMs } = await runOf(t, script, 400);
  t.equal(run.status, undefined);
  t.ok(run.timedOut);
  t.ok(tookMs >= 390 && tookMs < 3000, `${tookMs} ms`);
});

test('client: time in which it had no processor does not count', async (t) => {
  const starving = startClientSession(
    async () => ({
      ended: new Promise((resolve) => setTimeout(resolve, 900, { status: 0, stdout: '', stderr: '' })),
      starved: () => performance.now(),
    }),
    { deadlineMs: 300 },
  );
  t.teardown(() => starving.stop());
  const run = conversation(async ({ client }) => (await client.run({ do: 'list-apps' }, () => ({}))).timedOut);
  t.deepEqual(await starving.converse(run), { kind: 'returned', value: false });
});

test('client: how long its processes wait for a processor is known of all of them', async (t) => {
  if (process.platform !== 'linux') return;
  // Three that are always busy, on one processor: the program that starts them only waits.
  const busy = 'while :; do :; done &';
  const over = new AbortController();
  const order = { args: [], env: process.env, folder: tmpdir(), signal: over.signal };
  const { ended, starved } = await launchProgram(['taskset', '-c', '0', 'sh', '-c', `${busy} ${busy} ${busy} wait`])(
    order,
  );
  const seen = (): number => starved?.() ?? 0;
  while (seen() < 300) await after(20);
  over.abort();
  await ended;
  t.pass('it grows with them');
});

test('client: one that ends itself by a signal has no status, nor has one that answers SIGTERM with status 0', async (t) => {
  const killed = await runOf(t, `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
  t.equal(killed.run.status, undefined);
  t.notOk(killed.run.timedOut);
  const obedient = await runOf(t, `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);`, 400);
  t.equal(obedient.run.status, undefined);
  t.ok(obedient.run.timedOut);
});

test('client: stopping the session ends running operations', async (t) => {
  const session = startClientSession(
    launchProgram([process.execPath, await scriptFile(t, 'setInterval(() => {}, 1000);')]),
  );
  const held = session.converse(
    conversation(async ({ client }) => (await client.run({ do: 'list-apps' }, () => ({}))).timedOut),
  );
  await session.stop();
  t.deepEqual(await held, { kind: 'returned', value: false });
});

test('client: an error of a law costs its case, and is reported without the key', async (t) => {
  const session = startClientSession(async () => ({ ended: Promise.resolve({ status: 0, stdout: '', stderr: '' }) }));
  t.teardown(() => session.stop());
  const observation = await session.converse(
    conversation(async ({ client }) => {
      const { account } = await client.run({ do: 'list-apps' }, () => ({}));
      throw new TypeError(`wrong with ${account.apiKey}`);
    }),
  );
  t.deepEqual(observation, { kind: 'unobservable', why: 'the law failed: TypeError: wrong with [API key]' });
});

test('client: a missing program makes the target unavailable', async (t) => {
  for (const command of ['no-such-program-here', './no-such-program', join(tmpdir())]) {
    try {
      await clientTarget({ command }).drivers.client?.start({ host: mergeSetups([]), probes: [] });
      t.fail(command);
    } catch (error) {
      t.ok(error instanceof TargetUnavailable, command);
    }
  }
});

test('client: words of a command that name files become absolute paths', async (t) => {
  const file = await scriptFile(t, '');
  t.deepEqual(programOf(`${process.execPath} ${relative('.', file)} api --json dist`), [
    ...[process.execPath, file, 'api', '--json', 'dist'],
  ]);
  t.match(programOf('sh -c x')[0] ?? '', /^\/.*\/sh$/);
});

test('client: a command is quoted in replays', (t) => {
  t.deepEqual(clientTarget({ command: "a 'b'" }).options, ['--target', `'client:a '\\''b'\\'''`]);
  t.end();
});
