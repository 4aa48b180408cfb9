import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { drawnOf } from './drawing.js';
import { wrongRuntimes } from './suspects.js';

/** A seed whose cases take no long waits. */
const SEED = 1;
const COUNT = 2;

test('drawn folders show what is wrong, and not on the reference', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'srvspec-drawn-'));
  try {
    const suspects = await wrongRuntimes(scratch);
    const drawn = await drawnOf(suspects, { count: COUNT, seed: SEED, scratch: join(scratch, 'folders'), jobs: 2 });
    t.equal(drawn.length, COUNT);
    for (const { suspect, id, outcome, why } of drawn)
      t.ok(outcome === 'shown' || outcome === 'refused', `${outcome}, ${suspect}: ${id}; ${why}`);
    t.ok(drawn.some(({ outcome }) => outcome === 'shown'));
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
});
