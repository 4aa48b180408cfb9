import test from 'tape';
import { compareReports } from '../../comparison/compare.js';
import type { Comparison } from '../../comparison/model.js';
import { BROKEN, sampleSources } from '../../testing/matrix.js';
import { packedIn } from '../../testing/packed.js';
import { CASES, go, inBrowser, withText } from '../../testing/pages.js';
import { nastyReport, sampleReport, withCases } from '../../testing/sample.js';
import { changeEntries } from './changes.js';
import { htmlComparison } from './page.js';

/** The newest sample against an older one. Fixed cases of the older one are broken in the newest, and the reverse. */
function comparison(): Comparison {
  const [, newest, older] = sampleSources();
  if (newest === undefined || older === undefined) throw new Error('there are no samples');
  return {
    ...compareReports(newest.report, older.report),
    differential: {
      inputs: 200,
      agreed: 190,
      differed: 7,
      ignored: 0,
      dropped: 1,
      unobserved: 2,
      differing: 3,
      plantedFound: true,
      groups: [
        {
          requirement: 'buffer.read-int.bounds',
          title: 'Buffer',
          says: 'The value that is read is inside.',
          blame: 'second',
          cause: 'the first returns, the second throws RangeError',
          cases: ['buffer.read-int.bounds/2'],
          examples: [
            {
              id: 'buffer.read-int.bounds/2',
              input: '{"bytes":{"$bytes":"00ff"}}',
              first: 'returns 1',
              second: 'returns 2',
              replays: ['srvspec replay one', 'srvspec replay other'],
            },
          ],
        },
      ],
    },
  };
}

test('comparison page: it has the summary, both runs, and each change with both answers', (t) => {
  const text = htmlComparison(comparison(), 'index.html');
  t.ok(text.includes('WORSE: 1 regressed<span class="rest">, '), 'the deciding words are in bold');
  t.ok(text.includes('<a href="index.html">All targets</a>'));
  t.equal([...text.matchAll(/<p class="made">/g)].length, 2);
  const made = changeEntries(comparison())
    .flatMap((entry) => (entry.kind === 'heading' ? [] : entry.items.map((item) => item.content().toString())))
    .join('');
  t.match(made, /Before: as expected<\/figcaption><pre[^>]*>\n\{&quot;returned&quot;:<mark>6<\/mark>/);
  t.match(made, /After<\/figcaption><pre[^>]*>\n\{&quot;returned&quot;:<mark>1<\/mark>/);
  t.ok(text.includes('Uint8Array &lt;00 ff&gt;'), 'inputs of the differential are readable');
  const same = htmlComparison(compareReports(sampleReport(), sampleReport()));
  t.ok(same.includes('NOT WORSE'));
  t.deepEqual(packedIn(same).groups, []);
  t.end();
});

test('comparison page: no text becomes markup, and changes for the worse come first', inBrowser, async (t) => {
  const nasty = nastyReport();
  const better = { ...nasty, target: { ...nasty.target, runtimeVersion: '2' } };
  const changed = withCases(better, (one) =>
    one.verdict === 'violates' ? { ...one, observed: `${one.observed} not` } : one,
  );
  await withText(htmlComparison(compareReports(nasty, changed)), async (page, url) => {
    await go(page, `${url}#change=`);
    t.notEqual(await page.evaluate('document.title'), 'owned');
    t.ok(Number(await page.evaluate(`${CASES}.length`)) > 0);
    t.deepEqual(page.complaints, []);
  });
  await withText(htmlComparison(comparison()), async (page, url) => {
    await go(page, url);
    t.deepEqual(await page.evaluate(CASES), [BROKEN], 'changes for the worse are shown first');
    await go(page, `${url}#${BROKEN}`);
    t.ok(await page.evaluate(`document.getElementById(${JSON.stringify(BROKEN)}).open`));
    t.deepEqual(page.complaints, []);
  });
});
