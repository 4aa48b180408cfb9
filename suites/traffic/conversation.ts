/** The bytes of a client on one connection, as data that fast-check draws. */
import * as fc from 'fast-check';

export interface DrawnRequest {
  readonly method: string;
  readonly target: string;
  /** The text after the target in the request line, for example `HTTP/1.1`; may be empty. */
  readonly version: string;
  /** Header lines as sent, without their ends. */
  readonly lines: readonly string[];
  /** The text after the empty line, as sent. */
  readonly body: string;
  /** Ends of lines in the head. */
  readonly eol: '\r\n' | '\n';
}

export interface DrawnConnection {
  readonly requests: readonly DrawnRequest[];
  /** Positions at which the client pauses until the host has had time to read; ascending. */
  readonly cuts: readonly number[];
  /** Bytes at the end that are not sent; the client half-closes instead. */
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

/** An arbitrary of several, weighted; it shrinks to the first. */
export const weighted = <T>(
  ...ways: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> =>
  fc.oneof({ withCrossShrink: true }, ...ways.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** The words of a text, which may have several lines. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
