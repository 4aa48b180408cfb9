import test from 'tape';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { returns } from '../language/law.js';
import type { Talk } from '../language/talk.js';
import { type Drawn, TalkAsking } from './asking.js';
import { INTERRUPTED } from './conversation.js';
import { TargetUnavailable } from './target.js';

/** A case of so many trials; the `i`-th conversation returns `i`. */
function drawn(trials: number): Drawn {
  const trialOf = (_: unknown, i: number): Trial => ({
    input: i,
    converse: { with: 'server', run: async () => i },
    expect: () => returns(i),
  });
  return {
    of: {
      id: 'object.one/law',
      strength: 'must',
      requirement: 'object.one',
      subject: 'server',
      body: { kind: 'exchange', needs: [], plan: () => ({}), trials: () => ({ one: trialOf(0, 0) }) },
      at: (path) => path,
      replay: '',
    },
    trials: Array.from({ length: trials }, trialOf),
  };
}

/** A partner that answers, until `instead` has something else to say of the n-th conversation. */
const talkWith = (instead: (held: number) => Observation | undefined): Talk & { held: number } => ({
  held: 0,
  async hold() {
    this.held += 1;
    return instead(this.held) ?? { kind: 'returned', value: this.held };
  },
  stop: async () => undefined,
});

const whys = (observed: readonly (readonly Observation[])[]): readonly string[] =>
  observed.flat().map((one) => (one.kind === 'unobservable' ? one.why : one.kind));

test('a partner that is lost on the way is told once; what was observed before is kept', async (t) => {
  const told: string[] = [];
  const talk = talkWith((held) => {
    if (held === 3) throw new TargetUnavailable('it cannot be reached');
    return undefined;
  });
  const asking = new TalkAsking(talk, 1, { gone: (why) => told.push(why) });
  const observed = await asking.askAll([drawn(2), drawn(3)]);
  const lost = 'it cannot be reached';
  t.deepEqual(whys(observed), ['returned', 'returned', lost, lost, lost]);
  t.equal(talk.held, 3, 'it is not asked again');
  t.deepEqual(told, [lost]);
});

test('once interrupted, no conversation is begun', async (t) => {
  const interruption = new AbortController();
  const talk = talkWith((held) => {
    if (held === 2) interruption.abort();
    return undefined;
  });
  const asking = new TalkAsking(talk, 1, { interruption: interruption.signal });
  t.deepEqual(whys(await asking.askAll([drawn(4)])), ['returned', 'returned', INTERRUPTED, INTERRUPTED]);
});

test('what breaks down is tried once more', async (t) => {
  const talk = talkWith((held) => (held === 1 ? { kind: 'crashed', detail: 'reset' } : undefined));
  t.deepEqual(whys(await new TalkAsking(talk, 1).askAll([drawn(1)])), ['returned']);
  const broken = talkWith(() => ({ kind: 'crashed', detail: 'reset' }));
  t.deepEqual(whys(await new TalkAsking(broken, 1).askAll([drawn(1)])), ['crashed']);
  t.equal(broken.held, 2);
});

test('our own fault is loud', async (t) => {
  const talk = talkWith(() => {
    throw new RangeError('ours');
  });
  try {
    await new TalkAsking(talk, 1).askAll([drawn(1)]);
    t.fail('nothing was thrown');
  } catch (error) {
    t.ok(error instanceof RangeError);
  }
});
