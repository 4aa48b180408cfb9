import test from 'tape';
import { liftedSource } from './lifting.js';
import { probeComplaints } from './testing/probe-language.js';

test('a destructured first parameter is lifted without a pattern', async (t) => {
  const lifted = [
    liftedSource('({ a, b }, t) => a + t(b)'),
    liftedSource('({ a, b: c }, t) => { return a + t(c); }'),
    liftedSource('async ({ a, b }, t) => { const d = await t(b); return a + d; }'),
  ];
  for (const source of lifted) {
    t.deepEqual(probeComplaints(source), [], source);
    const probe: (input: object, t: (n: number) => number) => unknown = new Function(`return ${source}`)();
    t.equal(await probe({ a: 1, b: 2 }, (n) => n * 10), 21);
  }
  t.equal(liftedSource('(input, t) => input'), '(input, t) => input', 'other functions are lifted unchanged');
});
