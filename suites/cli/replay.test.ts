import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import type { RunReport } from '../../reports/model.js';
import { startWrongServer } from '../targets/broken/proxy.js';
import { FAULTS } from '../targets/broken/wrong-servers.js';
import { startReferenceApi } from '../targets/reference/api.js';
import { runProcess } from '../targets/support/process.js';

const MAIN = new URL('main.js', import.meta.url).pathname;

interface Ended {
  readonly status: number;
  readonly text: string;
}

/** A command line as a report gives it, with this build for `srvspec`. */
async function shell(line: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const program = `'${process.execPath}' '${MAIN}'`;
  const argv = ['sh', '-c', line.replace(/^srvspec /, `${program} `)];
  const { exit, stdout } = await runProcess(argv, {
    env: { ...process.env, ...env },
    deadlineMs: 120_000,
    tailBytes: 1 << 24,
  });
  return { status: exit.kind === 'status' ? exit.status : -1, text: stdout.text() };
}

/** Some violations of a run, each of another requirement, by their commands to see them again. */
async function replaysOf(t: Test, args: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const { status, text } = await shell(`srvspec run ${args} --runs 4 --report json=-`, env);
  t.equal(status, 1, `violations of ${args}`);
  const report: RunReport = JSON.parse(text);
  const found = report.requirements.flatMap(({ cases }) => {
    const first = cases.find(({ verdict }) => verdict === 'violates');
    return first === undefined ? [] : [first.replay];
  });
  t.ok(found.length > 0, `${found.length} requirements are violated`);
  return found.slice(0, 2);
}

async function failAgain(t: Test, replays: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  for (const line of replays) t.equal((await shell(line, env)).status, 1, line);
}

test('violations of a service fail again when they are replayed', async (t) => {
  const right = await startReferenceApi();
  t.teardown(() => right.stop());
  const { clientId, apiKey } = right;
  const behind = { url: right.url, clientId, apiKey, revokedApiKey: 'none' };
  const wrong = await startWrongServer(FAULTS['shortens names'], behind);
  t.teardown(() => wrong.stop());
  const env = { SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: apiKey };
  const only = "--only '{api-servers.name,api-servers.name.*}'";
  await failAgain(t, await replaysOf(t, `--target api:${wrong.url} --allow-writes ${only}`, env), env);
});

test('violations of a client fail again when they are replayed', async (t) => {
  await failAgain(t, await replaysOf(t, "--target client:true --only 'api-client-requests.list-*'"));
});

test('violations of a command-line runtime fail again when they are replayed, its globals named as they were', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'wrong.sh');
  writeFileSync(
    script,
    `{ echo 'globalThis.btoa = () => "wrong";'; cat "$1"; } > "$1.wrong.js"; exec '${process.execPath}' '${MAIN}' exec --srv host --rt engine "$1.wrong.js"\n`,
  );
  const target = `--target 'cli:sh ${script}' --bind srv=host,rt=engine`;
  await failAgain(t, await replaysOf(t, `${target} --only '{base64.btoa.encodes/any,base64.btoa.beyond-bytes/euro}'`));
});
