import test from 'tape';
import type { CaseReport, RunReport } from '../../model.js';
import { CASES, elementOf, go, inBrowser, withText } from '../../testing/pages.js';
import { sampleReport, withCases } from '../../testing/sample.js';
import { htmlReport } from './page.js';

const LONG = 'shared-dict.incr.missing-key/3';
const MEGABYTE = 'x y '.repeat(1 << 18);

/** The sample with texts that are longer than anybody reads. */
function longReport(): RunReport {
  const [expected, observed] = [`${MEGABYTE}left ${MEGABYTE}`, `${MEGABYTE}right ${MEGABYTE}`];
  const long = (one: CaseReport): CaseReport => ({
    ...one,
    reason: `wrong: ${observed} and more`,
    counterexample: JSON.stringify({ text: MEGABYTE }),
    expected,
    observed,
  });
  return withCases(sampleReport(), (one) => (one.id === LONG ? long(one) : one));
}

test('page: values of megabytes are cut to where they differ, and can still be found', inBrowser, async (t) => {
  await withText(htmlReport(longReport()), async (page, url) => {
    const start = performance.now();
    await go(page, `${url}#${LONG}`);
    // Far more than it takes, since machines that run tests are busy.
    t.ok(performance.now() - start < 20_000, 'quickly');
    const panels = `[...${elementOf(LONG)}.querySelectorAll('pre')].map(({ textContent }) => textContent.trim())`;
    const lengths = [await page.evaluate(`${panels}.map(({ length }) => length)`)].flat().map(Number);
    t.equal(lengths.length, 3);
    for (const length of lengths) t.ok(length < 25_000, `${length} characters`);
    t.deepEqual(
      await page.evaluate(`[...${elementOf(LONG)}.querySelectorAll('mark')].map(({ textContent }) => textContent)`),
      ['left', 'right'],
      'where they differ',
    );
    t.match(String(await page.evaluate(`${panels}[1]`)), /^… 1,047,\d{3} characters, the same in both …/);
    t.match(String(await page.evaluate(`${panels}[0]`)), /… 1,028,\d{3} more characters$/);
    t.ok(
      Number(await page.evaluate(`document.body.innerText.length`)) < 100_000,
      'and the rest of the page does not have it either',
    );
    await go(page, `${url}#text=right`);
    t.deepEqual(await page.evaluate(CASES), [LONG]);
  });
});
