import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { mergeSetups } from '../../executor/merging.js';
import { conversation } from '../../executor/testing/conversations.js';
import type { Capability } from '../../language/trial.js';
import { apiTarget } from './api.js';
import { newKeyBy } from './new-key.js';
import { ACCOUNT, json, startHttp } from './testing/raw-endpoints.js';

const URL_HERE = 'https://api.example/v1';

test('the facts about a target before the first request', (t) => {
  const bare = apiTarget({ url: URL_HERE, account: ACCOUNT });
  t.deepEqual([bare.name, bare.kind], [`api:${URL_HERE}`, 'api']);
  t.deepEqual([...bare.capabilities], []);
  t.deepEqual(bare.options, ['--target', `api:${URL_HERE}`]);
  t.equal(bare.service?.(), undefined);
  const full = apiTarget({
    url: URL_HERE,
    account: ACCOUNT,
    allowWrites: true,
    allowInsecure: true,
    map: ["serverId=/it's"],
    rotate: () => newKeyBy('panel --token hush'),
    timeoutMs: 300,
    app: { sysuserid: 'a', runtime: 'b' },
  });
  t.deepEqual([...full.capabilities], ['write', 'revoked-key', 'new-key']);
  t.deepEqual(full.options.slice(2), [
    '--allow-writes',
    '--allow-insecure',
    '--map',
    `'serverId=/it'\\''s'`,
    '--new-key',
    'COMMAND',
    '--request-timeout',
    '300',
    '--app',
    'sysuserid=a,runtime=b',
  ]);
  const revoked = apiTarget({ url: URL_HERE, account: { ...ACCOUNT, revokedApiKey: 'an-old-key' } });
  t.deepEqual([...revoked.capabilities], ['revoked-key']);
  for (const target of [bare, full, revoked]) t.doesNotMatch(inspect(target, { depth: 10 }), /7Zq9|an-old-key|hush/);
  t.end();
});

test('later sessions use the key of the first one, and replace it only if a case needs that', async (t) => {
  const folder = folderFor(t);
  const keys = join(folder, 'keys');
  await writeFile(keys, `${ACCOUNT.apiKey}\n`);
  await writeFile(
    join(folder, 'panel.cjs'),
    `const fs = require('node:fs'); const key = 'key-' + fs.readFileSync(${JSON.stringify(keys)}).length;
     fs.appendFileSync(${JSON.stringify(keys)}, key + '\\n'); console.log(key);`,
  );
  const made = async (): Promise<readonly string[]> => (await readFile(keys, 'utf8')).trim().split('\n');
  const { url } = await startHttp(t, ({ headers }, response) => {
    made().then(
      (all) => {
        const basic = `Basic ${Buffer.from(`${ACCOUNT.clientId}:${all.at(-1)}`).toString('base64')}`;
        json(response, {}, headers.includes(basic) ? 200 : 401);
      },
      () => response.destroy(),
    );
  });
  const target = apiTarget({
    url,
    account: { clientId: ACCOUNT.clientId, apiKey: ACCOUNT.apiKey },
    allowWrites: true,
    rotate: () => newKeyBy(`${process.execPath} ${join(folder, 'panel.cjs')}`),
  });
  const statusFor = async (...needs: readonly Capability[]): Promise<unknown> => {
    const session = await target.drivers.server?.start({ host: mergeSetups([]), probes: [], needs: new Set(needs) });
    const observed = await session?.converse(
      conversation(async ({ api: to }) => {
        const { status } = await to.ask({ method: 'POST', path: '/servers', json: { name: to.named('one') } });
        return status;
      }),
    );
    await session?.stop();
    return observed?.kind === 'returned' ? observed.value : observed;
  };
  t.equal(await statusFor('revoked-key'), 200);
  t.equal((await made()).length, 3, 'twice, for a key of two generations ago');
  t.equal(await statusFor('write'), 200, 'with the key that the first session left');
  t.equal((await made()).length, 3, 'it does not replace the key');
  t.equal(await statusFor('revoked-key'), 200);
  t.equal((await made()).length, 5);
  const names = target.service?.()?.leftovers.map(({ name }) => name) ?? [];
  t.equal(
    new Set(names).size,
    3 + 2 * 2,
    `the records of all sessions are reported, with those from before a new key: ${names.join(' ')}`,
  );
});
