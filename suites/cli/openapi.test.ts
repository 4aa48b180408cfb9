import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { folderFor, type ProgramResult, spawned, srvspec } from './testing/program.js';

const describe = (...args: readonly string[]): Promise<ProgramResult> => srvspec('api', 'openapi', ...args);

test('api openapi: JSON on standard output, the same bytes each time', async (t) => {
  const { status, stdout: out, stderr } = await spawned('api', 'openapi');
  t.deepEqual([status, stderr], [0, '']);
  t.equal(out, `${JSON.stringify(JSON.parse(out), null, 2)}\n`);
  t.equal(JSON.parse(out).openapi, '3.1.1');
  t.equal((await describe()).stdout, out);
});

test('api openapi --output: the file is replaced as a whole, or not changed', async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'openapi.json');
  writeFileSync(file, 'x'.repeat(1 << 20));
  const { status, stdout } = await describe('--output', file);
  t.deepEqual([status, stdout], [0, '']);
  t.equal(readFileSync(file, 'utf8'), (await describe()).stdout);
  t.deepEqual(readdirSync(folder), ['openapi.json'], 'the folder has no other file');
  const missing = join(folder, 'none', 'openapi.json');
  const refused = await describe('--output', missing);
  t.equal(refused.status, 2);
  t.match(refused.stderr, /^srvspec: the description cannot be written to .+: there is no folder .+none\n$/);
});

test('api openapi --base-url: one server in place of the variable', async (t) => {
  for (const given of ['https://host.test:8443/management/v1', 'https://host.test:8443/management/v1/']) {
    const { stdout } = await describe('--base-url', given);
    t.deepEqual(JSON.parse(stdout).servers, [{ url: 'https://host.test:8443/management/v1' }], given);
  }
});

test('api openapi: an impossible base URL is refused, and never shown', async (t) => {
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
    const { status, stdout, stderr } = await describe('--base-url', given);
    t.deepEqual([status, stdout], [2, ''], given);
    t.match(stderr, /^srvspec: --base-url takes (?:an http or https URL whose path ends with \/v1|a value, not '')/);
    t.notOk(stderr.includes('hush') || stderr.includes('host.test'));
  }
  t.equal((await describe('--what')).status, 2, 'nor other options');
  t.equal((await describe('more')).status, 2, 'nor more words');
});
