/** Recorded deviations name existing requirements and cases. */
import test from 'tape';
import { unknownId } from '../../../spec/reading/former.js';
import { knownIds } from '../../cases/generated/ids.js';
import { deviationIds } from './deviations.js';
import { knownDeviations } from './files.js';

test('deviations: each names existing requirements or cases', (t) => {
  const ids = knownDeviations().flatMap(deviationIds);
  t.deepEqual(
    ids.flatMap((id) => unknownId(id, knownIds) ?? []),
    [],
  );
  t.end();
});
