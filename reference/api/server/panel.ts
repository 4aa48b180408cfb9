import { lstat, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { codeOf } from '../support/errors.js';
import { isJsonObject, isText, type JsonValue, jsonOf } from '../support/json.js';
import type { Credentials } from './credentials.js';
import { HttpRefusal, type Listener, listen } from './http.js';
import { StateError } from './state-file.js';

/** The longest path of a socket, in bytes; the system would truncate a longer one. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

type NewApiKey = () => Promise<Credentials>;

/**
 * The control panel, outside the API: `POST /api-keys` on a Unix socket that only its owner can use (mode 0600). Rejects with `StateError`
 * if another server answers there, so that no two servers use one state. 1/authentication/rule-2
 */
export async function openPanel(path: string, newApiKey: NewApiKey): Promise<Listener> {
  if (Buffer.byteLength(path) > LONGEST_PATH)
    throw new StateError(
      `${path}: the path of the control panel's socket may have ${LONGEST_PATH} bytes; choose a shorter path for the state`,
    );
  await removeLeftover(path);
  // A later change of the socket's mode would come too late.
  const umask = process.umask(0o177);
  const listening = listen(async (asked) => ({ ...(await answer(asked, newApiKey)) }), { path });
  process.umask(umask);
  return listening.catch((error: unknown) => {
    throw new StateError(
      `${path}: the control panel cannot listen here (${codeOf(error)}); its folder must exist and be writable`,
    );
  });
}

/** Removes the socket that a killed server left. */
async function removeLeftover(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return;
  if (!entry.isSocket())
    throw new StateError(`${path}: the control panel needs this path, but the file is not a socket`);
  if (await answers(path)) throw new StateError(`${path}: a running server answers here; stop it first`);
  await unlink(path);
}

/** Whether a process listens at a socket. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))));
  });
}

async function answer({ method, url }: IncomingMessage, newApiKey: NewApiKey): Promise<Credentials> {
  if (url !== '/api-keys') throw new HttpRefusal(404, 'the control panel has only /api-keys');
  if (method !== 'POST') throw new HttpRefusal(405, 'this path takes POST', { headers: { Allow: 'POST' } });
  return newApiKey();
}

/** No control panel answered, or it gave no key. */
export class PanelError extends Error {}

/** Gets a new API key from the control panel at a socket, which revokes the previous one. Rejects with `PanelError`. */
export async function newKeyFrom(panel: string): Promise<Credentials> {
  const made = await ask(panel).catch((error: unknown) => {
    throw new PanelError(`${panel}: no control panel answers here (${codeOf(error)})`);
  });
  if (isJsonObject(made) && isText(made.clientId) && isText(made.apiKey))
    return { clientId: made.clientId, apiKey: made.apiKey };
  throw new PanelError(`${panel}: the control panel gave no key`);
}

/** The JSON of the answer; `undefined` for another answer. */
async function ask(socketPath: string): Promise<JsonValue | undefined> {
  const { Client } = await import('undici');
  const client = new Client('http://panel', { socketPath });
  try {
    const order = { method: 'POST', path: '/api-keys', signal: AbortSignal.timeout(10_000) } as const;
    return jsonOf(await (await client.request(order)).body.text());
  } finally {
    await client.destroy();
  }
}
