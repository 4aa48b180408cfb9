import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type Test } from 'tape';

const MAIN = new URL('./main.js', import.meta.url).pathname;

/** Runs `srvspec api openapi` in a process of its own. */
async function describe(
  ...args: readonly string[]
): Promise<{ status: number | null; out: string; complaint: string }> {
  const child = spawn(process.execPath, [MAIN, 'api', 'openapi', ...args], { timeout: 600_000 });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, out, complaint };
}

function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-openapi-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('api openapi: JSON on standard output, the same bytes each time', async (t) => {
  const { status, out, complaint } = await describe();
  t.deepEqual([status, complaint], [0, '']);
  t.equal(out, `${JSON.stringify(JSON.parse(out), null, 2)}\n`);
  t.equal(JSON.parse(out).openapi, '3.1.1');
  t.equal((await describe()).out, out);
});

test('api openapi --output: the file is replaced as a whole, or left as it was', async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'openapi.json');
  writeFileSync(file, 'x'.repeat(1 << 20));
  const { status, out } = await describe('--output', file);
  t.deepEqual([status, out], [0, '']);
  t.equal(readFileSync(file, 'utf8'), (await describe()).out);
  t.deepEqual(readdirSync(folder), ['openapi.json'], 'nothing else is left there');
  const missing = join(folder, 'none', 'openapi.json');
  const refused = await describe('--output', missing);
  t.equal(refused.status, 2);
  t.match(refused.complaint, /^srvspec: the description cannot be written to .+: there is no folder .+none\n$/);
});

test('api openapi --base-url: one server in place of the variable', async (t) => {
  for (const given of ['https://host.test:8443/management/v1', 'https://host.test:8443/management/v1/']) {
    const { out } = await describe('--base-url', given);
    t.deepEqual(JSON.parse(out).servers, [{ url: 'https://host.test:8443/management/v1' }], given);
  }
});

test('api openapi: what is no base URL is refused, and never shown', async (t) => {
  const wrong = [
    'host.test/v1',
    'ftp://host.test/v1',
    'https://host.test/',
    'https://host.test/v2',
    'https://{x}/v1',
    '',
  ];
  const secret = ['https://me:hush@host.test/v1', 'https://host.test/v1?key=hush', 'https://host.test/v1#hush'];
  for (const given of [...wrong, ...secret]) {
    const { status, out, complaint } = await describe('--base-url', given);
    t.deepEqual([status, out], [2, ''], given);
    t.match(complaint, /^srvspec: --base-url takes (?:an http or https URL whose path ends with \/v1|a value, not '')/);
    t.notOk(complaint.includes('hush') || complaint.includes('host.test'));
  }
  t.equal((await describe('--what')).status, 2, 'nor other options');
  t.equal((await describe('more')).status, 2, 'nor more words');
});
