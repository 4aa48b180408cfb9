/** The faults in a scenario client's responses and logs. */

import { isDeepStrictEqual } from 'node:util';
import { parsedPlain } from '../executor/plain.js';
import type { ObservedResponse } from '../language/observation.js';
import { isList } from '../language/plain.js';
import type { ExpectedResponse, TextOrPattern } from './scenario.js';

/** The faults of a response, in words; empty if it is as expected. */
export function responseComplaints(expected: ExpectedResponse, response: ObservedResponse): readonly string[] {
  const body = Buffer.from(response.body).toString();
  const status = response.status === expected.status ? [] : [`status ${response.status} instead of ${expected.status}`];
  const headers = Object.entries(expected.headers ?? {}).flatMap(([name, wanted]) => {
    const values = response.headers
      .filter(([given]) => given.toLowerCase() === name.toLowerCase())
      .map(([, value]) => value);
    return areAs(wanted, values) ? [] : [`header ${name}: ${shown(values)} instead of ${shown(wanted)}`];
  });
  const isBody = expected.body === undefined || isAs(expected.body, body);
  const isJson = !('json' in expected) || isDeepStrictEqual(parsedPlain(body), expected.json);
  const wanted = 'json' in expected ? expected.json : expected.body;
  return [...status, ...headers, ...(isBody && isJson ? [] : [`body ${shown(body)} instead of ${shown(wanted)}`])];
}

/** The faults of a log's lines. */
export function logComplaints(expected: readonly TextOrPattern[], log: string): readonly string[] {
  const lines = log.split('\n').slice(0, -1);
  const isRight = lines.length === expected.length && expected.every((wanted, at) => isAs(wanted, lines[at] ?? ''));
  return isRight ? [] : [`access log ${shown(lines)} instead of ${shown(expected)}`];
}

function areAs(wanted: TextOrPattern | readonly string[] | null, values: readonly string[]): boolean {
  if (wanted === null) return values.length === 0;
  if (isList(wanted)) return isDeepStrictEqual(values, wanted);
  return values.length === 1 && isAs(wanted, values[0] ?? '');
}

const isAs = (wanted: TextOrPattern, text: string): boolean =>
  typeof wanted === 'string' ? wanted === text : new RegExp(`^(?:${wanted.matches})$`).test(text);

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
