import test from 'tape';
import type { Plain } from '../../spec/types/requirement.js';
import { NotObservable, TargetDown } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import { eachOf } from './each-of.js';
import { Losses } from './losses.js';
import { mergeSetups } from './merging.js';
import { INTERRUPTED, Sessions, type UntimedConversation } from './sessions.js';
import { type Driver, type Session, SetupRefused, TargetUnavailable } from './target.js';
import { driverOf, heldAlone } from './testing/conversations.js';
import type { Unit } from './units.js';

const SETUP = { host: mergeSetups([]), probes: [], version: '1.0.0' } as const;
const DEADLINES = { batch: 30, suspect: 20, single: 10 };

/** A target in memory that crashes at some inputs, and counts its starts. */
function fragile(goesDown: (input: Plain) => 'crash' | 'hang' | undefined, losses?: Losses) {
  const seen = { starts: 0, stops: 0 };
  const session: Session = {
    evaluate: async (jobs, deadlineMs) => {
      for (const { inputs } of jobs) {
        for (const input of inputs) {
          const how = goesDown(input);
          if (how !== undefined) throw new TargetDown(how, `at ${input}`, deadlineMs);
        }
      }
      return jobs.map(({ inputs }) => inputs.map((value) => ({ kind: 'returned', value })));
    },
    converse: async (conversation) => {
      const observation = await heldAlone(conversation);
      const value = observation.kind === 'returned' ? observation.value : null;
      const how = goesDown(value);
      if (how !== undefined) throw new TargetDown(how, `at ${value}`);
      return observation;
    },
    stop: async () => {
      seen.stops++;
    },
  };
  const driver: Driver = {
    restarts: true,
    start: async () => {
      seen.starts++;
      return session;
    },
  };
  return { seen, sessions: new Sessions(driver, SETUP, DEADLINES, {}, losses) };
}

/** One input of each of so many cases. */
const units = (inputs: readonly Plain[], requirement = 'object.one'): Unit[] =>
  inputs.map((input) => ({ probe: 0, input, scope: `${requirement}/${input}`, requirement }));
const saying = (values: readonly Plain[]): UntimedConversation[] =>
  values.map((value, i) => ({ scope: `object.one/${i}`, requirement: 'object.one', hold: async () => value }));
const numbers = Array.from({ length: 40 }, (_, i) => i);

test('evaluate: a crash is found at the one input that causes it, and the rest is observed', async (t) => {
  const { seen, sessions } = fragile((input) => (input === 17 ? 'crash' : undefined));
  const [observed = []] = await sessions.evaluate([units(numbers)], 1);
  t.deepEqual(observed[17], { kind: 'crashed', detail: 'at 17' });
  t.equal(observed.filter(({ kind }) => kind === 'returned').length, 39);
  t.ok(seen.starts > 2 && seen.starts < 20, `${seen.starts} starts, not one for each input`);
  await sessions.close();
  t.equal(seen.stops, seen.starts, 'every session was stopped');
});

test('evaluate: a hang is reported with the deadline of a single input', async (t) => {
  const { sessions } = fragile((input) => (input === 3 ? 'hang' : undefined));
  const [observed = []] = await sessions.evaluate([units([1, 2, 3, 4])], 1);
  t.deepEqual(observed[2], { kind: 'hung', afterMs: 10 });
  t.deepEqual(
    observed.map(({ kind }) => kind),
    ['returned', 'returned', 'hung', 'returned'],
  );
});

test('evaluate: once an input is blamed, the others of its case are not tried', async (t) => {
  const { sessions } = fragile((input) => (input === 2 ? 'hang' : undefined));
  const ofOneCase = units([1, 2, 3]).map((unit) => ({ ...unit, scope: 'object.one/all' }));
  const [observed = []] = await sessions.evaluate([ofOneCase], 1);
  t.deepEqual(
    observed.map(({ kind }) => kind),
    ['returned', 'hung', 'unobservable'],
  );
  t.match(whys(observed).join(), /not tried: the target went down at another input of this case/);
});

test('evaluate: the cost of hangs is bounded for a requirement and a worker; the rest is not tried', async (t) => {
  const { seen, sessions } = fragile(() => 'hang', new Losses({ requirement: 30, worker: 150, thorough: 50 }));
  const requirements = Array.from({ length: 40 }, (_, i) => units(numbers, `object.r${i}`));
  const [observed = []] = await sessions.evaluate([requirements.flat()], 1);
  const hung = observed.filter(({ kind }) => kind === 'hung').length;
  t.ok(hung > 1 && hung < 16, `${hung} of 1600 are blamed`);
  t.ok(seen.starts < 30, `${seen.starts} starts`);
  const reported = whys(observed).filter((why) => why !== 'hung');
  t.ok(
    reported.every((why) => why.startsWith('not tried: the target went down at other')),
    'all others have a reason',
  );
  t.ok(
    reported.some((why) => why.includes('of this requirement')),
    'of a requirement',
  );
  t.ok(
    reported.some((why) => why.includes('other cases')),
    'of a worker',
  );
});

test('converse: the cost of crashes is bounded for a requirement', async (t) => {
  const { sessions } = fragile(
    (value) => (Number(value) < 20 ? 'crash' : undefined),
    new Losses({ requirement: 800, worker: 60_000, thorough: 60_000 }),
  );
  const observed = await sessions.converse(saying(numbers), 8);
  t.equal(observed.filter(({ kind }) => kind === 'crashed').length, 2, 'each crashed twice');
  t.ok(whys(observed).includes('not tried: the target went down at other inputs of this requirement'));
});

test('converse: conversations that ended while the target crashed are observed again', async (t) => {
  let crashed = false;
  const { seen, sessions } = fragile((value) => {
    if (value !== 1 || crashed) return undefined;
    crashed = true;
    return 'crash';
  });
  const hold = async () => (seen.starts === 1 ? 'cut off' : 'whole');
  const cut = { scope: 'object.one/cut', requirement: 'object.one', hold };
  const [first, second] = await sessions.converse([cut, ...saying([1])], 2);
  t.deepEqual(
    [first, second],
    [
      { kind: 'returned', value: 'whole' },
      { kind: 'returned', value: 1 },
    ],
  );
  t.equal(seen.starts, 2);
  await sessions.close();
});

test('converse: a target that crashes once it has answered is blamed on that conversation, and not on the next', async (t) => {
  const seen = { starts: 0 };
  const driver: Driver = {
    restarts: true,
    start: async () => {
      seen.starts++;
      let isDown = false;
      return {
        evaluate: () => Promise.reject(new Error('no probes')),
        // The next connection only sees its end.
        converse: async (conversation) => {
          const observation: Observation = isDown
            ? { kind: 'returned', value: 'reset' }
            : await heldAlone(conversation);
          isDown ||= observation.kind === 'returned' && observation.value === 'ends it';
          return observation;
        },
        answers: async () => {
          if (isDown) throw new TargetDown('crash', 'ended');
        },
        stop: async () => undefined,
      };
    },
  };
  const sessions = new Sessions(driver, SETUP, DEADLINES);
  const right: Observation = { kind: 'returned', value: 'right' };
  const ended: Observation = { kind: 'crashed', detail: 'ended' };
  t.deepEqual(await sessions.converse(saying(['right', 'ends it', 'right']), 1), [right, ended, right]);
  const [guilty] = saying(['ends it']);
  if (guilty !== undefined) t.deepEqual(await sessions.one(guilty), ended, 'also alone');
  t.ok(seen.starts > 2, `${seen.starts} starts`);
});

test('evaluate: a crash that does not happen again on a fresh start is blamed on no input', async (t) => {
  let once = true;
  const { sessions } = fragile((input) => {
    if (input !== 5 || !once) return undefined;
    once = false;
    return 'crash';
  });
  const [observed = []] = await sessions.evaluate([units(numbers)], 1);
  t.ok(observed.every(({ kind }) => kind === 'returned'));
});

test('converse: only the guilty conversation is blamed, parallel ones are repeated', async (t) => {
  const { sessions } = fragile((value) => (value === 5 ? 'crash' : undefined));
  const observed = await sessions.converse(saying(numbers), 8);
  t.deepEqual(
    observed.map(({ kind }, i) => (kind === 'crashed' ? i : -1)).filter((i) => i >= 0),
    [5],
  );
});

/** Sessions of a target that cannot be started again; it answers until `instead` has another result for the n-th. */
function enduring(
  instead: (held: number) => Observation | undefined,
  ends: ConstructorParameters<typeof Sessions>[3] = {},
) {
  const seen = { held: 0 };
  const driver = driverOf(async () => {
    seen.held += 1;
    return instead(seen.held) ?? { kind: 'returned', value: seen.held };
  });
  return { seen, sessions: new Sessions(driver, SETUP, DEADLINES, ends) };
}

const whys = (observed: readonly Observation[]): readonly string[] =>
  observed.map((one) => (one.kind === 'unobservable' ? one.why : one.kind));

test('converse: a target that is lost during the run is reported once; earlier observations are kept', async (t) => {
  const reported: string[] = [];
  const lost = 'it cannot be reached';
  const { seen, sessions } = enduring(
    (held) => {
      if (held === 3) throw new TargetUnavailable(lost);
      return undefined;
    },
    { gone: (why) => reported.push(why) },
  );
  t.deepEqual(whys(await sessions.converse(saying([1, 2, 3, 4, 5]), 1)), ['returned', 'returned', lost, lost, lost]);
  t.equal(seen.held, 3, 'it is not asked again');
  t.deepEqual(reported, [lost]);
});

test('converse: once interrupted, no conversation begins', async (t) => {
  const interruption = new AbortController();
  const { sessions } = enduring(
    (held) => {
      if (held === 2) interruption.abort();
      return undefined;
    },
    { interruption: interruption.signal },
  );
  const observed = await sessions.converse(saying([1, 2, 3, 4]), 1);
  t.deepEqual(whys(observed), ['returned', INTERRUPTED, INTERRUPTED, INTERRUPTED], 'nor is one awaited');
});

test('close: an interrupted run does not wait for a session that starts or stops', async (t) => {
  const never = new Promise<never>(() => undefined);
  const interruption = new AbortController();
  const ends = { interruption: interruption.signal };
  const session: Session = { ...(await driverOf(heldAlone).start(SETUP)), stop: () => never };
  const stopping = new Sessions({ restarts: true, start: async () => session }, SETUP, DEADLINES, ends);
  await stopping.open();
  const starting = new Sessions({ restarts: false, start: () => never }, SETUP, DEADLINES, ends);
  const opened = starting.open();
  interruption.abort();
  await Promise.all([stopping.close(), opened, starting.close()]);
  t.pass('all of them have ended');
});

test('converse: time that a client loses is charged to its requirement, and the rest of it is not tried', async (t) => {
  const driver = driverOf(async ({ allowance }) => {
    const why = allowance?.exhausted();
    if (why !== undefined) return { kind: 'unobservable', why };
    allowance?.lost(10);
    return { kind: 'returned', value: null };
  });
  const losses = new Losses({ requirement: 20, worker: 1_000, thorough: 1_000 });
  const sessions = new Sessions(driver, SETUP, DEADLINES, {}, losses);
  const untried = 'not tried: the target went down at other inputs of this requirement';
  t.deepEqual(whys(await sessions.converse(saying([1, 2, 3, 4]), 1)), ['returned', 'returned', untried, untried]);
  const other = saying([1]).map((one) => ({ ...one, requirement: 'object.other' }));
  t.deepEqual(whys(await sessions.converse(other, 1)), ['returned'], 'another requirement is tried');
});

test('open: a refused setup is reported, and each case that needs it is observed as refused', async (t) => {
  const gone: string[] = [];
  const start = () => Promise.reject(new SetupRefused('host', 'unknown directive "a"'));
  const sessions = new Sessions({ restarts: true, start }, SETUP, DEADLINES, { gone: (why) => gone.push(why) });
  t.equal((await sessions.open())?.hostError, 'unknown directive "a"');
  t.deepEqual(gone, [], 'the target is not lost: others of its cases may be run');
  t.deepEqual(await sessions.converse(saying([1]), 1), [{ kind: 'refused', hostError: 'unknown directive "a"' }]);
});

test('converse: a conversation whose connection breaks is tried once more', async (t) => {
  const once = enduring((held) => (held === 1 ? { kind: 'crashed', detail: 'reset' } : undefined));
  t.deepEqual(whys(await once.sessions.converse(saying([1]), 1)), ['returned']);
  const broken = enduring(() => ({ kind: 'crashed', detail: 'reset' }));
  t.deepEqual(whys(await broken.sessions.converse(saying([1]), 1)), ['crashed']);
  t.equal(broken.seen.held, 2);
});

test('converse: a law that throws affects only its case, and reports its error; a service is tried twice', async (t) => {
  const { sessions } = enduring((held) => {
    if (held <= 2) throw new RangeError('ours');
    if (held <= 4) throw new NotObservable('clear() left entries');
    return undefined;
  });
  t.deepEqual(whys(await sessions.converse(saying([1, 2, 3]), 1)), [
    'the law failed: RangeError: ours',
    'clear() left entries',
    'returned',
  ]);
});

test('eachOf: keeps the order, and the limit of parallel work', async (t) => {
  let under = 0;
  let most = 0;
  const doubled = await eachOf(numbers, 4, async (n) => {
    most = Math.max(most, ++under);
    await new Promise((resolve) => setImmediate(resolve));
    under--;
    return n * 2;
  });
  t.deepEqual(
    doubled,
    numbers.map((n) => n * 2),
  );
  t.equal(most, 4);
});

test('eachOf: after an error nothing begins, and work in progress ends first', async (t) => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    for (let turn = 0; turn < item; turn++) await Promise.resolve();
    ended.push(item);
    if (item === 2) throw new Error('the second');
  };
  const error = await eachOf([1, 2, 30, 40, 50], 3, work).catch((reason: unknown) => reason);
  t.ok(error instanceof Error && error.message === 'the second');
  t.deepEqual(begun, [1, 2, 30, 40]);
  t.deepEqual(ended, [1, 2, 30, 40]);
});
