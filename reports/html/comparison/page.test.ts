import test from 'tape';
import { compareReports } from '../../comparison/compare.js';
import type { Comparison } from '../../comparison/model.js';
import { axeFindings } from '../../testing/axe.js';
import { findChromium } from '../../testing/chromium.js';
import { withFile } from '../../testing/files.js';
import { BROKEN, sampleSources } from '../../testing/matrix.js';
import { nastyReport, sampleReport } from '../../testing/sample.js';
import { htmlComparison } from './page.js';

const chromium = findChromium();
const options = { skip: chromium === undefined ? 'chromium is not installed' : false, timeout: 600_000 } as const;

const SHOWN = `[...document.querySelectorAll('.case')].filter((one) => one.closest('[hidden]') === null).map(({ id }) => id)`;

/** The newest sample against an older one: what was fixed is broken, and the other way round. */
function comparison(): Comparison {
  const [, newest, older] = sampleSources();
  if (newest === undefined || older === undefined) throw new Error('there are no samples');
  return {
    ...compareReports(newest.report, older.report),
    differential: {
      inputs: 200,
      agreed: 190,
      differed: 7,
      dropped: 1,
      unobserved: 2,
      differing: 3,
      plantedFound: true,
      groups: [
        {
          requirement: 'buffer.read-int.bounds',
          title: 'Buffer',
          says: 'What is read stands inside.',
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

test('comparison page: the sentence, both runs, and each change with both answers', (t) => {
  const text = htmlComparison(comparison(), 'index.html');
  t.ok(text.includes('WORSE: 1 regressed<span class="rest">, '), 'what decided stands out');
  t.ok(text.includes('<a href="index.html">All targets</a>'));
  t.equal([...text.matchAll(/<p class="made">/g)].length, 2);
  t.match(text, /Before: as expected<\/figcaption><pre[^>]*>\n\{&quot;returned&quot;:<mark>6<\/mark>/);
  t.match(text, /After<\/figcaption><pre[^>]*>\n\{&quot;returned&quot;:<mark>1<\/mark>/);
  t.ok(text.includes('Uint8Array &lt;00 ff&gt;'), 'inputs of the differential are readable');
  const same = htmlComparison(compareReports(sampleReport(), sampleReport()));
  t.ok(same.includes('NOT WORSE') && !same.includes('class="case"'));
  t.end();
});

test('comparison page: no text becomes markup, and axe-core finds nothing', options, async (t) => {
  const nasty = nastyReport();
  const better = { ...nasty, target: { ...nasty.target, runtimeVersion: '2' } };
  const changed = {
    ...better,
    requirements: better.requirements.map((one) => ({
      ...one,
      cases: one.cases.map((of) => ({ ...of, ...(of.verdict === 'violates' && { observed: `${of.observed} not` }) })),
    })),
  };
  await withFile(chromium ?? '', htmlComparison(compareReports(nasty, changed)), async (page, url) => {
    await page.open(`${url}#change=`);
    t.notEqual(await page.evaluate('document.title'), 'owned');
    t.ok(Number(await page.evaluate(`${SHOWN}.length`)) > 0);
    t.deepEqual(page.complaints, []);
  });
  await withFile(chromium ?? '', htmlComparison(comparison()), async (page, url) => {
    await page.open(url);
    t.deepEqual(await page.evaluate(SHOWN), [BROKEN], 'what got worse is shown first');
    await page.open(`${url}#${BROKEN}`);
    t.ok(await page.evaluate(`document.getElementById(${JSON.stringify(BROKEN)}).open`));
    await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
    t.deepEqual(await axeFindings(page), []);
    t.deepEqual(page.complaints, []);
  });
});
