import { lstat, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { HttpRefusal, respond } from './answer.js';
import type { Credentials } from './basic.js';
import { Listener } from './listener.js';
import { codeOf, StateError } from './state-error.js';

/** Bytes that the path of a socket can have; what is longer would be cut. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

type NewApiKey = () => Promise<Credentials>;

/**
 * The control panel, outside the API: `POST /api-keys` on a Unix socket that only its owner can use (mode 0600). Returns what
 * closes it. Throws `StateError` when a server answers there already. 1/authentication/rule-2
 */
export async function openPanel(path: string, newApiKey: NewApiKey): Promise<() => Promise<void>> {
  const listener = new Listener((request, response) =>
    respond(response, async () => ({ ...(await answer(request, newApiKey)) })),
  );
  await removeLeftover(path);
  await listenPrivately(listener, path);
  return () => listener.stop();
}

/** A server that was killed leaves its socket. */
async function removeLeftover(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return;
  if (!entry.isSocket()) throw new StateError(`${path}: this is there and no socket; remove it, or give --panel`);
  if (await answers(path)) throw new StateError(`${path}: a server that runs answers here; stop it first`);
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

/** The socket is made while the umask leaves rights to nobody else: a later change of its mode would come too late. */
async function listenPrivately(listener: Listener, path: string): Promise<void> {
  if (Buffer.byteLength(path) > LONGEST_PATH)
    throw new StateError(
      `${path}: the control panel's socket can have ${LONGEST_PATH} bytes in its path; give a shorter one with --panel`,
    );
  const umask = process.umask(0o177);
  const listening = listener.listen({ path });
  process.umask(umask);
  await listening.catch((error: unknown) => {
    throw new StateError(
      `${path}: the control panel cannot listen here (${codeOf(error)}); its folder must exist and be writable`,
    );
  });
}

async function answer({ method, url }: IncomingMessage, newApiKey: NewApiKey): Promise<Credentials> {
  if (url !== '/api-keys') throw new HttpRefusal(404, 'the control panel has /api-keys alone');
  if (method !== 'POST') throw new HttpRefusal(405, 'this path takes POST', { headers: { Allow: 'POST' } });
  return newApiKey();
}
