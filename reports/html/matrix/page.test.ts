import test from 'tape';
import type { Page } from '../../testing/chromium.js';
import { BROKEN, LACKING, sampleSources } from '../../testing/matrix.js';
import { ADDRESS, COUNT, click, follow, go, inBrowser, withText, written } from '../../testing/pages.js';
import { nastyReport } from '../../testing/sample.js';
import { htmlMatrix } from './page.js';

/** Texts of the cells of the row with this id. */
const cells = (id: string): string =>
  `[...document.getElementById(${JSON.stringify(id)}).querySelectorAll('.cell')].map(({ textContent }) => textContent)`;
const opened = (work: (page: Page, url: string) => Promise<void>, sources = sampleSources()): Promise<void> =>
  withText(htmlMatrix(sources, { coverage: 'coverage.html' }), work);

test('matrix page: it has a table of the objects without its script', (t) => {
  const text = htmlMatrix(sampleSources());
  t.equal([...text.matchAll(/<tr class="object">/g)].length, 7);
  t.ok(text.includes('<th scope="row">Shared dictionary'), 'by name');
  t.ok(text.includes('srvspec run --target nginx:./example --seed 42 --runs 100'), 'which command made the runs');
  t.end();
});

test('matrix page: filters, sorting and columns are in the address', inBrowser, async (t) => {
  await opened(async (page, url) => {
    await go(page, url);
    t.equal(await page.evaluate(COUNT), '33 of 33 requirements, 264 of 264 cases');
    t.equal(await page.evaluate(written('hmac')), '5 of 33 requirements, 40 of 264 cases');
    t.equal(await page.evaluate(ADDRESS), '#text=hmac');
    await page.evaluate(click('[data-action=clear]'));
    await page.evaluate(click('[data-filter=down]'));
    t.equal(await page.evaluate(COUNT), '2 of 33 requirements, 2 of 264 cases');
    const expected: { readonly [hash: string]: string } = {
      '#differ=1': '1 of 33 requirements, 1 of 264 cases',
      '#differ=1&columns=example-host-0.8.9-njs,example-host-1.0.2-qjs': '0 of 33 requirements, 0 of 264 cases',
      '#status=unknown': '2 of 33 requirements, 2 of 264 cases',
      '#in=3/crypto-module': '5 of 33 requirements, 40 of 264 cases',
      '#text=SIGSEGV%20bounds': '1 of 33 requirements, 1 of 264 cases',
    };
    for (const [hash, count] of Object.entries(expected)) {
      await page.evaluate(follow(`location.hash = '${hash}'`));
      t.equal(await page.evaluate(COUNT), count, hash);
    }
    await go(page, `${url}#status=wrong&sort=example-host-1.0.2-qjs&columns=example-host-1.0.2-qjs`);
    t.deepEqual(
      await page.evaluate(
        `[...document.querySelectorAll('[data-column]')].filter((one) => one.checkVisibility()).map(({ textContent, ariaSort }) => textContent + ' ' + ariaSort)`,
      ),
      ['1.0.2 descending'],
    );
    await page.evaluate(click('[data-sort="example-host-1.0.2-qjs"]'));
    t.equal(
      await page.evaluate(ADDRESS),
      '#status=wrong&columns=example-host-1.0.2-qjs',
      'its heading switches sorting on and off',
    );
    t.deepEqual(page.complaints, []);
    t.deepEqual(
      [...new Set(page.requests.map((request) => request.split(/[?#]/)[0]))],
      [url],
      'nothing else is loaded',
    );
  });
});

test('matrix page: a link to a case shows which hosts differ, with the input', inBrowser, async (t) => {
  await opened(async (page, url) => {
    await go(page, `${url}#${BROKEN}`);
    t.deepEqual(await page.evaluate(cells(BROKEN)), ['✓', '✗', '✗', '✗']);
    t.equal(
      await page.evaluate(`document.getElementById(${JSON.stringify(BROKEN)}).querySelector('.changed').textContent`),
      'fixed in 1.0.2',
    );
    t.deepEqual(
      await page.evaluate(
        `[...document.querySelectorAll('tr.evidence .answer')].map((one) => [...one.querySelectorAll('.host')].map(({ textContent }) => textContent).join('; '))`,
      ),
      ['example host 1.0.2 njs', 'example host 0.8.9 njs; example host 0.8.4 njs; example host 1.0.2 qjs'],
      'hosts that answer alike share an entry',
    );
    t.deepEqual(
      await page.evaluate(`[...document.querySelectorAll('tr.evidence mark')].map(({ textContent }) => textContent)`),
      ['6', '6', '1', '1'],
    );
    t.equal(
      await page.evaluate(`document.querySelector('tr.evidence .replay code').textContent`),
      `srvspec replay '${BROKEN}' --target nginx:./example --seed 42`,
    );
    t.equal(
      await page.evaluate(`document.querySelector('tr.evidence .replay a').getAttribute('href')`),
      `newest.html#${BROKEN}`,
    );
    await go(page, `${url}#${LACKING}`);
    t.deepEqual(await page.evaluate(cells(LACKING)), ['✓', '✓', '?', '✓'], 'an unknown answer is no failure');
    await go(page, `${url}#in=2/shared-dict-operations/incr-missing-key`);
    t.deepEqual(await page.evaluate(cells('shared-dict.incr.missing-key')), ['✓', '✗ 7/8', '✗ 7/8', '✗ 7/8']);
    t.deepEqual(
      await page.evaluate(
        `[...document.querySelectorAll('tr.evidence pre')].slice(0, 3).map((one) => one.textContent.trim())`,
      ),
      ['{"key":"a","delta":1,"init":5}', '{"returned":6,"stored":6}', '{"returned":1,"stored":1}'],
      'from the row of the document to the input, at once',
    );
    t.ok(
      await page.evaluate(
        `document.querySelector('a[href="coverage.html#2/shared-dict-operations/incr-missing-key"]') !== null`,
      ),
    );
    t.deepEqual(page.complaints, []);
  });
});

test(
  'matrix page: a cell that is not green leads to a case with its reason, or to the finding',
  inBrowser,
  async (t) => {
    const findingOf = (_: string, id: string) => (id === BROKEN ? 'findings.html#incr' : undefined);
    const links = (row: string): string =>
      `[...${row}.querySelectorAll('.cell')].map((one) => one.querySelector('a')?.getAttribute('href') ?? '')`;
    const byId = (id: string): string => `document.getElementById(${JSON.stringify(id)})`;
    await opened(
      async (page, url) => {
        await go(page, `${url}#shared-dict.incr.missing-key`);
        const toCase = `#${BROKEN}`;
        t.deepEqual(await page.evaluate(links(byId('shared-dict.incr.missing-key'))), ['', toCase, toCase, toCase]);
        t.equal(
          await page.evaluate(
            `[...document.querySelectorAll('.wrong.cell, .down.cell, .partly.cell')].every((one) => one.querySelector('a'))`,
          ),
          true,
        );
        await page.evaluate(follow(`document.querySelector('a[href="${toCase}"]').click()`));
        t.equal(await page.evaluate(`${byId(BROKEN)}.className`), 'case-row revealed');
        const finding = 'findings.html#incr';
        t.deepEqual(await page.evaluate(links(byId(BROKEN))), ['', finding, finding, finding]);
        t.equal(await page.evaluate(`document.querySelector('tr.evidence .wrong a').getAttribute('href')`), finding);
        t.deepEqual(page.complaints, []);
      },
      sampleSources().map((source) => ({ ...source, findingOf })),
    );
  },
);

test('matrix page: observed text neither runs nor breaks the page', inBrowser, async (t) => {
  const report = nastyReport();
  const sources = [{ report }, { report: { ...report, requirements: report.requirements.slice(1) } }];
  await opened(async (page, url) => {
    await go(page, `${url}#status=wrong`);
    t.notEqual(await page.evaluate('document.title'), 'owned');
    t.equal(await page.evaluate(`document.querySelectorAll('[onmouseover], a[href^=javascript]').length`), 0);
    t.equal(await page.evaluate(COUNT), '8 of 8 requirements, 16 of 48 cases');
    await page.evaluate(
      `for (let i = 0; i < 16; i += 1) document.querySelector('.case-row .toggle[aria-expanded=false]')?.click()`,
    );
    t.equal(await page.evaluate(`document.querySelectorAll('tr.evidence').length`), 16);
    t.deepEqual(page.complaints, []);
  }, sources);
});

test('matrix page: 10,000 cases of four targets are small, and filtered at once', inBrowser, async (t) => {
  const sources = sampleSources(304);
  const text = htmlMatrix(sources);
  t.ok(text.length < 400_000, `${text.length} characters`);
  await withText(text, async (page, url) => {
    await go(page, url);
    const took = `(() => { const start = performance.now(); ${written('utf-8 37')}; return performance.now() - start; })()`;
    const milliseconds = Number(await page.evaluate(took));
    // Far more than it takes, since machines that run tests are busy.
    t.ok(milliseconds < 2000, `${milliseconds} ms`);
    t.equal(await page.evaluate(COUNT), '2 of 33 requirements, 6 of 10,032 cases');
    t.ok(
      Number(await page.evaluate(`document.querySelectorAll('#matrix tr').length`)) < 200,
      'only rows that are near are rendered',
    );
  });
});
