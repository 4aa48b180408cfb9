import test from 'tape';
import { mergePlans, PlanError } from './setup.js';

test('mergePlans: equal definitions are kept once, contradicting ones are refused', (t) => {
  const zone = { name: 'z', size: '32k' };
  const handler = () => 1;
  const merged = mergePlans([
    { zones: [zone] },
    { zones: [{ ...zone }], jsSets: [{ name: 's', handler }] },
    { jsSets: [{ name: 's', handler }] },
  ]);
  t.deepEqual(merged.zones, [zone]);
  t.equal(merged.jsSets.length, 1);
  t.throws(() => mergePlans([{ zones: [zone] }, { zones: [{ name: 'z', size: '64k' }] }]), PlanError);
  t.throws(
    () => mergePlans([{ jsSets: [{ name: 's', handler }] }, { jsSets: [{ name: 's', handler: () => 2 }] }]),
    PlanError,
  );
  t.end();
});
