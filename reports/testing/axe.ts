import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './chromium.js';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The findings of axe-core on the page: rule and first element of each.
 * @param rules those that are checked, by default all
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<unknown> {
  await page.evaluate(`globalThis.axe ?? (() => { ${SOURCE} })(); undefined`);
  // Nothing is loaded, and passed rules are not requested.
  const options = { preload: false, resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.length + ', ' + nodes[0].html.slice(0, 160)))`,
  );
}
