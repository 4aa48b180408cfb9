import test from 'tape';
import type { RunReport } from '../../model.js';
import type { Page } from '../../testing/chromium.js';
import { FRAMES } from '../../testing/looks.js';
import {
  ADDRESS,
  CASES,
  COUNT,
  casesOf,
  click,
  elementOf,
  follow,
  go,
  inBrowser,
  withText,
  written,
} from '../../testing/pages.js';
import { NASTY, nastyReport, sampleReport, serviceReport } from '../../testing/sample.js';
import { htmlReport } from './page.js';

const OPEN = `[...document.querySelectorAll('.requirement[open]')].map(({ id }) => id)`;

/** Runs the work with the report open in a browser; it gets the page's address. */
const withReport = (report: RunReport, work: (page: Page, url: string) => Promise<void>): Promise<void> =>
  withText(htmlReport(report), work);

test('page: it shows exactly what the address asks for', inBrowser, async (t) => {
  const report = sampleReport();
  const violates = casesOf(report, ({ verdict }) => verdict === 'violates');
  const expected: { readonly [hash: string]: readonly string[] } = {
    '': violates,
    '#verdict=': casesOf(report, () => true),
    '#verdict=violates': violates,
    '#verdict=deviates,inconclusive': casesOf(report, ({ verdict }) => /^(deviates|inconclusive)$/.test(verdict)),
    '#in=2': casesOf(report, (_, { document }) => document === 2),
    '#in=3/crypto-module': casesOf(report, (_, { object }) => object === 'crypto'),
    '#in=3/crypto': [],
    '#text=SIGSEGV%20bounds': ['buffer.read-int.bounds/2'],
    '#text=popping': casesOf(report, (_, { id }) => id === 'shared-dict.pop.absent'),
    '#verdict=deviates&in=3&text=typeerror': ['buffer.swap.odd/1'],
  };
  await withReport(report, async (page, url) => {
    await go(page, url);
    for (const [hash, cases] of Object.entries(expected)) {
      if (hash !== '') await page.evaluate(follow(`location.hash = '${hash}'`));
      t.deepEqual(await page.evaluate(CASES), cases, hash);
      t.equal(await page.evaluate(`document.querySelector('.nothing').hidden`), cases.length > 0);
    }
    t.deepEqual(
      [...new Set(page.requests.map((request) => request.split(/[?#]/)[0]))],
      [url],
      'nothing else is loaded',
    );
    t.deepEqual(page.complaints, []);
  });
});

test('page: a link to a requirement or a case opens it, also through a filter', inBrowser, async (t) => {
  const visible = (id: string): string => `${elementOf(id)}?.checkVisibility() ?? false`;
  const top = (id: string): string => `${elementOf(id)}.getBoundingClientRect().top`;
  await withReport(sampleReport(40), async (page, url) => {
    await go(page, `${url}#crypto.hmac.vectors`);
    t.ok(await page.evaluate(visible('crypto.hmac.vectors/1')), 'the packed data are there');
    t.ok(Math.abs(Number(await page.evaluate(top('crypto.hmac.vectors')))) < 200, 'and the page is scrolled to it');
    t.equal(await page.evaluate('document.activeElement.parentElement.id'), 'crypto.hmac.vectors', 'with the keyboard');
    await go(page, `${url}#verdict=violates`);
    t.notOk(await page.evaluate(visible('buffer.concat.length/39')));
    await page.evaluate(follow(`location.hash = 'buffer.concat.length/39'`));
    t.ok(await page.evaluate(visible('buffer.concat.length/39')), 'a case far down is rendered');
    t.ok(await page.evaluate(`${elementOf('buffer.concat.length/39')}.open`));
    t.ok(Math.abs(Number(await page.evaluate(top('buffer.concat.length/39')))) < 200);
    await page.evaluate(follow(`location.hash = '%zz'`));
    t.ok(await page.evaluate(visible('buffer.concat.length/39')), 'an address of nothing changes nothing');
    t.deepEqual(page.complaints, [], 'and is no error');
  });
});

test('page: buttons, search and places filter, and the address follows', inBrowser, async (t) => {
  const report = sampleReport();
  await withReport(report, async (page, url) => {
    await go(page, url);
    t.equal(await page.evaluate(`document.querySelector('[data-filter=violates]').ariaPressed`), 'true');
    await page.evaluate(click('[data-filter=deviates]'));
    t.equal(await page.evaluate(ADDRESS), '#verdict=violates,deviates');
    t.equal(await page.evaluate(`${OPEN}.length`), 5, 'few are opened');
    await page.evaluate(click('[data-action=clear]'));
    t.equal(await page.evaluate(COUNT), '33 of 33 requirements, 264 of 264 cases');
    t.deepEqual(await page.evaluate(OPEN), [], 'and closed again');
    await page.evaluate(`const place = document.querySelector('select'); place.value = '2';
      place.dispatchEvent(new Event('input', { bubbles: true }))`);
    t.deepEqual(
      await page.evaluate(CASES),
      casesOf(report, (_, { document }) => document === 2),
    );
    t.equal(await page.evaluate(`${OPEN}.length`), 18);
    await page.evaluate(click('[data-action=close]'));
    t.deepEqual(await page.evaluate(OPEN), []);
    await page.evaluate(follow(click('.coverage a[href="#in=3/query-string-module"]')));
    t.equal(await page.evaluate(COUNT), '4 of 33 requirements, 32 of 264 cases');
  });
});

test('page: each step can be gone back, and typed text is one step', inBrowser, async (t) => {
  await withReport(sampleReport(), async (page, url) => {
    await go(page, url);
    await page.evaluate(click('[data-filter=deviates]'));
    for (const text of ['h', 'hm', 'hmac']) await page.evaluate(written(text));
    await page.evaluate(follow(click('.causes a')));
    t.equal(await page.evaluate(`document.querySelectorAll('.revealed').length`), 1);
    const seen: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      await page.evaluate(follow('history.back()'));
      seen.push(await page.evaluate(`[${ADDRESS}, ${COUNT}].join(' ')`));
    }
    t.deepEqual(seen, [
      '#verdict=violates,deviates&text=hmac 0 of 33 requirements, 0 of 264 cases',
      '#verdict=violates,deviates 5 of 33 requirements, 5 of 264 cases',
      ' 3 of 33 requirements, 3 of 264 cases',
    ]);
  });
});

test('page: it can be used with the keyboard alone', inBrowser, async (t) => {
  await withReport(sampleReport(), async (page, url) => {
    await go(page, url);
    await page.press('Tab');
    t.equal(await page.evaluate('document.activeElement.className'), 'skip');
    await page.evaluate(follow(`location.hash = 'verdict='`));
    await page.press('/');
    t.equal(await page.evaluate('document.activeElement.name'), 'text');
    for (const letter of 'hmac') await page.press(letter);
    t.equal(await page.evaluate(COUNT), '5 of 33 requirements, 40 of 264 cases');
    t.equal(await page.evaluate(ADDRESS), '#text=hmac');
    await page.press('Escape');
    t.equal(await page.evaluate(COUNT), '33 of 33 requirements, 264 of 264 cases');
    for (let i = 0; i < 3; i += 1) await page.press('Tab');
    t.equal(await page.evaluate('document.activeElement.dataset.filter'), 'recorded');
    await page.press('Enter');
    t.equal(await page.evaluate(COUNT), '1 of 33 requirements, 8 of 264 cases');
    await page.evaluate(`document.querySelector('.requirement summary').focus()`);
    await page.press('Enter');
    t.deepEqual(await page.evaluate(OPEN), [], 'a group that a filter has opened is closed');
    await page.press('Enter');
    await page.evaluate(FRAMES);
    for (let i = 0; i < 3; i += 1) await page.press('Tab');
    t.equal(
      await page.evaluate('document.activeElement.parentElement.className'),
      'case',
      'from # over its row to the first case',
    );
    await page.press('Enter');
    await page.evaluate(FRAMES);
    t.ok(await page.evaluate(`document.querySelector('.case[open] pre') !== null`), 'it shows its evidence');
  });
});

test(
  'page: ten thousand cases of one requirement are filtered at once and rendered as they come near',
  inBrowser,
  async (t) => {
    const [first, ...others] = sampleReport(1).requirements;
    const cases = sampleReport(304).requirements.flatMap((one) => one.cases);
    const many = { ...sampleReport(1), requirements: first === undefined ? [] : [{ ...first, cases }, ...others] };
    await withReport(many, async (page, url) => {
      await go(page, `${url}#verdict=`);
      t.equal(await page.evaluate(COUNT), '33 of 33 requirements, 10,064 of 10,064 cases');
      await page.evaluate(`${click('.requirement summary')}; ${FRAMES}`);
      const made = Number(await page.evaluate(`document.querySelectorAll('.case').length`));
      t.ok(made > 0 && made < 300, `${made} cases are rendered`);
      const took = `(() => { const start = performance.now(); ${written('utf-8 37')}; return performance.now() - start; })()`;
      const milliseconds = Number(await page.evaluate(took));
      // Far more than it takes, since machines that run tests are busy.
      t.ok(milliseconds < 2000, `${milliseconds} ms`);
      t.match(String(await page.evaluate(COUNT)), /^\d of 33 requirements, \d+ of 10,064 cases$/);
      const last = String(cases.at(-1)?.id);
      await page.evaluate(follow(`location.hash = ${JSON.stringify(last)}`));
      t.ok(await page.evaluate(`${elementOf(last)}?.open`), 'a link leads to the last of them');
      t.ok(
        Number(await page.evaluate(`document.querySelectorAll('.case').length`)) < 300,
        'and renders its neighbours',
      );
      await page.evaluate(click('.cases [data-more]'));
      t.ok(await page.evaluate(`${elementOf(String(cases[0]?.id))} !== null`), 'a button shows the cases before it');
    });
  },
);

test('page: the replay command is copied, or at least selected', inBrowser, async (t) => {
  const command = "srvspec replay 'shared-dict.incr.missing-key/3' --target nginx:./example --seed 42";
  const button = `[id="shared-dict.incr.missing-key/3"] [data-action=copy]`;
  await withReport(sampleReport(), async (page, url) => {
    await go(page, url);
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
    await page.evaluate(`${click(button)}; ${FRAMES}`);
    t.equal(await page.evaluate('window.copied'), command);
    t.equal(await page.evaluate(`document.querySelector(${JSON.stringify(button)}).textContent`), 'Copied');
    const input = `[id="buffer.read-int.bounds/2"] figure`;
    t.match(
      String(await page.evaluate(`document.querySelector(${JSON.stringify(`${input} pre`)}).textContent`)),
      /Uint8Array <00 ff>/,
    );
    await page.evaluate(`${click(`${input} [data-action=copy]`)}; ${FRAMES}`);
    t.equal(
      await page.evaluate('window.copied'),
      '{"bytes":{"$bytes":"00ff"},"offset":2147483647,"byteLength":6}',
      'an input is read in one form, and copied in the one that replays take',
    );
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
    await page.evaluate(`${click(button)}; ${FRAMES}`);
    t.equal(await page.evaluate('String(getSelection())'), command);
  });
});

test('page: the leftovers of a service are folded until they are opened', inBrowser, async (t) => {
  const shown = (selector: string): string =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).map((one) => one.innerText)`;
  await withReport(serviceReport(), async (page, url) => {
    await go(page, url);
    t.deepEqual(await page.evaluate(shown('.service > ul > li')), [
      'serverId found at /data/id',
      'serverApiKey set to /data/apikey',
    ]);
    t.deepEqual(await page.evaluate(shown('.service details li')), []);
    await page.evaluate(click('.service summary'));
    t.equal(await page.evaluate(`${shown('.service details li')}.length`), 4);
    t.deepEqual(page.complaints, []);
  });
});

test('page: observed text neither runs nor breaks the page', inBrowser, async (t) => {
  await withReport(nastyReport(), async (page, url) => {
    await go(page, `${url}#verdict=`);
    t.equal(await page.evaluate('document.scripts.length'), 2, 'data and script');
    t.notEqual(await page.evaluate('document.title'), 'owned');
    t.equal(await page.evaluate(`document.querySelectorAll('[onmouseover], a[href^=javascript]').length`), 0);
    t.equal(await page.evaluate(`${CASES}.length`), NASTY.length * 6);
    for (const text of NASTY.slice(0, 4)) {
      const shown = `[...document.querySelectorAll('pre')].some(({ textContent }) => textContent === ${JSON.stringify(text)})`;
      t.ok(await page.evaluate(shown), text);
    }
    await go(page, `${url}#${encodeURIComponent(`nasty.0${NASTY[0]}/conforms`)}`);
    t.match(String(await page.evaluate(`document.querySelector('.revealed').id`)), /^nasty\.0<\/script>.*\/conforms$/);
    t.deepEqual(page.complaints, [], 'not even its policy had to step in');
  });
});
