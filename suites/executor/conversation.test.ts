import test from 'tape';
import { TargetDown } from '../language/failures.js';
import type { Plain } from '../../spec/types/spec.js';
import { mergePlans } from '../language/setup.js';
import { Conversation, eachOf } from './conversation.js';
import { type RuntimeTarget, type Session } from './target.js';

const SETUP = { plan: mergePlans([]), probes: [], version: '1.0.0' } as const;
const DEADLINES = { batch: 30, suspect: 20, single: 10 };

/** A target in memory that goes down at some inputs, and counts its starts. */
function fragile(goesDown: (input: Plain) => 'crash' | 'hang' | undefined) {
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
    exchange: async ({ requests }) => {
      for (const { target } of requests) {
        const how = goesDown(target);
        if (how !== undefined) throw new TargetDown(how, `at ${target}`);
      }
      return { responses: [], log: [] };
    },
    stop: async () => {
      seen.stops++;
    },
  };
  const target: RuntimeTarget = {
    name: 'fragile',
    kind: 'fragile',
    implementation: 'unknown',
    capabilities: new Set(['evaluate', 'exchange']),
    options: [],
    start: async () => {
      seen.starts++;
      return session;
    },
  };
  return { seen, conversation: new Conversation(target, SETUP, DEADLINES) };
}

const units = (inputs: readonly Plain[]) => inputs.map((input) => ({ probe: 0, input }));
const numbers = Array.from({ length: 40 }, (_, i) => i);

test('evaluate: a crash is found at the one input that causes it, and the rest is observed', async (t) => {
  const { seen, conversation } = fragile((input) => (input === 17 ? 'crash' : undefined));
  const [observed = []] = await conversation.evaluate([units(numbers)], 1);
  t.deepEqual(observed[17], { kind: 'crashed', detail: 'at 17' });
  t.equal(observed.filter(({ kind }) => kind === 'returned').length, 39);
  t.ok(seen.starts > 3 && seen.starts < 20, `${seen.starts} starts, not one for each input`);
  await conversation.close();
  t.equal(seen.stops, seen.starts, 'every session was stopped');
});

test('evaluate: a hang is reported with the deadline of a single input', async (t) => {
  const { conversation } = fragile((input) => (input === 3 ? 'hang' : undefined));
  const [observed = []] = await conversation.evaluate([units([1, 2, 3, 4])], 1);
  t.deepEqual(observed[2], { kind: 'hung', afterMs: 10 });
  t.deepEqual(
    observed.map(({ kind }) => kind),
    ['returned', 'returned', 'hung', 'returned'],
  );
});

test('evaluate: a crash that does not happen again on a fresh start is blamed on no input', async (t) => {
  let once = true;
  const { conversation } = fragile((input) => {
    if (input !== 5 || !once) return undefined;
    once = false;
    return 'crash';
  });
  const [observed = []] = await conversation.evaluate([units(numbers)], 1);
  t.ok(observed.every(({ kind }) => kind === 'returned'));
});

test('exchange: only the guilty exchange is blamed, others side by side are repeated', async (t) => {
  const { conversation } = fragile((target) => (target === '/5' ? 'crash' : undefined));
  const trials = numbers.map((n) => ({
    input: n,
    requests: [{ target: `/${n}` }],
    expect: () => ({ kind: 'throws' }) as const,
  }));
  const observed = await conversation.exchange(trials, 8);
  t.deepEqual(
    observed.map(({ kind }, i) => (kind === 'crashed' ? i : -1)).filter((i) => i >= 0),
    [5],
  );
});

test('eachOf: keeps the order, and no more than so many are under way', async (t) => {
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
