/**
 * Pictures the HTML page of a JSON report: `node dist/reports/testing/screenshot.js REPORT.json PICTURE.png [light|dark]`; the
 * sample report is pictured when the first argument is `sample`. Needs Chromium.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { htmlReport } from '../html/report.js';
import type { RunReport } from '../model.js';
import { findChromium, withPage } from './chromium.js';
import { sampleReport } from './sample.js';

const SIZE = { width: 1120, height: 1400, deviceScaleFactor: 1, mobile: false } as const;

const [source, picture, scheme = 'light'] = process.argv.slice(2);
const chromium = findChromium();
if (source === undefined || picture === undefined)
  throw new Error('usage: screenshot REPORT.json|sample PICTURE.png [light|dark]');
if (chromium === undefined) throw new Error('Chromium is not installed');

const report: RunReport = source === 'sample' ? sampleReport() : JSON.parse(await readFile(source, 'utf8'));
const folder = await mkdtemp(join(tmpdir(), 'srvspec-picture-'));
try {
  const file = join(folder, 'report.html');
  await writeFile(file, htmlReport(report));
  const data = await withPage(chromium, async (page) => {
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
    await page.send('Emulation.setDeviceMetricsOverride', SIZE);
    await page.open(pathToFileURL(file).href);
    return (await page.send('Page.captureScreenshot', { format: 'png' })).data;
  });
  await writeFile(picture, Buffer.from(String(data), 'base64'));
} finally {
  await rm(folder, { recursive: true });
}
