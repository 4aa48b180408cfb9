import test from 'tape';
import type { CaseReport, RequirementReport, RunReport } from '../model.js';
import { axeFindings } from '../testing/axe.js';
import { findChromium, type Page } from '../testing/chromium.js';
import { withFile } from '../testing/files.js';
import { NASTY, nastyReport, sampleReport, serviceReport } from '../testing/sample.js';
import { htmlReport } from './report.js';

const chromium = findChromium();
const options = { skip: chromium === undefined ? 'chromium is not installed' : false, timeout: 600_000 } as const;

/** What of the page a person can see without opening anything that the filter has left shut. */
const SHOWN = `[...document.querySelectorAll('.case')].filter((one) => one.closest('[hidden]') === null).map(({ id }) => id)`;
const OPEN = `[...document.querySelectorAll('.requirement[open]:not([hidden])')].map(({ id }) => id)`;

/** Runs the work with the report open in a browser; it gets the page's address. */
const withReport = (report: RunReport, work: (page: Page, url: string) => Promise<void>): Promise<void> =>
  withFile(chromium ?? '', htmlReport(report), work);

function casesOf(report: RunReport, wanted: (one: CaseReport, requirement: RequirementReport) => boolean) {
  return report.requirements.flatMap((requirement) =>
    requirement.cases.filter((one) => wanted(one, requirement)).map(({ id }) => id),
  );
}

const click = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}).click()`;
const address = 'decodeURIComponent(location.hash)';

/** Two frames: what the first one lays out counts as visible in the second. */
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
/** Does what changes the address and waits until the page has followed. */
const follow = (action: string): string =>
  `new Promise((done) => { addEventListener('hashchange', done, { once: true }); ${action} }).then(() => ${FRAMES})`;

test('page: what the address asks for is shown, and nothing else', options, async (t) => {
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
    for (const [hash, cases] of Object.entries(expected)) {
      await page.open(url + hash);
      t.deepEqual(await page.evaluate(SHOWN), cases, hash);
      t.equal(await page.evaluate(`document.querySelector('.nothing').hidden`), cases.length > 0);
    }
    t.deepEqual([...new Set(page.requests.map((request) => request.split('#')[0]))], [url], 'nothing else is loaded');
    t.deepEqual(page.complaints, []);
  });
});

test('page: a link to a requirement or a case opens it, also through a filter', options, async (t) => {
  await withReport(sampleReport(), async (page, url) => {
    const visible = (id: string): string =>
      `document.getElementById(${JSON.stringify(id)}).checkVisibility({ contentVisibilityAuto: true })`;
    await page.open(`${url}#crypto.hmac.vectors`);
    await page.evaluate(FRAMES);
    t.ok(await page.evaluate(visible('crypto.hmac.vectors/1')));
    await page.press('Tab');
    t.equal(await page.evaluate('document.activeElement.parentElement.id'), 'crypto.hmac.vectors', 'it is next');
    await page.open(`${url}#verdict=violates`);
    await page.evaluate(FRAMES);
    t.notOk(await page.evaluate(visible('buffer.concat.length/5')));
    await page.evaluate(follow(`location.hash = 'buffer.concat.length/5'`));
    t.ok(await page.evaluate(visible('buffer.concat.length/5')));
    t.ok(await page.evaluate(`document.getElementById('buffer.concat.length/5').open`));
    await page.evaluate(follow(`location.hash = '%zz'`));
    t.deepEqual(page.complaints, [], 'an address of nothing is no error');
  });
});

test('page: buttons, search and places filter, and the address follows', options, async (t) => {
  const report = sampleReport();
  await withReport(report, async (page, url) => {
    await page.open(url);
    t.equal(await page.evaluate(`document.querySelector('[data-filter=violates]').ariaPressed`), 'true');
    await page.evaluate(click('[data-filter=deviates]'));
    const both = casesOf(report, ({ verdict }) => verdict === 'violates' || verdict === 'deviates');
    t.deepEqual(await page.evaluate(SHOWN), both);
    t.equal(await page.evaluate(address), '#verdict=violates,deviates');
    t.equal(await page.evaluate(`${OPEN}.length`), 5, 'few are opened');
    await page.evaluate(click('[data-action=clear]'));
    t.equal(await page.evaluate(`${SHOWN}.length`), 264);
    t.deepEqual(await page.evaluate(OPEN), [], 'and closed again');
    await page.evaluate(`const place = document.querySelector('select'); place.value = '2';
      place.dispatchEvent(new Event('input', { bubbles: true }))`);
    t.deepEqual(
      await page.evaluate(SHOWN),
      casesOf(report, (_, { document }) => document === 2),
    );
    await page.evaluate(click('[data-action=open]'));
    t.equal(await page.evaluate(`${OPEN}.length`), 18);
    await page.evaluate(follow(click('.coverage a[href="#in=3/query-string-module"]')));
    t.deepEqual(
      await page.evaluate(SHOWN),
      casesOf(report, (_, { object }) => object === 'query-string'),
    );
    t.equal(await page.evaluate(`document.querySelector('output').value`), '4 of 33 requirements, 32 of 264 cases');
  });
});

test('page: the keyboard is enough', options, async (t) => {
  await withReport(sampleReport(), async (page, url) => {
    await page.open(`${url}#verdict=`);
    await page.press('Tab');
    t.equal(await page.evaluate('document.activeElement.className'), 'skip');
    await page.press('/');
    t.equal(await page.evaluate('document.activeElement.name'), 'text');
    for (const letter of 'hmac') await page.press(letter);
    t.equal(await page.evaluate(`document.querySelector('output').value`), '2 of 33 requirements, 16 of 264 cases');
    t.equal(await page.evaluate(address), '#verdict=&text=hmac');
    await page.press('Escape');
    t.equal(await page.evaluate(`${SHOWN}.length`), 264);
    await page.press('Tab');
    await page.press('Tab');
    await page.press('Tab');
    t.equal(await page.evaluate('document.activeElement.dataset.filter'), 'recorded');
    await page.press('Enter');
    t.equal(await page.evaluate(`${SHOWN}.length`), 8);
    await page.evaluate(`document.querySelector('.coverage summary').focus()`);
    await page.press('Enter');
    t.ok(await page.evaluate(`document.querySelector('.coverage details').open`));
  });
});

test('page: the replay command is copied, or at least selected', options, async (t) => {
  const command = "srvspec replay 'shared-dict.incr.missing-key/3' --target nginx:./example --seed 42";
  const button = `[id="shared-dict.incr.missing-key/3"] [data-action=copy]`;
  await withReport(sampleReport(), async (page, url) => {
    await page.open(url);
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

test('page: what was left at a service is folded until asked for', options, async (t) => {
  const shown = (selector: string): string =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).map((one) => one.innerText)`;
  await withReport(serviceReport(), async (page, url) => {
    await page.open(url);
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

test('page: nothing that was observed runs or breaks the page', options, async (t) => {
  await withReport(nastyReport(), async (page, url) => {
    await page.open(`${url}#verdict=`);
    t.equal(await page.evaluate('document.scripts.length'), 1);
    t.notEqual(await page.evaluate('document.title'), 'owned');
    t.equal(await page.evaluate(`document.querySelectorAll('[onmouseover], a[href^=javascript]').length`), 0);
    t.equal(await page.evaluate(`${SHOWN}.length`), NASTY.length * 6);
    for (const text of NASTY.slice(0, 4)) {
      const shown = `[...document.querySelectorAll('pre')].some(({ textContent }) => textContent === ${JSON.stringify(text)})`;
      t.ok(await page.evaluate(shown), text);
    }
    await page.open(`${url}#${encodeURIComponent(`nasty.0${NASTY[0]}/conforms`)}`);
    t.match(String(await page.evaluate(`document.querySelector('.revealed').id`)), /^nasty\.0<\/script>.*\/conforms$/);
    t.deepEqual(page.complaints, [], 'not even its policy had to step in');
  });
});

test('page: light and dark, each with enough contrast', options, async (t) => {
  const colours = `[...document.querySelectorAll('.mark, .counts span, .kind, .headline, .id, .says, a, figcaption, .service p, .service code')].map((one) => {
    let around = one;
    while (getComputedStyle(around).backgroundColor === 'rgba(0, 0, 0, 0)') around = around.parentElement;
    return [getComputedStyle(one).color, getComputedStyle(around).backgroundColor].join(' ');
  })`;
  await withReport(nastyReport(), async (page, url) => {
    await page.open(`${url}#verdict=`);
    await page.evaluate(click('.service summary'));
    const seen = new Set<string>();
    for (const value of ['light', 'dark']) {
      await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
      const pairs = await page.evaluate(`[...new Set(${colours})]`);
      t.ok(Array.isArray(pairs) && pairs.length >= 8);
      for (const pair of Array.isArray(pairs) ? pairs.map(String) : []) {
        t.ok(contrast(pair) >= 4.5, `${value}: ${pair} has ${contrast(pair).toFixed(2)}`);
        t.notOk(seen.has(pair), 'a colour of its own for each scheme');
      }
      for (const pair of Array.isArray(pairs) ? pairs.map(String) : []) seen.add(pair);
    }
  });
});

test('page: axe-core finds nothing', options, async (t) => {
  await withReport(serviceReport(), async (page, url) => {
    await page.open(`${url}#verdict=violates,deviates,inconclusive`);
    await page.evaluate(`for (const one of document.querySelectorAll('details:not([hidden])')) one.open = true`);
    for (const value of ['light', 'dark']) {
      await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
      t.deepEqual(await axeFindings(page), [], value);
    }
  });
});

test('page: 2,000 cases are searched and filtered', options, async (t) => {
  await withReport(sampleReport(61), async (page, url) => {
    await page.open(`${url}#verdict=`);
    t.equal(await page.evaluate(`${SHOWN}.length`), 33 * 61);
    await page.evaluate(`const search = document.querySelector('[name=text]'); search.value = 'utf-8 37';
      search.dispatchEvent(new Event('input', { bubbles: true }))`);
    const found = Number(await page.evaluate(`${SHOWN}.length`));
    t.ok(found > 0 && found < 33 * 61, `${found} of them`);
    await page.evaluate(click('[data-action=clear]'));
    t.equal(await page.evaluate(`${SHOWN}.length`), 33 * 61);
  });
});

/** Ratio of contrast of two colours `rgb(…) rgb(…)`, by WCAG 2. */
function contrast(pair: string): number {
  const [first = 0, second = 0] = pair.split(/(?<=\)) /).map(luminance);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)]
    .map(([digits]) => Number(digits) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
