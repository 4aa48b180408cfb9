/**
 * The only judge: pure functions from what was expected and what was observed to a verdict. No other place decides what
 * passes.
 */
import type { VerdictKind } from '../../reports/model.js';
import type { Plain, Strength } from '../../spec/types/spec.js';
import { decode, encode, same, show } from '../language/encoding.js';
import type {
  Expectation,
  LogExpectation,
  LogLine,
  Observation,
  ObservedResponse,
  ResponseExpectation,
} from '../language/law.js';

/** What was asked for and what came instead, for a person; `undefined` from `compare` means that all is as expected. */
export interface Mismatch {
  readonly reason: 'wrong' | 'crash' | 'hang' | 'unobservable';
  readonly expected: string;
  readonly observed: string;
}

export interface Verdict {
  readonly verdict: VerdictKind;
  readonly reason: string;
}

/** A known violation, as far as judging needs it. */
export interface KnownDeviation {
  readonly reason: 'wrong' | 'crash' | 'hang';
  readonly why: string;
}

/** The verdict on a case, from what was wrong with it (if anything) and what is known of the target. */
export function judge(strength: Strength, mismatch: Mismatch | undefined, known: KnownDeviation | undefined): Verdict {
  if (mismatch?.reason === 'unobservable') return { verdict: 'inconclusive', reason: mismatch.observed };
  if (strength === 'open' && (mismatch === undefined || mismatch.reason === 'wrong'))
    return { verdict: 'recorded', reason: '' };
  if (mismatch === undefined) return { verdict: 'conforms', reason: '' };
  if (known?.reason === mismatch.reason) return { verdict: 'deviates', reason: known.why };
  return { verdict: 'violates', reason: `${mismatch.reason}: ${mismatch.observed}` };
}

/** Compares one observation with one expectation. */
export function compare(expected: Expectation, observed: Observation): Mismatch | undefined {
  const wants = describe(expected);
  const wrong = (reason: Mismatch['reason'], text: string): Mismatch => ({ reason, expected: wants, observed: text });
  switch (observed.kind) {
    case 'crashed':
      return wrong('crash', tell(observed));
    case 'hung':
      return wrong('hang', tell(observed));
    case 'unobservable':
      return wrong('unobservable', tell(observed));
    case 'returned':
    case 'threw':
    case 'exchanged': {
      const complaint = complaintOf(expected, observed);
      return complaint === undefined ? undefined : wrong('wrong', complaint);
    }
  }
}

type Answered = Extract<Observation, { kind: 'returned' | 'threw' | 'exchanged' }>;

/** What is wrong with an answer, in words; `undefined` when nothing is. */
function complaintOf(expected: Expectation, observed: Answered): string | undefined {
  switch (expected.kind) {
    case 'returns':
      return observed.kind === 'returned' && same(encode(expected.value), observed.value) ? undefined : tell(observed);
    case 'throws':
      return observed.kind === 'threw' && (expected.names === undefined || expected.names.includes(observed.name))
        ? undefined
        : tell(observed);
    case 'holds':
      return observed.kind === 'returned'
        ? unheld(expected.test(decode(observed.value)), observed.value)
        : tell(observed);
    case 'answers':
      return observed.kind === 'exchanged' ? unanswered(expected, observed) : tell(observed);
    case 'either': {
      const complaints = expected.options.map((option) => complaintOf(option, observed));
      return complaints.includes(undefined) ? undefined : complaints[0];
    }
  }
}

const unheld = (verdict: true | string, value: Plain): string | undefined =>
  verdict === true ? undefined : `${verdict} (in ${show(value)})`;

function unanswered(
  expected: Extract<Expectation, { kind: 'answers' }>,
  observed: Extract<Observation, { kind: 'exchanged' }>,
): string | undefined {
  for (const [i, wanted] of expected.responses.entries()) {
    const response = observed.responses[i];
    const complaint = response === undefined ? `no response ${i + 1}` : responseComplaint(wanted, response);
    if (complaint !== undefined) return expected.responses.length === 1 ? complaint : `response ${i + 1}: ${complaint}`;
  }
  return expected.log === undefined ? undefined : logComplaint(expected.log, observed.log);
}

function responseComplaint(wanted: ResponseExpectation, response: ObservedResponse): string | undefined {
  if (wanted.status !== undefined && response.status !== wanted.status)
    return `status ${response.status}, body ${showBody(response.body)}`;
  if (wanted.reason !== undefined && response.reason !== wanted.reason)
    return `reason phrase ${JSON.stringify(response.reason)}`;
  for (const [name, values] of Object.entries(wanted.headers ?? {})) {
    const got = headerValues(response, name);
    if (!same(got, values)) return `header ${name}: ${JSON.stringify(got)}`;
  }
  if (wanted.body !== undefined && !Buffer.from(wanted.body).equals(response.body))
    return `body ${showBody(response.body)}`;
  if ('answer' in wanted) {
    const complaint = answerComplaint(wanted.answer, response);
    if (complaint !== undefined) return complaint;
  }
  const held = wanted.holds?.(response) ?? true;
  return held === true ? undefined : held;
}

function answerComplaint(wanted: unknown, response: ObservedResponse): string | undefined {
  const got = answerOf(response);
  if (got === undefined) return `no answer of a handler: status ${response.status}, body ${showBody(response.body)}`;
  return same(encode(wanted), got) ? undefined : `answer ${show(got)}`;
}

/** The tagged value that a handler answered with, or `undefined` when the body is none. */
export function answerOf(response: ObservedResponse): Plain | undefined {
  try {
    return JSON.parse(Buffer.from(response.body).toString());
  } catch {
    return undefined;
  }
}

/** All values of a response header, in the order of the wire. */
export const headerValues = (response: ObservedResponse, name: string): string[] =>
  response.headers.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

function logComplaint(wanted: LogExpectation, lines: readonly LogLine[]): string | undefined {
  if ('holds' in wanted) {
    const held = wanted.holds(lines);
    return held === true ? undefined : `${held} (in log ${tellLines(lines)})`;
  }
  const equal =
    wanted.lines.length === lines.length &&
    wanted.lines.every((line, i) => line.level === lines[i]?.level && line.message === lines[i]?.message);
  return equal ? undefined : `log ${tellLines(lines)}`;
}

/** An expectation in words. */
export function describe(expected: Expectation): string {
  switch (expected.kind) {
    case 'returns':
      return `returns ${show(encode(expected.value))}`;
    case 'throws':
      return expected.names === undefined ? 'throws an error' : `throws ${expected.names.join(' or ')}`;
    case 'holds':
      return expected.claim;
    case 'answers':
      return [
        ...expected.responses.map(describeResponse),
        ...(expected.log === undefined ? [] : [describeLog(expected.log)]),
      ].join('; ');
    case 'either':
      return expected.options.map(describe).join(', or ');
  }
}

function describeResponse(wanted: ResponseExpectation): string {
  const parts = [
    wanted.status === undefined ? '' : `status ${wanted.status}`,
    wanted.reason === undefined ? '' : `reason phrase ${JSON.stringify(wanted.reason)}`,
    ...Object.entries(wanted.headers ?? {}).map(([name, values]) => `header ${name}: ${JSON.stringify(values)}`),
    wanted.body === undefined ? '' : `body ${showBody(Buffer.from(wanted.body))}`,
    'answer' in wanted ? `answer ${show(encode(wanted.answer))}` : '',
    wanted.holds === undefined ? '' : 'and what the requirement says of the response',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const describeLog = (wanted: LogExpectation): string =>
  'holds' in wanted ? wanted.claim : `log ${tellLines(wanted.lines)}`;

/** An observation in words. */
export function tell(observed: Observation): string {
  switch (observed.kind) {
    case 'crashed':
      return `the target went down: ${observed.detail}`;
    case 'hung':
      return `no answer within ${observed.afterMs} ms`;
    case 'unobservable':
      return observed.why;
    case 'returned':
      return `returns ${show(observed.value)}`;
    case 'threw':
      return `throws ${observed.name}: ${show(observed.message)}`;
    case 'exchanged':
      return observed.responses
        .map((response) => `status ${response.status}, body ${showBody(response.body)}`)
        .join('; ');
  }
}

const tellLines = (lines: readonly LogLine[]): string => show(lines.map(({ level, message }) => [level, message]));

function showBody(body: Uint8Array): string {
  const text = Buffer.from(body).toString();
  return Buffer.from(text).equals(body) ? show(text) : `bytes ${show(Buffer.from(body).toString('hex'))}`;
}
