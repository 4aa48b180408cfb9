import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import { drawnOf } from './drawing.js';
import { type Suspect, wrongClients, wrongRuntimes, wrongServices } from './suspects.js';

/** Kinds of targets, each with a seed whose cases take no long waits. */
const DRAWN: readonly (readonly [make: (folder: string) => Promise<Suspect[]>, seed: number, count: number])[] = [
  [wrongRuntimes, 1, 2],
  [wrongServices, 1, 2],
  [wrongClients, 1, 2],
];

for (const [make, seed, count] of shareOf(DRAWN, 'folders that are drawn'))
  test(`drawn folders show what is wrong, and not on the reference: ${make.name}`, async (t) => {
    const scratch = await mkdtemp(join(tmpdir(), 'srvspec-drawn-'));
    const suspects = await make(scratch);
    try {
      const drawn = await drawnOf(suspects, { count, seed, scratch: join(scratch, 'folders'), jobs: 2 });
      t.equal(drawn.length, count);
      for (const { suspect, id, outcome, why } of drawn)
        t.ok(outcome === 'shown' || outcome === 'refused', `${outcome}, ${suspect}: ${id}; ${why}`);
      t.ok(drawn.some(({ outcome }) => outcome === 'shown'));
    } finally {
      for (const suspect of suspects) await suspect.stop();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    }
  });
