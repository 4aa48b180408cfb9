import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './chromium.js';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds wrong with the page: rule and first element of each.
 * @param rules those that are looked at, all unless given
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<unknown> {
  await page.evaluate(`globalThis.axe ?? (() => { ${SOURCE} })(); undefined`);
  // Nothing is loaded, and what passes is not asked for.
  const options = { preload: false, resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.length + ', ' + nodes[0].html.slice(0, 160)))`,
  );
}
