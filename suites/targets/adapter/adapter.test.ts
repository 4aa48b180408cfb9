import test from 'tape';
import { mergeSetups } from '../../executor/merging.js';
import { TargetChanged, TargetUnavailable } from '../../executor/target.js';
import { TargetDown } from '../../language/failures.js';
import type { Probe } from '../../language/trial.js';
import { adapterTarget } from './adapter.js';
import { exampleFile, patched, writing } from './testing/patched.js';

const NODE = [process.execPath, exampleFile('node.mjs')];

/** A session whose probes are these. */
async function started(words: readonly string[], probes: readonly Probe<never>[]) {
  const target = await adapterTarget({ command: 'adapter', words });
  return target.drivers.runtime.start({ host: mergeSetups([]), probes, version: '0.9.9' });
}

test('adapter: the hello says what the target is', async (t) => {
  const { identity, host, capabilities, options } = await adapterTarget({ command: 'node a b', words: NODE });
  const release = `node ${process.versions.node}`;
  const refused = new Set(['xml']);
  t.deepEqual(identity, { runtimeVersion: '0.9.9', engine: 'unknown', refused, implementation: 'node', release });
  t.equal(await host?.(), release);
  t.deepEqual([...capabilities], ['evaluate', 'file-system', 'machine', 'restart']);
  t.deepEqual(options, ['--target', "'adapter:node a b'"]);
});

test('adapter: outcomes come back in order, and side by side runs wait for each other', async (t) => {
  const plus: Probe<number> = (n) => (n < 0 ? Array(-n).fill('é').join('') : n + 1);
  const later: Probe<number> = async (n, world) => {
    await world.wait(20);
    return n;
  };
  const session = await started(NODE, [plus, later]);
  t.teardown(() => session.stop());
  const observed = await Promise.all([
    session.evaluate([{ probe: 1, inputs: [1] }], 20_000),
    session.evaluate(
      [
        { probe: 0, inputs: [1, -5000] },
        { probe: 1, inputs: [2] },
      ],
      20_000,
    ),
  ]);
  t.deepEqual(
    observed.flat(2).map((one) => (one.kind === 'returned' ? one.value : one)),
    [1, 2, 'é'.repeat(5000), 2],
  );
});

test('adapter: what a script does to its adapter is blamed on the script', async (t) => {
  const down = async (probe: Probe<null>): Promise<unknown> => {
    const session = await started(NODE, [probe]);
    t.teardown(() => session.stop());
    const jobs = [{ probe: 0, inputs: [null] }];
    const first = await session.evaluate(jobs, 500).catch((error: unknown) => error);
    const again = await session.evaluate(jobs, 500).catch((error: unknown) => error);
    t.equal(first, again, 'and nothing more is asked of it');
    return first instanceof TargetDown ? [first.how, first.message] : first;
  };
  t.deepEqual(
    await down((_, world) => world.invoke(world.at('process'), 'kill', [world.at('process.pid'), 'SIGSEGV'])),
    ['crash', 'the adapter was ended by SIGSEGV'],
  );
  t.deepEqual(
    await down((_, world) => {
      world.invoke(world.at('console'), 'error', ['out of order']);
      world.invoke(world.at('process'), 'exit', [7]);
    }),
    ['crash', 'the adapter ended with status 7; standard error: out of order'],
  );
  t.deepEqual(
    await down(() => {
      for (;;);
    }),
    ['hang', 'no answer after 500 ms'],
  );
});

test('adapter: the environment that a case asks for is that of its scripts', async (t) => {
  const target = await adapterTarget({ command: 'adapter', words: NODE });
  const probe: Probe<null> = (_, world) => world.at('process.env.SRVSPEC_TEST');
  const setup = { host: mergeSetups([]), probes: [probe], version: '0.9.9' } as const;
  const session = await target.drivers.runtime.start({ ...setup, started: { environment: { SRVSPEC_TEST: 'é' } } });
  t.teardown(() => session.stop());
  t.deepEqual(await session.evaluate([{ probe: 0, inputs: [null] }], 20_000), [[{ kind: 'returned', value: 'é' }]]);
});

test('adapter: one that says another hello later has changed', async (t) => {
  const error = await started(
    writing('write(n === 0 ? line.replace(/"name":"[^"]*"/, \'"name":"\' + process.pid + \'"\') : line);'),
    [],
  ).catch((thrown: unknown) => thrown);
  t.ok(error instanceof TargetChanged, `${error}`);
  t.match(`${error}`, /the hello of the adapter was .* when the run began/);
});

test('adapter: texts that do not arrive as they are make the target unavailable, and so does a missing command', async (t) => {
  const spoilt = patched(
    'const of = String.fromCharCode; String.fromCharCode = (unit) => of(unit === 0xd83d ? 63 : unit);',
  );
  for (const [words, why] of [
    [spoilt, /texts do not leave it unchanged/],
    [['/nowhere/adapter'], /there is no program \/nowhere\/adapter/],
  ] as const) {
    const error = await adapterTarget({ command: 'adapter', words }).catch((thrown: unknown) => thrown);
    t.ok(error instanceof TargetUnavailable && why.test(error.message), `${error}`);
  }
});
