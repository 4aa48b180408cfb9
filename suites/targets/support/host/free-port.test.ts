import test from 'tape';
import { freePorts } from './free-port.js';

test('free ports differ from each other', async (t) => {
  const ports = await freePorts(400);
  t.equal(new Set(ports).size, 400);
  t.deepEqual(await freePorts(0), []);
});
