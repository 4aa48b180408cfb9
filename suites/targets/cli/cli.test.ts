import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { mergeSetups } from '../../executor/merging.js';
import { type Session, TargetChanged, TargetUnavailable } from '../../executor/target.js';
import { TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import type { CommandOutput, Partners } from '../../language/partners.js';
import type { Probe } from '../../language/trial.js';
import { cliTarget } from './cli.js';

/** The command of Node as a command-line runtime: what it does with each script is up to the preloaded module. */
async function preloaded(t: Test, preload: string): Promise<string> {
  const folder = folderFor(t);
  const file = join(folder, 'preload.mjs');
  await writeFile(file, preload);
  return `${process.execPath} --import ${file}`;
}

async function session(t: Test, preload: string): Promise<Session> {
  const probe: Probe<number> = (n) => (n < 0 ? Array(-n).fill('é').join('') : n + 1);
  const target = cliTarget({ command: await preloaded(t, preload) });
  const started = await target.drivers.runtime.start({ host: mergeSetups([]), probes: [probe] });
  t.teardown(() => started.stop());
  return started;
}

const JOBS = [{ probe: 0, inputs: [1, -3] }];

const down = async (t: Test, preload: string, deadlineMs: number): Promise<TargetDown | undefined> => {
  const one = await session(t, preload);
  try {
    await one.evaluate(JOBS, deadlineMs);
    return undefined;
  } catch (error) {
    if (error instanceof TargetDown) return error;
    throw error;
  }
};

test('cli: outcomes come back in order, also long ones and beyond ASCII', async (t) => {
  const one = await session(t, '');
  const [observed] = await one.evaluate([{ probe: 0, inputs: [1, -5000, -0.5] }], 20_000);
  t.deepEqual(observed?.[0], { kind: 'returned', value: 2 });
  t.deepEqual(observed?.[1], { kind: 'returned', value: 'é'.repeat(5000) });
  t.equal(observed?.[2]?.kind, 'threw');
});

test('cli: what is thrown and what is returned may itself throw when it is looked at', async (t) => {
  const odd: readonly Probe<null>[] = [
    () => {
      throw Symbol('odd');
    },
    () => {
      throw Object.create(null);
    },
    () => {
      const refuse = (): never => {
        throw new TypeError('no');
      };
      throw new Proxy(new Error('odd'), { get: refuse, getPrototypeOf: refuse, has: refuse });
    },
    () => {
      throw Object.defineProperty(new RangeError('odd'), 'message', {
        get: () => {
          throw new TypeError('no');
        },
      });
    },
    () =>
      Object.defineProperty({}, 'a', {
        enumerable: true,
        get: () => {
          throw new TypeError('no');
        },
      }),
    (_input, t) =>
      t.attempt(() => {
        throw Symbol('odd');
      }),
    () => 'after',
  ];
  const target = cliTarget({ command: process.execPath });
  const one = await target.drivers.runtime.start({ host: mergeSetups([]), probes: odd });
  t.teardown(() => one.stop());
  const observed = await one.evaluate(
    odd.map((_, probe) => ({ probe, inputs: [null] })),
    20_000,
  );
  t.deepEqual(observed.flat(), [
    { kind: 'threw', name: 'symbol', message: 'Symbol(odd)' },
    { kind: 'threw', name: 'object', message: 'unreadable' },
    { kind: 'threw', name: 'object', message: 'unreadable' },
    { kind: 'threw', name: 'RangeError', message: 'unreadable' },
    { kind: 'returned', value: { $opaque: 'unreadable' } },
    { kind: 'returned', value: ['threw', 'symbol'] },
    { kind: 'returned', value: 'after' },
  ]);
});

test('cli: a probe that misses what its requirement needs says so, also within an attempt and later', async (t) => {
  const asking: readonly Probe<null>[] = [
    (_input, t) => t.unobservable('no list'),
    (_input, t) => t.attempt(() => t.unobservable('no list')),
    async (_input, t) => {
      await t.wait(1);
      return t.unobservable('no list');
    },
  ];
  const target = cliTarget({ command: process.execPath });
  const one = await target.drivers.runtime.start({ host: mergeSetups([]), probes: asking });
  t.teardown(() => one.stop());
  const jobs = asking.map((_, probe) => ({ probe, inputs: [null] }));
  t.deepEqual(
    await one.evaluate(jobs, 20_000),
    asking.map(() => [{ kind: 'unobservable', why: 'no list' }]),
  );
});

test('cli: a warning without a line end does not hide the outcomes after it', async (t) => {
  const one = await session(t, "process.stdout.write('it is deprecated');");
  t.deepEqual(await one.evaluate([{ probe: 0, inputs: [1] }], 20_000), [[{ kind: 'returned', value: 2 }]]);
});

test('cli: a runtime that is killed, one that fails and one that says nothing are crashes', async (t) => {
  const killed = await down(
    t,
    "process.kill(process.pid, 'SIGSEGV'); await new Promise(() => setTimeout(() => {}, 60_000));",
    20_000,
  );
  t.equal(killed?.how, 'crash');
  t.match(killed?.message ?? '', /SIGSEGV/);
  const failed = await down(t, "throw new Error('not today');", 20_000);
  t.equal(failed?.how, 'crash');
  t.match(failed?.message ?? '', /status 1.*not today/s);
  t.equal((await down(t, 'process.exit(0);', 20_000))?.how, 'crash');
});

test('cli: a runtime that does not end in time hangs, and is ended', async (t) => {
  const hung = await down(t, 'for (;;);', 300);
  t.equal(hung?.how, 'hang');
  t.equal(hung?.afterMs, 300);
});

test('cli: a runtime that prints nonsense in the place of outcomes is not believed', async (t) => {
  const one = await session(t, "console.log('srvspec-outcomes:{}'); console.log('srvspec-end'); process.exit(0);");
  const [observed] = await one.evaluate(JOBS, 20_000);
  t.deepEqual(
    observed?.map(({ kind }) => kind),
    ['unobservable', 'unobservable'],
  );
});

test('cli: an input after which nonsense is printed costs no other one its outcome', async (t) => {
  const spoiling: Probe<number> = (n) => {
    const print = console.log;
    let more = n;
    if (n === 2)
      console.log = () => {
        if (--more === 0) console.log = print;
        print('wrong');
      };
    return n;
  };
  const target = cliTarget({ command: process.execPath });
  const one = await target.drivers.runtime.start({ host: mergeSetups([]), probes: [spoiling] });
  t.teardown(() => one.stop());
  const observed = await one.evaluate(
    [
      { probe: 0, inputs: [1, 2, 3] },
      { probe: 0, inputs: [4] },
    ],
    20_000,
  );
  const reported = observed.map((job) => job.map((end) => (end.kind === 'returned' ? end.value : end.kind)));
  t.deepEqual(reported, [[1, 'unobservable', 3], [4]]);
});

test('cli: a runtime that prints an error of an earlier call in place of one line loses no outcome', async (t) => {
  const one = await session(
    t,
    `const print = console.log;
    console.log = () => {
      console.log = print;
      print('Error: earlier');
    };`,
  );
  const [observed] = await one.evaluate([{ probe: 0, inputs: [1] }], 20_000);
  t.deepEqual(observed, [{ kind: 'returned', value: 2 }]);
});

test('cli: a command whose texts do not arrive is judged on nothing', async (t) => {
  const spoilt = {
    'a character of two units arrived':
      'const of = String.fromCharCode; String.fromCharCode = (unit) => of(unit === 0xd83d ? 63 : unit);',
    // Node loads its Response when it is first asked for, which needs the function.
    'threw RangeError: no': "Response; String.fromCharCode = () => { throw new RangeError('no'); };",
    'no outcome': "console.log('srvspec-outcomes:{}'); console.log('srvspec-end'); process.exit(0);",
    'does not evaluate probes: .*status 7': 'process.exit(7);',
  };
  for (const [why, preload] of Object.entries(spoilt)) {
    const setup = { host: mergeSetups([]), probes: [], version: '1.0.0' } as const;
    const target = cliTarget({ command: await preloaded(t, preload) });
    const error = await target.drivers.runtime.start(setup).catch((thrown: unknown) => thrown);
    t.ok(error instanceof TargetUnavailable && new RegExp(why).test(error.message), `${why}: ${error}`);
  }
});

test('cli: a command that says another version than it began with has changed', async (t) => {
  const command = await preloaded(
    t,
    `import { existsSync, writeFileSync } from 'node:fs';
    const begun = new URL('./begun', import.meta.url);
    globalThis.njs = { version: existsSync(begun) ? '0.9.8' : '0.9.9' };
    writeFileSync(begun, '');`,
  );
  const { runtime } = cliTarget({ command }).drivers;
  const started = await runtime.start({ host: mergeSetups([]), probes: [() => 1], version: '0.9.9' });
  t.teardown(() => started.stop());
  const error = await started.evaluate([{ probe: 0, inputs: [null] }], 20_000).catch((thrown: unknown) => thrown);
  t.ok(error instanceof TargetChanged);
  t.match(`${error}`, /was 0\.9\.9 when the run began and is 0\.9\.8 now/);
});

test('cli: a command that is not there makes the target unavailable', async (t) => {
  const target = cliTarget({ command: '/nowhere/runtime' });
  const one = await target.drivers.runtime.start({ host: mergeSetups([]), probes: [] });
  t.teardown(() => one.stop());
  try {
    await one.evaluate(JOBS, 1000);
    t.fail('it ran');
  } catch (error) {
    t.ok(error instanceof TargetUnavailable, String(error));
  }
});

/** What a conversation with the command line of Node comes to; the script is what `programBundle` makes of the function. */
async function ran(script: Probe<number>, input: number, deadlineMs = 20_000): Promise<Observation | TargetDown> {
  const target = cliTarget({ command: process.execPath });
  const one = await target.drivers.runtime.start({ host: mergeSetups([]), probes: [] });
  const hold = ({ commandLine }: Partners): Promise<CommandOutput> => commandLine.run(script, input);
  try {
    return await one.converse({ scope: 'case', deadlineMs, hold });
  } catch (error) {
    if (error instanceof TargetDown) return error;
    throw error;
  } finally {
    await one.stop();
  }
}

test('cli: what a script prints on either stream is seen, and its exit status', async (t) => {
  const script: Probe<number> = (n, world) => {
    console.log(`é ${n}`);
    console.error('wrong');
    world.invoke(world.at('process'), 'exit', [7]);
  };
  const seen = await ran(script, 5);
  if (seen instanceof TargetDown || seen.kind !== 'returned') return t.fail(String(seen));
  const { tookMs, ...printed }: { readonly tookMs?: number } = Object(seen.value);
  t.deepEqual(printed, { stdout: 'é 5\n', stderr: 'wrong\n', status: 7 });
  t.ok(Number(tookMs) > 0, `${tookMs} ms`);
});

test('cli: a script that is killed crashes, and one that does not end hangs', async (t) => {
  const killed = await ran(
    (_, world) => world.invoke(world.at('process'), 'kill', [world.at('process.pid'), 'SIGKILL']),
    0,
  );
  t.equal(killed instanceof TargetDown && killed.how, 'crash');
  const endless = await ran(
    () => {
      for (;;);
    },
    0,
    300,
  );
  t.equal(endless instanceof TargetDown && endless.how, 'hang');
});

test('cli: a command line has no other partner', async (t) => {
  const target = cliTarget({ command: process.execPath });
  const one = await target.drivers.runtime.start({ host: mergeSetups([]), probes: [] });
  t.teardown(() => one.stop());
  const seen = await one.converse({ scope: 'case', deadlineMs: 1000, hold: ({ log }) => log.lines() });
  t.deepEqual(seen, { kind: 'unobservable', why: 'the target has no log' });
});
