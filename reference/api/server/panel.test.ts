import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type Test } from 'tape';
import { Asker, folderFor, testServer } from '../../testing/api/server.js';
import { newKeyFrom, PanelError } from './panel.js';
import { type ApiServerOptions, startApiServer } from './start.js';
import { StateError } from './state-file.js';

/** The status and the body of a control panel's answer. */
function askPanel(socketPath: string, method: string, path: string): Promise<readonly [number, string]> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ socketPath, method, path, agent: false });
    request.once('error', reject);
    request.once('response', (response) => {
      text(response).then((body) => resolve([response.statusCode ?? 0, body]), reject);
    });
    request.end();
  });
}

/** Why a server does not start; an empty text when it does. */
async function complaint(t: Test, options: ApiServerOptions): Promise<string> {
  try {
    const server = await startApiServer(options);
    t.teardown(() => server.stop());
    return '';
  } catch (error) {
    return error instanceof StateError ? error.message : `a bug: ${String(error)}`;
  }
}

test('the control panel gives a new key, which revokes the previous one', async (t) => {
  const folder = folderFor(t);
  const { server, asker } = await testServer(t, { state: join(folder, 'state') });
  const panel = join(folder, 'state.panel');
  t.equal(server.panel, panel);
  t.equal(lstatSync(panel).mode & 0o777, 0o600, 'only its owner may use it');
  const [status, body] = await askPanel(panel, 'POST', '/api-keys');
  const made = JSON.parse(body);
  t.deepEqual([status, Object.keys(made), made.clientId], [200, ['clientId', 'apiKey'], server.clientId]);
  t.equal((await asker.get('/servers')).status, 401);
  t.equal((await new Asker(server.url, made).get('/servers')).status, 200);
  t.equal((await askPanel(panel, 'GET', '/api-keys'))[0], 405);
  t.equal((await askPanel(panel, 'POST', '/v1/servers'))[0], 404, 'the API is not here');
  t.equal((await new Asker(server.url, made).post('/api-keys', {})).status, 404, 'the panel does not exist');
  t.equal((await new Asker(server.url, made).get('/servers')).status, 200, 'none of these made a key');
  const again = await newKeyFrom(panel);
  t.equal((await new Asker(server.url, again).get('/servers')).status, 200);
  await server.stop();
  t.deepEqual(readdirSync(folder), ['state'], 'it is removed when the server stops');
  await newKeyFrom(panel).catch((error: unknown) => t.ok(error instanceof PanelError, String(error)));
});

/** Leaves a socket behind, as a killed process does. */
async function leaveSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(`${path}.moved`, resolve));
  renameSync(`${path}.moved`, path);
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

test('the socket of a killed server is removed', async (t) => {
  const state = join(folderFor(t), 'state');
  await leaveSocket(`${state}.panel`);
  await testServer(t, { state });
  t.equal((await askPanel(`${state}.panel`, 'POST', '/api-keys'))[0], 200);
  t.match(await complaint(t, { state }), /a running server answers here; stop it first/);
});

test('invalid paths of a control panel', async (t) => {
  const folder = folderFor(t);
  const state = join(folder, 'state');
  writeFileSync(`${state}.panel`, 'precious');
  t.match(
    await complaint(t, { state }),
    /state\.panel: the control panel needs this path, but the file is not a socket/,
  );
  t.equal(readFileSync(`${state}.panel`, 'utf8'), 'precious');
  t.match(await complaint(t, { state: join(folder, 'nowhere', 's') }), /its folder must exist/);
  t.match(await complaint(t, { state: join(folder, 'x'.repeat(110)) }), /choose a shorter path for the state/);
});
