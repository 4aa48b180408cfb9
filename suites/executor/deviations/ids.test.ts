/** Recorded deviations name existing requirements and cases. */
import test from 'tape';
import { knownIds } from '../../cases/generated/ids.js';
import { whyUnknown } from '../id-glob.js';
import { deviationIds } from './deviations.js';
import { knownDeviations } from './files.js';

test('deviations: each names existing requirements or cases', (t) => {
  const ids = knownDeviations().flatMap(deviationIds);
  t.deepEqual(
    ids.flatMap((id) => whyUnknown(id, knownIds) ?? []),
    [],
  );
  t.end();
});
