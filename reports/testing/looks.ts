/** Checks how a page looks and works, whatever its content. */
import type { Page } from './chromium.js';

/** Waits two frames: what the first one lays out counts as visible in the second. */
export const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Emulates media: `{ 'prefers-color-scheme': 'dark' }`, and paper instead of a screen. */
export async function emulate(
  page: Page,
  features: { readonly [name: string]: string },
  media: 'screen' | 'print' = 'screen',
): Promise<void> {
  await page.send('Emulation.setEmulatedMedia', {
    media,
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
}

export async function resize(page: Page, width: number, height = 1000): Promise<void> {
  await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
}

/** Elements that reach beyond the right edge of the window, except those in scrolling parts. */
export const OVERFLOWING = `[...document.querySelectorAll('body *')].filter((one) =>
  one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1 && one.getBoundingClientRect().width > 1 &&
  one.closest('.scroll, .skip') === null).slice(0, 3).map((one) => one.outerHTML.slice(0, 120))`;

/** Goes through the page with the Tab key, and reports what is wrong with each stop. */
export async function stops(page: Page, most: number): Promise<{ readonly names: string[]; readonly wrong: string[] }> {
  const [names, wrong]: [string[], string[]] = [[], []];
  for (let i = 0; i < most; i += 1) {
    await page.press('Tab');
    const [name, fault] = String(
      await page.evaluate(`(() => {
        const one = document.activeElement;
        if (one === null || one === document.body) return '';
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        const { top, bottom, left, width } = one.getBoundingClientRect();
        const ringed = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
        const shown = bottom > 0 && top < innerHeight && left >= 0 && width > 0;
        const at = document.elementFromPoint(left + width / 2, Math.min(innerHeight - 1, Math.max(0, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2)));
        const covered = at !== null && !one.contains(at) && !at.contains(one);
        const fault = !ringed ? 'no ring' : !shown ? 'out of sight' : covered ? 'covered by ' + at.className : '';
        return (one.ariaLabel ?? one.textContent ?? '').trim().slice(0, 40) + '\\u0000' + fault;
      })()`),
    ).split('\u0000');
    if (name === undefined || fault === undefined) break;
    names.push(name);
    if (fault !== '') wrong.push(`${name}: ${fault}`);
  }
  return { names, wrong };
}
