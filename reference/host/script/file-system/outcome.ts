/** 3/errors/fs-access-sync, 3/errors/fs-stat-sync, 3/errors/fs-lstat-sync: the errors of failed operations. */
import { constants } from 'node:os';
import type { SystemFailure, SystemOutcome } from '../../../port/file-system.js';
import { systemWords } from '../../support/system-errors.js';

/** An error of the host itself, with the system's message if there is a code. */
export class FileSystemError extends Error {
  readonly code: string | undefined;
  readonly syscall: string;

  constructor(syscall: string, code: string | undefined, message = '') {
    super(message);
    this.syscall = syscall;
    this.code = code;
  }
}

/** System calls whose names differ between Node and real hosts. */
const syscalls: Readonly<Record<string, string>> = { scandir: 'opendir', fstat: 'lstat' };

const numbers: Readonly<Record<string, number>> = constants.errno;

/** The outcome of an operation on files. `syscall` replaces the name of the call that failed. */
export function systemOutcome<T>(work: () => T, syscall?: string): SystemOutcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (error instanceof FileSystemError) return failure(error.code, syscall ?? error.syscall, error.message);
    if (!isSystemError(error)) throw error;
    return failure(error.code, syscall ?? syscalls[error.syscall] ?? error.syscall, '');
  }
}

function failure(code: string | undefined, syscall: string, message: string): SystemFailure {
  if (code === undefined) return { ok: false, message, code, errno: undefined, syscall };
  return { ok: false, message: systemWords(code), code, errno: numbers[code], syscall };
}

/** An error of a system call in Node. */
function isSystemError(error: unknown): error is Error & { readonly code: string; readonly syscall: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'syscall' in error &&
    typeof error.syscall === 'string'
  );
}
