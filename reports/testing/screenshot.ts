/**
 * Takes a screenshot of a page: `node dist/reports/testing/screenshot.js SOURCE PICTURE.png [light|dark|print] [WIDTH] [HEIGHT]
 * [FRAGMENT]`.
 * The source is an HTML file, a JSON report, or `sample`. Needs Chromium.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { htmlReport } from '../html/run/page.js';
import type { RunReport } from '../model.js';
import { endBrowser, findChromium, withPage } from './chromium.js';
import { emulate, FRAMES, resize } from './looks.js';
import { sampleReport } from './sample.js';

const [source, picture, look = 'light', width = '1120', height = '1400', fragment = ''] = process.argv.slice(2);
const chromium = findChromium();
if (source === undefined || picture === undefined)
  throw new Error(
    'usage: screenshot PAGE.html|REPORT.json|sample PICTURE.png [light|dark|print] [WIDTH] [HEIGHT] [FRAGMENT]',
  );
if (chromium === undefined) throw new Error('Chromium is not installed');

const folder = await mkdtemp(join(tmpdir(), 'srvspec-picture-'));
try {
  const file = source.endsWith('.html') ? resolve(source) : join(folder, 'report.html');
  if (!source.endsWith('.html')) await writeFile(file, htmlReport(await reportOf(source)));
  const data = await withPage(chromium, async (page) => {
    const scheme = look === 'dark' ? 'dark' : 'light';
    await emulate(page, { 'prefers-color-scheme': scheme }, look === 'print' ? 'print' : 'screen');
    await resize(page, Number(width), Number(height));
    await page.open(`${pathToFileURL(file).href}${fragment === '' ? '' : `#${fragment}`}`);
    await page.evaluate(FRAMES);
    for (const complaint of page.complaints) process.stderr.write(`${complaint}\n`);
    return (await page.send('Page.captureScreenshot', { format: 'png' })).data;
  });
  await writeFile(picture, Buffer.from(String(data), 'base64'));
} finally {
  await endBrowser();
  await rm(folder, { recursive: true });
}

async function reportOf(text: string): Promise<RunReport> {
  return text === 'sample' ? sampleReport() : JSON.parse(await readFile(text, 'utf8'));
}
