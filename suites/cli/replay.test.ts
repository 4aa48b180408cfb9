import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import type { RunReport } from '../../reports/model.js';
import { startWrongServer } from '../targets/broken/proxy.js';
import { SERVER_FAULTS } from '../targets/broken/wrong-servers.js';
import { startReferenceApi } from '../targets/reference/api.js';
import { folderFor, MAIN, OUTSIDE_CI, shell, srvspecWith } from './testing/program.js';

/** The replay commands of some violations of a run, each of another requirement. */
async function replaysOf(t: Test, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const words = ['run', ...args, '--runs', '4', '--report', 'json=-'];
  const { status, stdout } = await srvspecWith({ ...OUTSIDE_CI, ...env }, ...words);
  t.equal(status, 1, `violations of ${args.join(' ')}`);
  const report: RunReport = JSON.parse(stdout);
  const found = report.requirements.flatMap(({ cases }) => {
    const first = cases.find(({ verdict }) => verdict === 'violates');
    return first === undefined ? [] : [first.replay];
  });
  t.ok(found.length > 0, `${found.length} requirements are violated`);
  return found.slice(0, 2);
}

async function failAgain(t: Test, replays: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  for (const line of replays) t.equal((await shell(line.replace(/^srvspec /, '$S '), env)).status, 1, line);
}

test('violations of a service fail again when they are replayed', async (t) => {
  const right = await startReferenceApi();
  t.teardown(() => right.stop());
  const { clientId, apiKey } = right;
  const behind = { url: right.url, clientId, apiKey, revokedApiKey: 'none' };
  const wrong = await startWrongServer(SERVER_FAULTS['shortens names'], behind);
  t.teardown(() => wrong.stop());
  const env = { SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: apiKey };
  const only = ['--only', '{api-servers.name,api-servers.name.*}'];
  await failAgain(t, await replaysOf(t, ['--target', `api:${wrong.url}`, '--allow-writes', ...only], env), env);
});

test('violations of a client fail again when they are replayed', async (t) => {
  await failAgain(t, await replaysOf(t, ['--target', 'client:true', '--only', 'api-client-requests.list-*']));
});

test('violations of a command-line runtime fail again when they are replayed, with the same names of its globals', {
  skip: !isTaken('replayed violations'),
}, async (t) => {
  const script = join(folderFor(t), 'wrong.sh');
  writeFileSync(
    script,
    `{ echo 'globalThis.btoa = () => "wrong";'; cat "$1"; } > "$1.wrong.js"; exec '${process.execPath}' '${MAIN}' exec --srv host --rt engine "$1.wrong.js"\n`,
  );
  const target = ['--target', `cli:sh ${script}`, '--bind', 'srv=host,rt=engine'];
  const only = ['--only', '{base64.btoa.encodes/any,base64.btoa.beyond-bytes/euro}'];
  await failAgain(t, await replaysOf(t, [...target, ...only]));
});
