import test from 'tape';
import { drawTrials } from '../../../executor/draw.js';
import { compare, type Mismatch } from '../../../executor/judge.js';
import { encode } from '../../../language/encoding.js';
import type { Trial } from '../../../language/trial.js';
import { sequences } from './sequences.js';

const BRIEF = 50;

function commandsIn({ input }: Trial): readonly (readonly unknown[])[] {
  if (typeof input !== 'object' || input === null || !('commands' in input)) throw new Error('no commands');
  return Array.isArray(input.commands) ? input.commands : [];
}

/** A target whose brief entries are gone when they are read, and the delay that it reports. */
function judged(trial: Trial, late: number): Mismatch | undefined {
  const held = new Map<unknown, unknown>();
  const account = ([, operation, key, value, lives]: readonly unknown[]) => {
    if (operation === 'set' && lives === BRIEF) held.delete(key);
    else if (operation === 'set') held.set(key, value);
    const outcome = operation === 'set' ? { itself: true } : operation === 'get' ? held.get(key) : true;
    return ['returned', { outcome: ['returned', outcome], now: held.get(key), before: 0, after: 0, late, torn: false }];
  };
  return compare(trial.expect(), { kind: 'returned', value: encode(commandsIn(trial).map(account)) });
}

test('brief entries may be gone only if the target was held up', (t) => {
  const { trials } = sequences({ zone: 'lasting-numbers', operations: ['set', 'get', 'wait'] });
  const drawn = drawTrials(
    'a',
    trials(() => 'zone'),
    { seed: 1, runs: 50 },
  );
  t.deepEqual(
    drawn.map((trial) => judged(trial, BRIEF)).filter((mismatch) => mismatch !== undefined),
    [],
  );
  t.ok(drawn.every((trial) => judged(trial, 0)?.reason === 'wrong'));
  t.end();
});
