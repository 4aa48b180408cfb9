import test from 'tape';
import { http, location, ownZone, type Setup } from '../language/setup.js';
import type { RunnableCase } from './planned.js';
import { refusedAmong } from './refusals.js';
import { SetupRefused } from './target.js';
import { plannedCase } from './testing/planned.js';

const planned = (id: string, setup: Setup): RunnableCase =>
  plannedCase(id, { setup, trials: () => ({ many: neverDrawn() }) });

const neverDrawn = (): never => {
  throw new Error('nothing is drawn');
};

/** So many cases of a few shapes each, and one shape with only one case. */
const CASES = Array.from({ length: 400 }, (_, i) => {
  const settings: { readonly [name: string]: string }[] = [{ a: '1' }, { b: '1' }, { c: '1' }, { bad: '1' }];
  return planned(`${i}`, [http(location('/x', settings[i % 4] ?? {}), ownZone({ name: `z${i}`, size: '32k' }))]);
});

/** A host that refuses what `refuses` selects, with a count of its starts. */
function host(refuses: (of: RunnableCase) => boolean) {
  const seen = { starts: 0 };
  const start = async (some: readonly RunnableCase[]): Promise<SetupRefused | undefined> => {
    seen.starts += 1;
    const refused = some.find(refuses);
    return refused === undefined ? undefined : new SetupRefused('host', `no ${refused.id}`);
  };
  return { seen, start };
}

const FIRST = new SetupRefused('host', 'at first');
const holds = (word: string) => (of: RunnableCase) => JSON.stringify(of.body.setup).includes(`"${word}"`);
const ids = (refusals: Awaited<ReturnType<typeof refusedAmong>>): string[] => refusals.map(({ of }) => of.id).sort();

test('refusedAmong: all cases of a shape that is refused, found with a few starts', async (t) => {
  const { seen, start } = host(holds('bad'));
  const refusals = await refusedAmong(CASES, FIRST, start);
  t.deepEqual(
    ids(refusals),
    CASES.filter(holds('bad'))
      .map(({ id }) => id)
      .sort(),
  );
  t.ok(seen.starts <= 8, `${seen.starts} starts`);
  t.ok(
    refusals.every(({ known, hostError }) => known && hostError === 'no 3'),
    'each with the message of the host about one of them',
  );
});

test('refusedAmong: one case whose script is refused is found among those with the same directives', async (t) => {
  const { seen, start } = host(({ id }) => id === '201');
  t.deepEqual(ids(await refusedAmong(CASES, FIRST, start)), ['201']);
  t.ok(seen.starts < 30, `${seen.starts} starts`);
});

test('refusedAmong: starts are bounded, and unresolved cases are marked', async (t) => {
  const { seen, start } = host(({ id }) => Number(id) % 3 === 0);
  const refusals = await refusedAmong(CASES, FIRST, start, 20);
  t.equal(seen.starts, 20);
  t.ok(
    refusals.some(({ known }) => !known),
    'some are not known',
  );
  t.ok(CASES.filter(({ id }) => Number(id) % 3 === 0).every((one) => refusals.some(({ of }) => of === one)));
});

test('refusedAmong: none if only all together are refused', async (t) => {
  t.deepEqual(await refusedAmong(CASES, FIRST, async () => undefined), []);
});
