/** Handles limits and failures of the system: lost outputs, open files, a full disk. */

import { readFileSync, writeSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { codeOf } from '../../spec/reading/file-fault.js';
import { EXIT } from '../../spec/reading/user-error.js';

/**
 * Keeps a lost output from ending the program with a stack. A reader that closes the pipe, as `head` does, is no error. If output cannot be
 * written for another reason, such as a full disk, the program reports that at its end. Its status is then that of an unwritten report.
 */
export function watchOutput(): void {
  let lost: Error | undefined;
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) lost ??= error;
  });
  // There is no other place for a message.
  process.stderr.on('error', () => undefined);
  process.once('exit', (status) => {
    // An unwritten report was already reported.
    if (lost === undefined || status === EXIT.usage) return;
    process.exitCode = Math.max(status, EXIT.usage);
    printAtEnd(`standard output cannot be written: ${deniedBySystem(lost) ?? lost.message}`);
  });
}

/** At the end of the program only synchronous output arrives. */
function printAtEnd(text: string): void {
  try {
    writeSync(2, `srvspec: ${text}\n`);
  } catch {
    // Nobody reads it.
  }
}

const isClosedPipe = (error: unknown): boolean => codeOf(error) === 'EPIPE';

/** The number of files that this process may have open, if the system reports it. */
export function openFilesAllowed(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Errors of the operating system that are no fault of ours or of a target, with their remedies. */
const REMEDIES: { readonly [code: string]: string } = {
  EMFILE: 'allow more open files (`ulimit -n 1024`)',
  ENFILE: 'allow more open files on this machine',
  ENOSPC: 'make room on the disk',
  EFBIG: 'allow larger files (`ulimit -f unlimited`)',
  EDQUOT: 'make room in the quota',
  ENOMEM: 'make memory available',
  EAGAIN: 'allow more processes (`ulimit -u`)',
  EROFS: 'name a place that may be written',
  EACCES: 'give this user access',
  EPERM: 'give this user permission',
};

/** One line about a resource that the system denies; `undefined` for any other error. */
export function deniedBySystem(error: unknown): string | undefined {
  const code = codeOf(error) ?? '';
  const remedy = REMEDIES[code];
  if (remedy === undefined || !(error instanceof Error)) return undefined;
  const message = [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1] ?? error.message;
  const path = 'path' in error && typeof error.path === 'string' ? ` (${error.path})` : '';
  return `${message}${path}; ${remedy}`;
}
