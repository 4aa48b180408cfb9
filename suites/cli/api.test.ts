import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import type { RunReport } from '../../reports/model.js';
import { listenOnLoopback } from '../targets/support/host/listen.js';
import { type RunningProcess, startProcess } from '../targets/support/process.js';
import { folderFor, MAIN, type ProgramResult, srvspecWith } from './testing/program.js';

const FORMATS = ['json', 'tap', 'junit', 'markdown', 'html'] as const;

const srvspec = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<ProgramResult> =>
  srvspecWith({ ...process.env, ...env }, ...args);

interface Served {
  readonly url: string;
  readonly clientId: string;
  readonly apiKey: string;
  readonly panel: string;
  readonly process: RunningProcess;
}

/** `srvspec api serve` on a state file, with a new account whose key is in a file. */
async function serve(t: Test, folder: string): Promise<Served> {
  const state = join(folder, 'state');
  const credentials = join(folder, 'credentials.json');
  const args = ['api', 'serve', '--state', state, '--credentials', credentials];
  let listening: (line: string) => void = () => undefined;
  const line = new Promise<string>((resolve) => {
    listening = resolve;
  });
  const running = await startProcess([process.execPath, MAIN, ...args], {
    onOutput: (stream, piece) => stream === 'stdout' && listening(piece.toString()),
  });
  t.teardown(async () => {
    await running.end();
  });
  void running.exited.then(() => listening('{}'));
  const { url, panel } = JSON.parse(await line);
  const { clientId, apiKey } = JSON.parse(readFileSync(credentials, 'utf8'));
  return { url, panel, clientId, apiKey, process: running };
}

const credentialsOf = ({ clientId, apiKey, url }: Served): NodeJS.ProcessEnv => ({
  SRVSPEC_BASE_URL: url,
  SRVSPEC_CLIENT_ID: clientId,
  SRVSPEC_API_KEY: apiKey,
});

/** Fails for each text with one of the secrets, in clear or as Basic credentials. */
function holdNoSecret(
  t: Test,
  clientId: string,
  keys: readonly string[],
  texts: { readonly [what: string]: string },
): void {
  const secrets = keys.flatMap((key) => [key, Buffer.from(`${clientId}:${key}`).toString('base64').replace(/=+$/, '')]);
  for (const [what, text] of Object.entries(texts)) {
    t.ok(
      secrets.every((secret) => !text.includes(secret)),
      `no key in ${what}`,
    );
  }
}

const filesIn = (folder: string): { readonly [name: string]: string } =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

const inconclusiveIn = ({ requirements }: RunReport) =>
  requirements.flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'inconclusive'));

test('our server conforms to document 1 in every row, and no key is shown', async (t) => {
  const folder = folderFor(t);
  const reports = join(folder, 'reports');
  mkdirSync(reports);
  const served = await serve(t, folder);
  const rotated = await srvspec({}, 'api', 'new-key', '--panel', served.panel);
  t.equal(rotated.status, 0, 'a new key is had from the control panel');
  const apiKey = rotated.stdout.trim();
  const env = { ...credentialsOf(served), SRVSPEC_API_KEY: apiKey, SRVSPEC_REVOKED_API_KEY: served.apiKey };
  const outputs = FORMATS.flatMap((format) => ['--report', `${format}=${join(reports, format)}`]);
  const target = ['--target', `api:${served.url}`];
  const run = await srvspec(env, 'run', ...target, '--document', '1', '--runs', '10', '--allow-writes', ...outputs);
  t.equal(run.status, 0, `status 0\n${run.status === 0 ? '' : run.text}`);
  const report: RunReport = JSON.parse(readFileSync(join(reports, 'json'), 'utf8'));
  const { totals, coverage, service } = report;
  t.deepEqual([totals.violates, totals.deviates], [0, 0], JSON.stringify(totals));
  t.deepEqual(
    inconclusiveIn(report).map(({ id }) => id),
    ['api-keys.replaced.unused', 'api-keys.replaced.older'],
    'cases that need a new key',
  );
  t.equal(coverage.rows.covered + coverage.rows.excluded, coverage.rows.total, 'every row is covered or excluded');
  t.ok(service !== undefined && service.leftovers.length > 0, 'its leftovers are listed');
  t.ok(
    service?.mapping.some(({ place }) => place === 'serverId'),
    'the place of the server ID is reported',
  );
  await served.process.end();
  const printed = {
    'standard output': run.stdout,
    'standard error': run.stderr,
    'the log': served.process.stderr.text(),
  };
  const state = { 'the state file': readFileSync(join(folder, 'state'), 'utf8') };
  holdNoSecret(t, served.clientId, [apiKey, served.apiKey], { ...printed, ...state, ...filesIn(reports) });
});

test('without permission to write nothing is created, and unobserved cases do not pass', async (t) => {
  const served = await serve(t, folderFor(t));
  const env = credentialsOf(served);
  const { status, stdout } = await srvspec(env, 'run', '--target', `api:${served.url}`, '--report', 'json');
  t.equal(status, 0);
  const report: RunReport = JSON.parse(stdout);
  const { totals } = report;
  t.ok(totals.inconclusive > 0 && totals.conforms > 0, JSON.stringify(totals));
  t.ok(
    inconclusiveIn(report).every(({ reason }) => /--allow-writes|--new-key|revoked/.test(reason)),
    'each says what it needs',
  );
  const listed = await srvspec(env, 'api', 'servers', 'list', '--json');
  t.deepEqual(JSON.parse(listed.stdout), { data: [] }, 'no server was created');
});

test('a run with a command for a new key sees the old one revoked', async (t) => {
  const folder = folderFor(t);
  const served = await serve(t, folder);
  const command = `${process.execPath} ${MAIN} api new-key --panel ${served.panel}`;
  const only = ['--only', 'api-keys', '--allow-writes', '--new-key', command, '--report', 'json'];
  const { status, stdout, stderr } = await srvspec(
    credentialsOf(served),
    'run',
    '--target',
    `api:${served.url}`,
    ...only,
  );
  t.equal(status, 0, stderr);
  const { totals }: RunReport = JSON.parse(stdout);
  t.equal(totals.inconclusive, 0, JSON.stringify(totals));
  const refused = await srvspec(credentialsOf(served), 'api', 'servers', 'list');
  t.equal(refused.status, 1, 'the first key is refused now');
  holdNoSecret(t, served.clientId, [served.apiKey], { stdout, stderr, refusal: refused.text });
});

test('an endpoint that is lost during a run ends it with status 3 and a report', async (t) => {
  let left = 20;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    left -= 1;
    if (left > 0) return;
    server.close();
    server.closeAllConnections();
  });
  t.teardown(() => server.close());
  const port = await listenOnLoopback(server);
  const env = { SRVSPEC_CLIENT_ID: 'cid_0123456789abcdef', SRVSPEC_API_KEY: 'not-a-key-of-anybody' };
  const target = ['--target', `api:http://127.0.0.1:${port}/v1`];
  const { status, stdout, stderr } = await srvspec(env, 'run', ...target, '--report', 'json');
  t.equal(status, 3, stderr);
  t.match(stderr, /: undecided: .*cut short: /);
  const { totals }: RunReport = JSON.parse(stdout);
  t.ok(totals.inconclusive > 0, JSON.stringify(totals));
});

// Each case starts Node, so only a part of them runs. They show that the program is the client that the reference target judges by all of
// them.
test('our client conforms as a program too', { skip: !isTaken('our client as a program') }, async (t) => {
  const target = ['--target', `client:${process.execPath} ${MAIN} api --json`, '--shard', '3/80'];
  const { status, text } = await srvspec({}, 'run', ...target);
  t.equal(status, 0, status === 0 ? 'status 0' : text);
});
