import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import type { ResponseHeadIn } from './response-head.js';

/** One attempt to get a response; times are in milliseconds. */
export interface ProxyAttempt {
  /** The server that was asked; without one a redirect within the host stands between attempts. */
  peer: string | undefined;
  status: number;
  connected: number | undefined;
  headed: number | undefined;
  ended: number | undefined;
  received: number;
  sent: number;
  /** Bytes of the body. */
  length: number;
}

/** What requests of upstream servers left behind, as variables show it. */
export class UpstreamRecord {
  readonly attempts: ProxyAttempt[] = [];
  head: ResponseHeadIn | undefined;
  trailers: readonly ByteString[] = [];
  /** `$proxy_host` and `$proxy_port`. */
  host: ByteString | undefined;
  port: ByteString | undefined;
  /** Redirects of the request before it was passed on; behind a later one it has no `$proxy_host` any more. */
  redirects = 0;

  /** A request is passed on; after an earlier one there is a gap. */
  begin(): void {
    if (this.attempts.length > 0) this.attempts.push(newAttempt(undefined));
  }

  next(peer: string): ProxyAttempt {
    const attempt = newAttempt(peer);
    this.attempts.push(attempt);
    return attempt;
  }
}

function newAttempt(peer: string | undefined): ProxyAttempt {
  const times = { connected: undefined, headed: undefined, ended: undefined };
  return { peer, status: 0, ...times, received: 0, sent: 0, length: 0 };
}

/** The record of a request that was passed on. */
export function recordOf(request: HttpRequest): UpstreamRecord | undefined {
  return request.kept(UpstreamRecord);
}

/** The record of a request that is going to be passed on, wherever that is; one that was before has it already. */
export function recordFor(request: HttpRequest): UpstreamRecord {
  const record = request.keptOrNew(UpstreamRecord);
  record.redirects = request.route.redirects;
  return record;
}
