import test from 'tape';
import { isTaken, shareOf } from '../../../generators/build/testing/share.js';
import type { RequirementReport } from '../../../reports/model.js';
import { objects } from '../../cases/generated/index.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import { run } from '../../executor/run.js';
import type { Deadlines } from '../../executor/sessions.js';
import { keptOf } from '../../language/case.js';
import { DICTIONARY_FAULTS, type Faults, withFaults } from './dictionaries.js';
import { thinned } from './testing/thinned.js';

const loaded = Promise.all(
  objects.filter(({ object }) => object.startsWith('2-host-objects/shared-dict')).map(({ load }) => load()),
);

/** None of these dictionaries hangs, so a shorter time would only make slow machines fail. */
const PATIENT: Deadlines = { batch: 60_000, suspect: 60_000, single: 60_000 };

/** Each confirmation takes a start. Unconfirmed failures are checked too. */
const CONFIRMED = 3;

const judged = async (faults: Faults, version?: string, only = ''): Promise<readonly RequirementReport[]> => {
  const chosen = keptOf(await loaded, (_, { id }) => id.startsWith(only));
  const { requirements } = await run(withFaults(faults, version), only === '' ? thinned(chosen, 1) : chosen, {
    ...{ seed: 1, runs: 3, shrinks: false, jobs: 8, deadlines: PATIENT, confirmations: CONFIRMED },
    deviations: new DeviationList('miniature', []),
  });
  return requirements;
};

/** Operations that rows of errors name. */
const ERRORS: { readonly [row: string]: readonly string[] } = {
  '2/errors/add': ['add', 'replace'],
  '2/errors/incr': ['incr'],
  '2/errors/shared-dict': ['add', 'incr', 'replace', 'set'],
};

/** Whether a requirement is about one of the operations. */
const isAbout = ({ rows }: RequirementReport, faults: Faults): boolean =>
  Object.keys(faults).some((name) =>
    rows.some((row) => row === `2/shared-dict-operations/${name}` || ERRORS[row]?.includes(name)),
  );

const blamed = (requirements: readonly RequirementReport[]): RequirementReport[] =>
  requirements.filter(({ cases }) =>
    cases.some(({ verdict, reason }) => verdict === 'violates' || reason.startsWith('not confirmed alone, ')),
  );

function tellsRight(t: test.Test, requirements: readonly RequirementReport[], faults: Faults): void {
  const wrong = blamed(requirements);
  const confirmed = requirements.filter(({ verdict }) => verdict === 'violates');
  t.ok(confirmed.length > 0, `${wrong.length} requirements are blamed, ${confirmed.length} of them violated`);
  t.deepEqual(
    wrong.filter((one) => !isAbout(one, faults)).map(({ id }) => id),
    [],
    'each of them is about a wrong operation',
  );
}

for (const [name, faults] of shareOf(Object.entries(DICTIONARY_FAULTS), 'wrong dictionaries')) {
  test(`a dictionary whose ${name}: the blame is on that operation`, async (t) => {
    tellsRight(t, await judged(faults), faults);
  });
}

test('a slow dictionary is not wrong', async (t) => {
  // Each script calls set of a realm of its own.
  const set = `(() => {
    let calls = 0;
    return function (...args) {
      const until = Date.now() + (calls++ < 5 ? 30 : 0);
      while (Date.now() < until);
      return right.apply(this, args);
    };
  })()`;
  const requirements = await judged({ set }, undefined, 'shared-dict-timeout.ttl.down');
  t.deepEqual(
    requirements.map(({ id, verdict }) => [id, verdict]),
    [['shared-dict-timeout.ttl.down', 'conforms']],
  );
});

test('a dictionary of 0.8.0 with several faults: the blame is on those operations, and most of the rest conforms', {
  skip: !isTaken('several faults at once'),
}, async (t) => {
  const faults: Faults = { clear: '() => undefined', size: '() => 0', keys: '() => []' };
  const requirements = await judged(faults, '0.8.0');
  tellsRight(t, requirements, faults);
  const others = requirements.filter((one) => one.strength === 'must' && !isAbout(one, faults));
  t.deepEqual(
    others.filter(({ verdict }) => verdict !== 'conforms' && verdict !== 'not-applicable').map(({ id }) => id),
    [],
  );
});
