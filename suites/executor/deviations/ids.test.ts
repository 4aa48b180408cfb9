/** Recorded deviations name what there is. */
import test from 'tape';
import { unknownId } from '../../../spec/reading/former.js';
import { knownIds } from '../../cases/generated/ids.js';
import { deviationIds } from './deviations.js';
import { knownDeviations } from './files.js';

test('deviations: each names requirements or cases that there are', (t) => {
  const ids = knownDeviations().flatMap(deviationIds);
  t.deepEqual(
    ids.flatMap((id) => unknownId(id, knownIds) ?? []),
    [],
  );
  t.end();
});
