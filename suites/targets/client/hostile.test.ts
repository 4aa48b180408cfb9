import test, { type Test } from 'tape';
import type { Plain } from '../../../spec/types/requirement.js';
import { conversation } from '../../executor/testing/conversations.js';
import type { ClientRun } from '../../language/client-under-test.js';
import { startClientSession } from './client-session.js';
import { launchProgram } from './launch.js';

const MB = 1 << 20;

/** One run of a Node script by a client session, and the additional memory that it took. */
async function runOf(
  t: Test,
  script: string,
  deadlineMs = 600_000,
): Promise<{ run: ClientRun; tookMB: number; tookMs: number }> {
  const session = startClientSession(launchProgram([process.execPath, '--input-type=module', '-e', script, '--']), {
    deadlineMs,
  });
  t.teardown(() => session.stop());
  const used = (): number => process.memoryUsage().arrayBuffers;
  const before = used();
  let most = 0;
  const looks = setInterval(() => {
    most = Math.max(most, used() - before);
  }, 10);
  const runs: ClientRun[] = [];
  const started = performance.now();
  const observations = await session.converse(
    conversation(async ({ client }) => {
      runs.push(await client.run({ do: 'list-apps' }, () => ({ json: { data: [] } })));
    }),
  );
  clearInterval(looks);
  const [run] = runs;
  if (run === undefined) throw new Error(`no run: ${JSON.stringify(observations)}`);
  return { run, tookMB: most / MB, tookMs: performance.now() - started };
}

const without = (stream: string): string => `
  const piece = Buffer.alloc(65536, 'output ');
  const more = () => { while (process.${stream}.write(piece)); process.${stream}.once('drain', more); };
  more();`;

for (const stream of ['stdout', 'stderr'] as const) {
  test(`hostile clients: ${stream} without end`, async (t) => {
    const { run, tookMB } = await runOf(t, without(stream));
    t.deepEqual([run.status, run.flooded, run.timedOut], [undefined, true, false], 'it is ended, and that is reported');
    t.ok(run[stream].length <= 32 * MB && tookMB < 150, `${Math.round(tookMB)} MB`);
  });
}

test('hostile clients: output of 100 MB, and success', async (t) => {
  const { run, tookMB } = await runOf(
    t,
    `const piece = Buffer.alloc(1e6, 97);
     for (let i = 0; i < 100; i++) await new Promise((written) => process.stdout.write(piece, written));`,
  );
  t.deepEqual([run.status, run.flooded, run.output], [undefined, true, undefined]);
  t.ok(tookMB < 150, `${Math.round(tookMB)} MB`);
});

test('hostile clients: output without end from one that ignores SIGTERM', async (t) => {
  const { run } = await runOf(t, `process.on('SIGTERM', () => {}); ${without('stdout')}`);
  t.deepEqual([run.status, run.flooded], [undefined, true]);
});

test('hostile clients: a grandchild that left the group and holds the pipes, silent or not', async (t) => {
  if (process.platform !== 'linux') return;
  for (const [name, program] of Object.entries({ silent: ['sleep', '5'], loud: ['timeout', '5', 'yes'] })) {
    const { run, tookMs } = await runOf(
      t,
      `import { spawn } from 'node:child_process';
       spawn('setsid', ${JSON.stringify(program)}, { stdio: 'inherit' }).unref();
       process.stdout.write('[]\\n', () => process.exit(0));`,
    );
    t.ok(!run.timedOut && tookMs < 4500, `${name}: ${Math.round(tookMs)} ms`);
    if (!run.flooded) t.equal(run.status, 0, name);
  }
});

test('hostile clients: bytes that are no text', async (t) => {
  const cases: { readonly [script: string]: Plain | undefined } = {
    'Buffer.from(Array.from({ length: 1e6 }, (_, i) => (i * 7919) % 256))': undefined,
    'Buffer.alloc(1e6)': undefined,
    "'[\\0]'": undefined,
    '\'["a\\\\u0000"]\'': ['a\0'],
  };
  for (const [bytes, output] of Object.entries(cases)) {
    const { run } = await runOf(t, `process.stdout.write(${bytes});`);
    t.deepEqual([run.status, run.output, run.leaks], [0, output, []], bytes);
  }
  const { run } = await runOf(
    t,
    `process.stdout.write(Buffer.concat([Buffer.alloc(1e5, 255), Buffer.from(process.env.SRVSPEC_API_KEY)]));`,
  );
  t.deepEqual(run.leaks, ['standard output'], 'a key is found among them');
});

test('hostile clients: one that reads its standard input gets nothing', async (t) => {
  const { run } = await runOf(t, `for await (const piece of process.stdin) console.log(piece); console.log('[]');`);
  t.deepEqual([run.status, run.output], [0, []]);
});

test('hostile clients: requests with megabytes each', async (t) => {
  const { run, tookMB } = await runOf(
    t,
    `const body = 'x'.repeat(4e6);
     const ask = () => fetch(process.env.SRVSPEC_BASE_URL + '/apps', { method: 'POST', body }).then((r) => r.text(), () => '');
     for (let i = 0; i < 30; i++) await ask();
     console.log('[]');`,
  );
  t.ok(run.requests.length <= 2 && tookMB < 100, `${run.requests.length} requests, ${Math.round(tookMB)} MB`);
});

test('hostile clients: files that cannot be read, or go meanwhile', async (t) => {
  const { run } = await runOf(
    t,
    `import { symlinkSync, writeFileSync, chmodSync } from 'node:fs';
     symlinkSync('a', 'b'); symlinkSync('b', 'a'); writeFileSync('c', process.env.SRVSPEC_API_KEY);
     console.log('[]');`,
  );
  t.deepEqual([run.status, run.leaks], [0, ['files']]);
});
