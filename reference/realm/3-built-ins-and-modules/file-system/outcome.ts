import type { SystemOutcome } from '../../../port/file-system.js';
import { define, OwnError } from '../../support/intrinsics.js';

/** The value of a system call; an error is thrown as on real hosts. `path` is the path in question, if there is only one. */
export function done<T>(outcome: SystemOutcome<T>, path?: string): T {
  if (outcome.ok) return outcome.value;
  const { message, errno, code, syscall } = outcome;
  const error = new OwnError(message);
  if (errno !== undefined) define(error, 'errno', errno);
  if (code !== undefined) define(error, 'code', code);
  if (path !== undefined) define(error, 'path', path);
  define(error, 'syscall', syscall);
  throw error;
}
