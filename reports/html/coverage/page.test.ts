import test from 'tape';
import { SAMPLE_ROWS, SAMPLE_SPEC } from '../../testing/kinds.js';
import { go, inBrowser, withText } from '../../testing/pages.js';
import { sampleReport } from '../../testing/sample.js';
import { htmlCoverage, rowData } from './page.js';
import { rowEntries } from './rows.js';

test('coverage page: each row has its state, and requirements their verdicts', (t) => {
  const view = {
    spec: SAMPLE_SPEC,
    rows: SAMPLE_ROWS,
    report: sampleReport(),
    places: { report: 'run.html', matrix: 'index.html' },
  };
  const items = rowEntries(rowData(view)).flatMap((entry) => (entry.kind === 'heading' ? [] : entry.items));
  const text = `${htmlCoverage(view)}${items.map((item) => item.content().toString()).join('')}`;
  const states = items.map(({ id, value }) => [id, value]);
  t.deepEqual(states, [
    ['2/dict/incr', 'covered'],
    ['2/dict/get', 'partly'],
    ['2/dict/title', 'excluded'],
    ['2/dict/later', 'pending'],
  ]);
  t.ok(text.includes('<a href="run.html#shared-dict.incr.missing-key">'), 'to the run');
  t.ok(text.includes('violates; ✗ 1 violates · ✓ 7 conforms'), 'with its verdict');
  t.ok(text.includes('<a href="index.html#in=2/dict/incr">'), 'to the row in the matrix');
  for (const words of [
    'Left out: 0.8.4',
    'states nothing that can be tested',
    '1 covered, 1 partly, 1 pending, 1 excluded',
  ])
    t.ok(text.includes(words), words);
  t.end();
});

test('coverage page: rows are filtered by state and place', inBrowser, async (t) => {
  await withText(htmlCoverage({ spec: SAMPLE_SPEC, rows: SAMPLE_ROWS }), async (page, url) => {
    await go(page, `${url}#state=partly,pending`);
    t.equal(await page.evaluate(`document.querySelector('output').value`), '1 of 1 sections, 2 of 4 rows');
    await go(page, `${url}#in=2/dict/incr`);
    t.equal(await page.evaluate(`document.querySelector('output').value`), '1 of 1 sections, 1 of 4 rows');
    await go(page, `${url}#2/dict/get`);
    t.ok(await page.evaluate(`document.getElementById('2/dict/get').open`));
    t.deepEqual(page.complaints, []);
  });
});
