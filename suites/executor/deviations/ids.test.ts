/** Recorded deviations name what there is. */
import test from 'tape';
import { knownIds } from '../../cases/generated/ids.js';
import { whyUnknown } from '../id-glob.js';
import { deviationIds } from './deviations.js';
import { knownDeviations } from './files.js';

test('deviations: each names requirements or cases that there are', (t) => {
  const ids = knownDeviations().flatMap(deviationIds);
  t.deepEqual(
    ids.flatMap((id) => whyUnknown(id, knownIds) ?? []),
    [],
  );
  t.end();
});
