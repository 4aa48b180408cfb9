import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';

/** The C library's message, if Node's differs. */
const words: Readonly<Record<string, string>> = {
  EPERM: 'Operation not permitted',
  ENOENT: 'No such file or directory',
  EIO: 'Input/output error',
  ENXIO: 'No such device or address',
  EACCES: 'Permission denied',
  EADDRNOTAVAIL: 'Cannot assign requested address',
  EBUSY: 'Device or resource busy',
  EEXIST: 'File exists',
  EXDEV: 'Invalid cross-device link',
  ETXTBSY: 'Text file busy',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset by peer',
  EHOSTUNREACH: 'No route to host',
  ENETUNREACH: 'Network is unreachable',
  ENOTDIR: 'Not a directory',
  ENOTSOCK: 'Socket operation on non-socket',
  EISDIR: 'Is a directory',
  EINVAL: 'Invalid argument',
  ENFILE: 'Too many open files in system',
  EMFILE: 'Too many open files',
  ENAMETOOLONG: 'File name too long',
  ELOOP: 'Too many levels of symbolic links',
  EPIPE: 'Broken pipe',
  ETIMEDOUT: 'Connection timed out',
};

const numbers: Readonly<Record<string, number>> = constants.errno;

/** An error of the system in the format of logs: `2: No such file or directory`. */
export function systemError(code: string): string {
  return `${numbers[code] ?? 0}: ${systemWords(code)}`;
}

/** The C library's message for an error. */
export function systemWords(code: string): string {
  return words[code] ?? nodeWords(numbers[code] ?? 0) ?? code;
}

function nodeWords(number: number): string | undefined {
  const text = getSystemErrorMap().get(-number)?.[1];
  return text === undefined ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The code of an error that Node reports. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** A failed system call in nginx's format: `open() "x.log" failed (2: No such file or directory)`. */
export function systemFailure(call: string, subject: string, error: unknown): string {
  return `${call}() ${subject} failed (${reasonOf(error)})`;
}

/** Other errors are shown with their messages. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  return numbers[code] === undefined ? error.message : systemError(code);
}
