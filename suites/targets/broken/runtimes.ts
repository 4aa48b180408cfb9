/**
 * Deliberately wrong targets, to test the suite itself: whatever the laws are, none of these may pass. Each stands before a
 * right target, says honestly who it is, and is wrong in everything else.
 */
import type { Plain } from '../../../spec/types/spec.js';
import {
  type ExchangeOrder,
  type HostTarget,
  type Job,
  type Session,
  type Setup,
  TargetDown,
} from '../../executor/target.js';
import type { LogLine, Observation, ObservedResponse } from '../../language/law.js';

/** How a miniature answers in the place of the right session. */
type Wrong = (right: Session) => Pick<Session, 'evaluate' | 'exchange'>;

function miniature(name: string, right: HostTarget, wrong: Wrong): HostTarget {
  return {
    ...right,
    name,
    kind: 'miniature',
    start: async (setup) => {
      const session = await right.start(setup);
      return isIdentification(setup) ? session : { ...wrong(session), stop: () => session.stop() };
    },
  };
}

/** A setup without a plan is the question who the target is. */
const isIdentification = (setup: Setup): boolean => setup.version === '0.0.0';

/** Answers nothing at all. */
export const silent = (right: HostTarget): HostTarget =>
  miniature('silent', right, () => ({
    evaluate: async (jobs) =>
      jobs.map(({ inputs }) => inputs.map(() => ({ kind: 'unobservable', why: 'it said nothing' }))),
    exchange: async () => ({ responses: [], log: [] }),
  }));

/** Gives back what it was given. */
export const echoing = (right: HostTarget): HostTarget =>
  miniature('echoing', right, () => ({
    evaluate: async (jobs) => jobs.map(({ inputs }) => inputs.map((value) => ({ kind: 'returned', value }))),
    exchange: async ({ requests }) => ({ responses: requests.map(echoOf), log: [] }),
  }));

function echoOf({ target, headers = [], body = target }: ExchangeOrder['requests'][number]): ObservedResponse {
  return { version: '1.1', status: 200, reason: 'OK', headers, body: Buffer.from(body) };
}

/** Does everything right and then says something else, of the same shape where there is one. */
export const lying = (right: HostTarget): HostTarget =>
  miniature('lying', right, (session) => ({
    evaluate: async (jobs, deadlineMs) =>
      (await session.evaluate(jobs, deadlineMs)).map((observations) => observations.map(lieAbout)),
    exchange: async (order) => {
      const { responses, log } = await session.exchange(order);
      return { responses: responses.map(lieAboutResponse), log: log.map(lieAboutLine) };
    },
  }));

function lieAbout(observation: Observation): Observation {
  switch (observation.kind) {
    case 'returned':
      return { kind: 'returned', value: otherThan(observation.value) };
    case 'threw':
      return { kind: 'returned', value: { $undefined: true } };
    default:
      return observation;
  }
}

/**
 * A value of the same kind that is not the same value. No two numbers or texts of one observation are changed alike, lest
 * what the law compares with each other stays as it was: numbers go below zero and above themselves in turn.
 */
function otherThan(value: Plain, lies = { told: 0 }): Plain {
  switch (typeof value) {
    case 'boolean':
      return !value;
    case 'number':
      lies.told += 1;
      return lies.told % 2 === 1 ? -1 - Math.abs(value) - lies.told : value + lies.told;
    case 'string':
      lies.told += 1;
      return `${value}${'x'.repeat(lies.told)}`;
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return value.length === 0 ? ['x'] : value.map((item: Plain) => otherThan(item, lies));
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, otherThan(item, lies)]));
  }
}

function lieAboutResponse(response: ObservedResponse): ObservedResponse {
  return {
    version: response.version,
    status: response.status + 1,
    reason: `${response.reason}x`,
    headers: [...response.headers.map(([name, value]): [string, string] => [name, `${value}x`]), ['X-Lie', 'x']],
    body: lieAboutBody(response.body),
  };
}

/** A handler's answer stays an answer, another one; other bytes get one more. */
function lieAboutBody(body: Uint8Array): Uint8Array {
  try {
    const answer: Plain = JSON.parse(Buffer.from(body).toString());
    return Buffer.from(JSON.stringify(otherThan(answer)));
  } catch {
    return Buffer.concat([body, Buffer.from('x')]);
  }
}

const lieAboutLine = ({ level, message }: LogLine): LogLine => ({
  level: level === 'info' ? 'warn' : 'info',
  message: `${message}x`,
});

/** Whether an input is one that a target cannot stand. */
export type Poison = (input: string) => boolean;

/** Goes down at certain inputs, given as JSON text. */
export const crashing = (right: HostTarget, poison: Poison): HostTarget =>
  miniature('crashing', right, (session) =>
    downAt(session, poison, () => new TargetDown('crash', 'segmentation fault')),
  );

/** Never answers at certain inputs; it says so at once, in the place of a deadline's end. */
export const hanging = (right: HostTarget, poison: Poison): HostTarget =>
  miniature('hanging', right, (session) =>
    downAt(session, poison, (deadlineMs) => new TargetDown('hang', 'no answer', deadlineMs)),
  );

function downAt(
  session: Session,
  poison: Poison,
  down: (deadlineMs: number) => TargetDown,
): Pick<Session, 'evaluate' | 'exchange'> {
  const poisoned = ({ inputs }: Job): boolean => inputs.some((input) => poison(JSON.stringify(input)));
  return {
    evaluate: async (jobs, deadlineMs) => {
      if (jobs.some(poisoned)) throw down(deadlineMs);
      return session.evaluate(jobs, deadlineMs);
    },
    exchange: async (order) => {
      if (order.requests.some((request) => poison(JSON.stringify(request)))) throw down(order.deadlineMs);
      return session.exchange(order);
    },
  };
}
