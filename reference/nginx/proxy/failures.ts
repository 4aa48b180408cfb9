import type { LogLevel } from '../../host/logging/error-log.js';
import { systemError } from '../../host/support/system-errors.js';
import type { UpstreamFailure } from '../upstream/connection.js';
import { type NextReason, nextStatuses } from './directives.js';

/** What the host was doing with a server when something failed, in the words of its log. */
export type ProxyActivity =
  | 'connecting to upstream'
  | 'SSL handshaking to upstream'
  | 'sending request to upstream'
  | 'reading response header from upstream'
  | 'reading upstream'
  | 'sending to client'
  | 'proxying upgraded connection';

/** The line for a failure. `call` is the system call that failed. */
export function failureLine(
  failure: UpstreamFailure,
  doing: ProxyActivity,
  call: string,
): { readonly level: LogLevel; readonly message: string } {
  switch (failure.kind) {
    case 'ended':
      return { level: 'error', message: `upstream prematurely closed connection while ${doing}` };
    case 'timed out':
      return { level: 'error', message: `upstream timed out (${systemError('ETIMEDOUT')}) while ${doing}` };
    case 'left': {
      const left =
        'epoll_wait() reported that client prematurely closed connection, so upstream connection is closed too';
      return { level: 'info', message: `${left} while ${doing}` };
    }
    case 'cut off':
      return { level: 'info', message: `client prematurely closed connection while ${doing}` };
    case 'error': {
      const level = failure.code === 'ENOENT' || failure.code === 'EACCES' ? 'crit' : 'error';
      return { level, message: `${call} failed (${systemError(failure.code)}) while ${doing}` };
    }
    case 'refused':
    case 'tls':
      return { level: 'error', message: `${failure.message} while ${doing}` };
  }
}

/** The status of a request whose last attempt failed. */
export function failureStatus(reason: NextReason): number {
  if (reason === 'timeout') return 504;
  return reason.startsWith('http_') ? Number(reason.slice('http_'.length)) : 502;
}

/** The reason to try another server for a status. */
export function reasonOf(status: number): NextReason | undefined {
  const found = nextStatuses.find((one) => one === status);
  return found && `http_${found}`;
}
