/** What a client sends over one connection, as data that can be made smaller. */
import { smallerPrograms } from './programs.js';

export interface DrawnRequest {
  readonly method: string;
  readonly target: string;
  /** What follows the target in the request line, for example `HTTP/1.1`; empty for none. */
  readonly version: string;
  /** Header lines as they are sent, without their ends. */
  readonly lines: readonly string[];
  /** What follows the empty line, as it is sent. */
  readonly body: string;
  /** Ends of lines in the head. */
  readonly eol: '\r\n' | '\n';
}

export interface DrawnConnection {
  readonly requests: readonly DrawnRequest[];
  /** Places among the bytes at which the client pauses until the host has had time to read; ascending. */
  readonly cuts: readonly number[];
  /** Bytes at the end that are not sent; the client closes its half instead. */
  readonly missing: number;
}

/** The bytes of a conversation as Latin-1. */
export function conversationBytes({ requests, missing }: DrawnConnection): string {
  const text = requests.map(encoded).join('');
  return text.slice(0, Math.max(0, text.length - missing));
}

function encoded({ method, target, version, lines, body, eol }: DrawnRequest): string {
  const first = version === '' ? `${method} ${target}` : `${method} ${target} ${version}`;
  return `${[first, ...lines].join(eol)}${eol}${eol}${body}`;
}

/** Conversations with one thing less, the greatest cuts first. */
export function* smallerOf(conversation: DrawnConnection): Generator<DrawnConnection> {
  const { requests, cuts, missing } = conversation;
  for (const at of requests.keys()) if (requests.length > 1) yield { ...conversation, requests: without(requests, at) };
  if (cuts.length > 0) yield { ...conversation, cuts: [] };
  if (missing > 0) yield { ...conversation, missing: 0 };
  for (const [at, request] of requests.entries())
    for (const less of smallerRequests(request))
      yield { ...conversation, requests: requests.map((one, place) => (place === at ? less : one)) };
}

function* smallerRequests(request: DrawnRequest): Generator<DrawnRequest> {
  const { lines, body, eol, method, version } = request;
  for (const at of lines.keys()) yield { ...request, lines: without(lines, at) };
  for (const [at, line] of lines.entries())
    for (const less of smallerPrograms(line))
      yield { ...request, lines: lines.map((one, place) => (place === at ? less : one)) };
  if (body !== '') yield { ...request, body: '' };
  if (eol !== '\r\n') yield { ...request, eol: '\r\n' };
  if (method !== 'GET') yield { ...request, method: 'GET' };
  if (version !== 'HTTP/1.1') yield { ...request, version: 'HTTP/1.1' };
}

function without<T>(list: readonly T[], at: number): readonly T[] {
  return list.filter((_, place) => place !== at);
}
