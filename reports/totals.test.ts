import test from 'tape';
import type { VerdictKind } from './model.js';
import { countOf, totalsOf, verdictOf, WORST_FIRST } from './totals.js';

const judged = (...verdicts: readonly VerdictKind[]) => verdicts.map((verdict) => ({ verdict }));

test('totals count every verdict', (t) => {
  const totals = totalsOf(
    judged('recorded', 'conforms', 'not-applicable', 'conforms', 'violates', 'deviates', 'inconclusive'),
  );
  t.deepEqual(totals, { conforms: 2, recorded: 1, violates: 1, deviates: 1, notApplicable: 1, inconclusive: 1 });
  t.equal(countOf(totals, 'not-applicable'), 1);
  t.equal(countOf(totals, 'conforms'), 2);
  t.end();
});

test('the worst verdict wins, wherever it is', (t) => {
  WORST_FIRST.forEach((verdict, at) => {
    const notBetter = WORST_FIRST.slice(at);
    t.equal(verdictOf(judged(...notBetter)), verdict);
    t.equal(verdictOf(judged(...[...notBetter].reverse())), verdict);
  });
  t.equal(verdictOf([]), 'inconclusive', 'nothing was judged');
  t.end();
});
