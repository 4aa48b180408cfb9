/** What the system denies or takes away: an output that goes nowhere, open files, room. */
import { readFileSync, writeSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { EXIT } from '../../spec/reading/user-error.js';

/**
 * Keeps a lost output from ending the program with a stack. A reader that wants no more, as `head` does, is no fault; output that
 * cannot be written for another reason, for example because the disk is full, is reported at the end, with the status of a report
 * that could not be written.
 */
export function watchOutput(): void {
  let lost: Error | undefined;
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) lost ??= error;
  });
  // There is no other place to say so.
  process.stderr.on('error', () => undefined);
  process.once('exit', (status) => {
    // A report that could not be written there was complained about already.
    if (lost === undefined || status === EXIT.usage) return;
    process.exitCode = Math.max(status, EXIT.usage);
    tell(`standard output cannot be written: ${deniedBySystem(lost) ?? lost.message}`);
  });
}

/** At the end of the program only what is written at once arrives. */
function tell(text: string): void {
  try {
    writeSync(2, `srvspec: ${text}\n`);
  } catch {
    // Nobody reads it.
  }
}

const isClosedPipe = (error: unknown): boolean => codeOf(error) === 'EPIPE';

/** How many files this process may have open at one time, as far as the system says. */
export function openFilesAllowed(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Errors of the operating system that are no fault of ours or of a target, and what a person can do about them. */
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

/** One line on what the system denies; `undefined` for any other error. */
export function deniedBySystem(error: unknown): string | undefined {
  const code = codeOf(error) ?? '';
  const remedy = REMEDIES[code];
  if (remedy === undefined || !(error instanceof Error)) return undefined;
  const message = [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1] ?? error.message;
  const path = 'path' in error && typeof error.path === 'string' ? ` (${error.path})` : '';
  return `${message}${path}; ${remedy}`;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
