import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import type { ScriptOrder, ScriptResult } from '../../testing/script-thread.js';
import { realmThread } from '../support/realms/thread.js';

/** Calls handlers of a script for subjects of a stub host, which serves no HTTP. */
async function called(t: Test, script: string, calls: ScriptOrder['calls']): Promise<ScriptResult> {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'main.js'), script);
  const order: ScriptOrder = { folder, calls };
  const worker = realmThread('testing/script-thread.js', order);
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

test('handlers of another subject: variables, arguments, results', async (t) => {
  const script = `
    export default {
      tick(s, count, name) { s.variables.seen = name + count; return Object.keys(globalThis).length + s.variables.seen + typeof srv; },
      later(s) { setTimeout(() => { s.variables.seen = 'later'; console.log('tick'); }, 1); },
      read: (s) => s.variables.seen,
    };`;
  const { calls, reported } = await called(t, script, [
    { handler: 'main.tick', subject: 1, args: [3, 'n'] },
    { handler: 'main.later', subject: 1 },
    { handler: 'main.read', subject: 1 },
    { handler: 'main.read', subject: 2 },
    { handler: 'main.nothing', subject: 1 },
  ]);
  t.deepEqual(calls, [
    { ended: 'ended', value: '1n3undefined' },
    { ended: 'pending, ended', value: '' },
    { ended: 'ended', value: 'later' },
    { ended: 'ended', value: '' },
    { ended: 'failed', value: '' },
  ]);
  t.deepEqual(reported, ['info tick', 'main.nothing']);
});

test('handlers of another subject: one object for a subject', async (t) => {
  const script = `
    let first;
    export default { keep(s) { first = s; return typeof s; }, same: (s) => s === first, variables: (s) => s.variables === first.variables };`;
  const { calls } = await called(t, script, [
    { handler: 'main.keep', subject: 1 },
    { handler: 'main.same', subject: 1 },
    { handler: 'main.variables', subject: 1 },
    { handler: 'main.same', subject: 2 },
  ]);
  t.deepEqual(
    calls.map(({ value }) => value),
    ['object', 'true', 'true', 'false'],
  );
});

test('handlers of another subject: promises and failures', async (t) => {
  const script = `
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    export default {
      async kept() { await wait(1); await wait(1); },
      async rejected() { await wait(1); throw new Error('after a while'); },
      async atOnce() { throw new Error('at once'); },
      forever: () => new Promise(() => {}),
      inTimer() { setTimeout(() => { throw new Error('in a timer'); }, 1); },
      symbol: () => Symbol('s'),
    };`;
  const names = ['kept', 'forever', 'symbol', 'inTimer', 'atOnce', 'rejected'];
  const { calls, reported } = await called(
    t,
    script,
    names.map((name) => ({ handler: `main.${name}`, subject: 1 })),
  );
  t.deepEqual(
    calls.map(({ ended }) => ended),
    ['pending, ended', 'ended', 'ended', 'pending, failed', 'ended, leaves a rejection', 'pending, failed'],
  );
  t.deepEqual(
    reported.map((line) => line.replace(/^(TypeError): .*/, '$1')),
    ['TypeError', 'Error: in a timer', 'rejected: Error: at once'],
  );
});
