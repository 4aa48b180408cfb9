import { printable } from '../support/printable.js';
import type { AnswerHead, ExchangeEnd } from './connection.js';
import {
  type CallFailed,
  ConnectionFailed,
  Redirected,
  RequestRefused,
  type RequestSummary,
  TimedOut,
  UnexpectedAnswer,
} from './errors.js';
import { excerptOf } from './excerpt.js';
import type { Redactor } from './redactor.js';
import { retryAfterMs } from './retry.js';

/** What is known of a call when its error is made. */
export interface RequestCircumstances {
  readonly request: RequestSummary;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly redactor: Redactor;
  /** Names besides the usual ones under which an answer has the API key of a server. */
  readonly keyNames: ReadonlySet<string>;
}

/** A status from 200 to 299 and a body that came in full. */
export interface Success {
  readonly status: number;
  readonly body: Buffer;
}

/** The result of an exchange; `now` is in milliseconds since 1970. */
export function resultOf(
  ended: Exclude<ExchangeEnd, { kind: 'aborted' }>,
  of: RequestCircumstances,
  now: number,
): Success | CallFailed {
  const { head } = ended;
  if (head !== undefined && head.status >= 300) {
    // The status decides, however its body ended.
    return badStatus(head, ended.kind === 'answered' ? ended.body.toString() : '', of, now);
  }
  switch (ended.kind) {
    case 'answered':
      return { status: ended.head.status, body: ended.body };
    case 'too large': {
      const what = `answered with status ${ended.head.status} and a body of more than ${of.maxBodyBytes} bytes`;
      return new UnexpectedAnswer(of.request, what, { status: ended.head.status, excerpt: '' });
    }
    case 'failed':
      return broken(ended.code, ended.sent, head, of);
    case 'timed out': {
      const stage = ended.sent
        ? `waiting for ${head === undefined ? 'an answer' : 'the rest of the answer'}`
        : 'connecting';
      return new TimedOut(of.request, stage, of.timeoutMs, ended.sent);
    }
  }
}

function badStatus({ status, headers }: AnswerHead, body: string, of: RequestCircumstances, now: number): CallFailed {
  if (status < 400) return new Redirected(of.request, status, targetOrigin(one(headers.location), of));
  const excerpt = excerptOf(body, of.redactor, of.keyNames);
  return new RequestRefused(of.request, {
    status,
    excerpt,
    retryAfterMs: retryAfterMs(one(headers['retry-after']), now),
  });
}

/** Scheme, host and port alone: a path or a query may have been made from what was sent. */
function targetOrigin(location: string | undefined, of: RequestCircumstances): string | undefined {
  if (location === undefined || !URL.canParse(location, of.request.origin)) return undefined;
  const { origin } = new URL(location, of.request.origin);
  return origin === 'null' ? undefined : printable(of.redactor.text(origin));
}

function broken(code: string, sent: boolean, head: AnswerHead | undefined, of: RequestCircumstances): CallFailed {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new TimedOut(of.request, 'connecting', of.connectTimeoutMs, false);
  }
  if (noHttp.has(code)) {
    return new UnexpectedAnswer(of.request, `answered with what is no HTTP (${code})`, {
      status: head?.status,
      excerpt: '',
    });
  }
  return new ConnectionFailed(of.request, inWords[code] ?? 'the connection failed', code, sent);
}

const noHttp: ReadonlySet<string> = new Set(['NO_HTTP', 'UND_ERR_HEADERS_OVERFLOW']);

const closed = 'the connection was closed before the answer was complete';

const inWords: { readonly [code: string]: string } = {
  ECONNREFUSED: 'no server listens',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host cannot be looked up now',
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: closed,
  HTTP_CUT: closed,
};

/** Of a field that is repeated the first line counts. */
function one(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' || field === undefined ? field : field[0];
}
