import { createServer } from 'node:net';
import { codeOf, StateError } from './state-error.js';

/**
 * Locks a file itself, whatever name it is found by: a name in the file system goes with a renamed file or stays behind. The
 * lock is a socket that has no file, so that nothing is left of a process that was killed. Only Linux has such sockets; on other
 * systems nothing is locked, and `WatchedFile` alone keeps two servers apart. Returns what unlocks it. Throws `StateError` when
 * another process has it.
 */
export async function lockFile(path: string, { dev, ino }: { dev: bigint; ino: bigint }): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return () => Promise.resolve();
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusalOf(error, path)));
    server.listen(`\0srvspec-api-state-${dev}-${ino}`, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function refusalOf(error: Error, path: string): StateError {
  if (codeOf(error) !== 'EADDRINUSE')
    return new StateError(`${path}: the state file cannot be locked (${codeOf(error)})`);
  return new StateError(`${path}: a server that runs has this file open already, maybe by another name; stop it first`);
}
