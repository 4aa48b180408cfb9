import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import type { ResponseHeadIn } from './response-head.js';

/** One attempt to get a response; times are in milliseconds. */
export interface ProxyAttempt {
  /** The server; an internal redirect between attempts has none. */
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

/** The record of requests to upstream servers, for variables. */
export class UpstreamRecord {
  readonly attempts: ProxyAttempt[] = [];
  head: ResponseHeadIn | undefined;
  trailers: readonly ByteString[] = [];
  /** `$proxy_host` and `$proxy_port`. */
  host: ByteString | undefined;
  port: ByteString | undefined;
  /** Redirects before the request was forwarded; after a later redirect it has no `$proxy_host` any more. */
  redirects = 0;

  /** Begins forwarding a request; an earlier one leaves a gap. */
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

/** The record of a forwarded request. */
export function recordOf(request: HttpRequest): UpstreamRecord | undefined {
  return request.kept(UpstreamRecord);
}

/** The record for a request that is about to be forwarded; an existing one is kept. */
export function recordFor(request: HttpRequest): UpstreamRecord {
  const record = request.keptOrNew(UpstreamRecord);
  record.redirects = request.route.redirects;
  return record;
}
