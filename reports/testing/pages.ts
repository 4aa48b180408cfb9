import type { RunReport } from '../model.js';
import { findChromium, type Page } from './chromium.js';
import { withFile } from './files.js';

const chromium = findChromium();

/** Skips tests that need a browser if there is none. */
export const inBrowser = {
  skip: chromium === undefined ? 'chromium is not installed' : false,
  timeout: 600_000,
} as const;

/** The texts of the visible elements of the page, once its script has unpacked it. */
export const COUNT = `document.querySelector('output').value`;
const READY = `new Promise((done, fail) => {
  const notice = document.querySelector('.packed');
  const look = () => notice.hidden ? done() : notice.matches('.failed') ? fail(notice.textContent) : requestAnimationFrame(look);
  look();
})`;
export const ADDRESS = 'decodeURIComponent(location.hash)';

/** Opens and renders all groups, and returns the ids of the cases. */
export const CASES = `(() => {
  document.querySelector('[data-action=open]').click();
  for (let more; (more = document.querySelector('[data-more]')) !== null; ) more.click();
  return [...document.querySelectorAll('.case')].map(({ id }) => id);
})()`;

export const click = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}).click()`;

/** Does something that changes the address, and waits until the page has followed. */
export const follow = (action: string): string =>
  `new Promise((done) => { addEventListener('hashchange', done, { once: true }); ${action} })`;

/** Types text into the search. */
export const written = (text: string): string =>
  `(() => { const field = document.querySelector('[name=text]'); field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event('input', { bubbles: true })); return ${COUNT}; })()`;

export const elementOf = (id: string): string => `document.getElementById(${JSON.stringify(id)})`;

/** Goes to the address and waits until the page shows its packed data. */
export async function go(page: Page, url: string): Promise<void> {
  await page.open(url);
  await page.evaluate(READY);
}

/** Runs the work with a page that has this text; it gets the page's address. */
export const withText = (text: string, work: (page: Page, url: string) => Promise<void>): Promise<void> =>
  withFile(chromium ?? '', text, work);

/** Ids of the cases that the filter accepts. */
export const casesOf = (
  report: RunReport,
  wanted: (
    one: RunReport['requirements'][number]['cases'][number],
    requirement: RunReport['requirements'][number],
  ) => boolean,
): readonly string[] =>
  report.requirements.flatMap((requirement) =>
    requirement.cases.filter((one) => wanted(one, requirement)).map(({ id }) => id),
  );
