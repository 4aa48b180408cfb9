import { link, symlink, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { HttpRefusal, respond } from './answer.js';
import type { Credentials } from './basic.js';
import { claim, removeAlone, type Taken } from './claim.js';
import { newId } from './identifiers.js';
import { Listener } from './listener.js';
import { codeOf, StateError } from './state-error.js';

/** Bytes that the path of a socket can have: the last of `sun_path` ends the text, and five are for the name it is made by. */
const LONGEST_PATH = (process.platform === 'linux' ? 107 : 103) - 5;

export interface PanelOptions {
  /** Absolute path of the socket. */
  readonly path: string;
  /** Where the panel of a state file must be found: the lock of that file. A link stands there when `path` is another. */
  readonly lock: string | undefined;
  readonly newApiKey: () => Promise<Credentials>;
}

/**
 * The control panel, outside the API: `POST /api-keys` on a Unix socket that only its owner can use (mode 0600). Returns what
 * closes it. Throws `StateError` when a server answers there already. 1/authentication/rule-2
 */
export async function openPanel({ path, lock = path, newApiKey }: PanelOptions): Promise<() => Promise<void>> {
  const listener = new Listener((request, response) =>
    respond(response, async () => ({ ...(await answer(request, newApiKey)) })),
  );
  const taken: Taken[] = [];
  const close = async () => {
    // Another server's entry stands at the name where ours was removed or renamed.
    for (const { name, identity } of taken.reverse()) await removeAlone(name, identity).catch(() => undefined);
    await listener.stop();
  };
  try {
    await take(listener, path, taken);
    if (lock !== path) {
      taken.push(await claim(lock, () => symlink(path, lock)));
    }
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

/** The socket gets its name once it answers: before, another server would take it for a leftover of a killed one. */
async function take(listener: Listener, path: string, taken: Taken[]): Promise<void> {
  checkLength(path);
  const unnamed = `${path}~${newId().slice(0, 4)}`;
  await listenPrivately(listener, unnamed, path);
  taken.push(await claim(path, () => link(unnamed, path)));
  await unlink(unnamed);
}

function checkLength(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (bytes <= LONGEST_PATH) return;
  throw new StateError(
    `${path}: the path of the control panel's socket has ${bytes} bytes, and it can have ${LONGEST_PATH}; give a shorter one with --panel`,
  );
}

/** The socket is made while the umask leaves rights to nobody else: a later change of its mode would come too late. */
async function listenPrivately(listener: Listener, socket: string, path: string): Promise<void> {
  const umask = process.umask(0o177);
  const listening = listener.listen({ path: socket });
  process.umask(umask);
  await listening.catch((error: unknown) => {
    throw new StateError(
      `${path}: the control panel cannot listen here (${codeOf(error)}); its folder must exist and be writable`,
    );
  });
}

async function answer({ method, url }: IncomingMessage, newApiKey: () => Promise<Credentials>): Promise<Credentials> {
  if (url !== '/api-keys') throw new HttpRefusal(404, 'the control panel has /api-keys alone');
  if (method !== 'POST') throw new HttpRefusal(405, 'this path takes POST', { headers: { Allow: 'POST' } });
  return newApiKey();
}
