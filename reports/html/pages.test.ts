import test, { type Test } from 'tape';
import { axeFindings } from '../testing/axe.js';
import type { Page } from '../testing/chromium.js';
import { sampleKinds } from '../testing/kinds.js';
import { emulate, FRAMES, OVERFLOWING, resize, stops } from '../testing/looks.js';
import { COUNT, go, inBrowser, withText } from '../testing/pages.js';

/** Opens every element that can be opened. */
const OPEN_ALL = `(() => {
  document.querySelector('[data-action=open]')?.click();
  for (const one of document.querySelectorAll('details.case:not([open]) > summary')) one.click();
  for (let i = 0; i < 8; i += 1) document.querySelector('#matrix .toggle[aria-expanded=false]')?.click();
})(); ${FRAMES}`;

/** The visible text of these elements. */
const texts = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.innerText.trim())`;

async function fits(t: Test, page: Page): Promise<void> {
  // 400 is 800 at a zoom of 200 %.
  for (const width of [1600, 800, 400, 320]) {
    await resize(page, width);
    t.deepEqual(await page.evaluate(OVERFLOWING), [], `nothing reaches out of ${width} pixels`);
    const whole = Number(await page.evaluate('document.documentElement.scrollWidth'));
    t.ok(whole <= width, `and nothing scrolls sideways: ${whole}`);
  }
  await resize(page, 1120);
}

async function isAccessible(t: Test, page: Page): Promise<void> {
  t.deepEqual(await axeFindings(page), [], 'axe-core finds nothing');
  await emulate(page, { 'prefers-color-scheme': 'dark' });
  t.deepEqual(await axeFindings(page, ['color-contrast']), [], 'nor in dark mode');
  await emulate(page, { 'forced-colors': 'active' });
  const lost = await page.evaluate(`[...document.querySelectorAll('mark, [aria-pressed=true]')].filter((one) => {
    const { outlineStyle, textDecorationLine } = getComputedStyle(one);
    return one.checkVisibility() && outlineStyle === 'none' && textDecorationLine === 'none';
  }).map((one) => one.outerHTML.slice(0, 100))`);
  t.deepEqual(lost, [], 'with forced colours, lines show what colour shows otherwise');
  await emulate(page, { 'prefers-reduced-motion': 'reduce' });
  t.equal(await page.evaluate('document.getAnimations().length'), 0, 'nothing moves');
}

async function hasStops(t: Test, page: Page): Promise<void> {
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
  const { names, wrong } = await stops(page, 32);
  t.ok(names.length > 9, `${names.length} stops of the tabulator`);
  t.deepEqual(wrong, [], 'each of them is to be seen');
  t.ok(
    names.some((name) => name.startsWith('Filter by text')),
    'the search has a name',
  );
}

async function prints(t: Test, page: Page, kind: string): Promise<void> {
  const evidence = EVIDENCE[kind] ?? / /;
  const shown = String(await page.evaluate(COUNT));
  await page.evaluate(`addEventListener('beforeprint', () => { window.printed = document.body.innerText; })`);
  await emulate(page, {}, 'print');
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  const controls = texts('button:not(.toggle, .sort), input, select, .skip, .anchor, .more, .packed');
  t.deepEqual(await page.evaluate(controls), [], 'paper has no controls');
  t.match(String(await page.evaluate('document.body.innerText')), evidence, 'and the main content');
  if (kind !== 'coverage')
    t.match(
      String(await page.evaluate(texts('.on-paper'))),
      /^\d+ of \d+ .*: (deviates, violates|regressed|only rows)/,
      'and how it was chosen',
    );
  await page.evaluate(`dispatchEvent(new Event('afterprint')); window.printed = ''`);
  t.equal(await page.evaluate(COUNT), shown, 'the shown groups stay');
  await page.send('Page.printToPDF');
  t.match(String(await page.evaluate('window.printed')), evidence, 'the text is printed');
  await emulate(page, {});
}

async function explainsWithoutScripts(t: Test, page: Page, url: string): Promise<void> {
  t.deepEqual(await page.evaluate(texts('.packed')), [], 'there is no notice');
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.open(url);
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  await page.evaluate('for (const one of document.getAnimations()) one.finish()');
  const notice = String(await page.evaluate(texts('.packed')));
  t.match(notice, /need JavaScript.*allow it for this file.*srvspec /, 'what to do');
  t.deepEqual(await page.evaluate(texts('.filter')), [], 'useless controls are hidden');
}

/** The text that each page must print. */
const EVIDENCE: { readonly [kind: string]: RegExp } = {
  run: /Expected\s+\{"returned":6,"stored":6\}\s+Observed\s+\{"returned":1,"stored":1\}/i,
  comparison: /Before: as expected\s+\{"returned":6,"stored":6\}\s+After\s+\{"returned":1,"stored":1\}/i,
  coverage: /2\/dict\/get\s+partly: something of it is left out/,
  matrix: /Expected\s+\{"returned":6,"stored":6\}\s+Observed\s+\{"returned":1,"stored":1\}/i,
};

for (const [kind, { text, fragment }] of Object.entries(sampleKinds()))
  test(`pages: for all people, windows and papers, ${kind}`, inBrowser, async (t) => {
    await withText(text, async (page, url) => {
      await go(page, `${url}#${fragment}`);
      await prints(t, page, kind);
      await page.evaluate(OPEN_ALL);
      await hasStops(t, page);
      await fits(t, page);
      await isAccessible(t, page);
      await explainsWithoutScripts(t, page, url);
      t.deepEqual(page.complaints, []);
    });
  });

test('pages: what cannot be shown says so', inBrowser, async (t) => {
  const broken = sampleKinds().run?.text.replace(/(id="packed-data">)[^<]*/, '$1AAAA') ?? '';
  await withText(broken, async (page, url) => {
    await page.open(url);
    await page.evaluate(
      `new Promise((done) => { const look = () => document.querySelector('.failed') ? done() : requestAnimationFrame(look); look(); })`,
    );
    t.match(String(await page.evaluate(texts('.packed'))), /^This page could not be shown \(.+\)\. /);
  });
});
