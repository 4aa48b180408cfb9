import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'tape';
import { endBrowser, type Page, withPage } from './chromium.js';

// All tests of a process share one browser.
test.onFinish(() => void endBrowser());

/** Runs the work with the page in a file of its own and a browser; it gets the file's address. */
export async function withFile(
  chromium: string,
  text: string,
  work: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-page-'));
  try {
    const file = join(folder, 'page.html');
    await writeFile(file, text);
    await withPage(chromium, (page) => work(page, pathToFileURL(file).href));
  } finally {
    await rm(folder, { recursive: true });
  }
}
