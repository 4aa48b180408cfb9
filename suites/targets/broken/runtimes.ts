/**
 * Deliberately wrong targets, to test the suite itself: none of these may pass any law. Hosts wrap a right target, identify themselves
 * correctly, and are wrong in everything else. Runtimes without a host are adapters.
 */

import type { Plain } from '../../../spec/types/requirement.js';
import { parsedPlain } from '../../executor/plain.js';
import type { RuntimeTarget, Session, SessionSetup } from '../../executor/target.js';
import type { Job } from '../../inside/job.js';
import { liftedSource } from '../../inside/lifting.js';
import { encode } from '../../language/encoding.js';
import { NotObservable, TargetDown } from '../../language/failures.js';
import type { LogLine, Observation, ObservedResponse } from '../../language/observation.js';
import type { Connection, Partners, WireRequest } from '../../language/partners.js';
import type { Probe } from '../../language/trial.js';
import { evaluating, writing } from '../adapter/testing/patched.js';
import { referenceTarget } from '../reference/reference.js';
import { partnersOf } from '../support/partners.js';

/** The answers of a miniature in place of the right session's. */
type Wrong = (right: Session) => Omit<Session, 'stop'>;

function miniature(name: string, right: RuntimeTarget, wrong: Wrong): RuntimeTarget {
  return {
    ...right,
    name,
    kind: 'miniature',
    drivers: {
      runtime: {
        ...right.drivers.runtime,
        start: async (setup) => {
          const session = await right.drivers.runtime.start(setup);
          return isIdentification(setup) ? session : { ...wrong(session), stop: () => session.stop() };
        },
      },
    },
  };
}

/** A setup without a version only identifies the target. */
const isIdentification = ({ version }: SessionSetup): boolean => version === undefined;

/** Conversations whose partners behave wrongly. */
const withPartners =
  (right: Session, wronged: (right: Partners) => Partial<Partners>): Session['converse'] =>
  (conversation) =>
    right.converse({
      ...conversation,
      hold: (partners) => conversation.hold(partnersOf({ ...some(partners), ...wronged(partners) })),
    });

const some = ({ files, peer }: Partners): Partial<Partners> => ({ files, peer });

/** Answers nothing at all. */
export const silent = (right: RuntimeTarget): RuntimeTarget =>
  miniature('silent', right, (session) => ({
    evaluate: async (jobs) =>
      jobs.map(({ inputs }) => inputs.map(() => ({ kind: 'unobservable', why: 'it said nothing' }))),
    converse: withPartners(session, () => ({
      host: { request: async () => ({ closed: true }), connect: () => Promise.reject(new NotObservable('silent')) },
      log: { lines: async () => [] },
    })),
  }));

/** Returns its inputs. */
export const echoing = (right: RuntimeTarget): RuntimeTarget =>
  miniature('echoing', right, (session) => ({
    evaluate: async (jobs) => jobs.map(({ inputs }) => inputs.map((value) => ({ kind: 'returned', value }))),
    converse: withPartners(session, () => ({
      host: { request: async (request) => echoOf(request), connect: async () => echoConnection() },
      log: { lines: async () => [] },
    })),
  }));

/** Sends back the bytes that it receives. */
function echoConnection(): Connection {
  const sent: Buffer[] = [];
  const taken = (): Buffer => Buffer.concat(sent.splice(0));
  return {
    send: async (bytes) => {
      sent.push(Buffer.from(bytes));
    },
    end: async () => undefined,
    next: async () => taken(),
    rest: async () => ({ bytes: taken(), how: 'ended' }),
    close: () => undefined,
    reset: () => undefined,
  };
}

function echoOf({ target, headers = [], input, body = echoedBody(target, input) }: WireRequest): ObservedResponse {
  return { version: '1.1', status: 200, reason: 'OK', headers, body: Buffer.from(body) };
}

const echoedBody = (target: string, input: unknown): string =>
  input === undefined ? target : JSON.stringify(encode(input));

/** Does everything right and then reports something else, with the same shape if possible. */
export const lying = (right: RuntimeTarget): RuntimeTarget =>
  miniature('lying', right, (session) => ({
    evaluate: async (jobs, deadlineMs) =>
      (await session.evaluate(jobs, deadlineMs)).map((observations) => observations.map(lieAbout)),
    converse: withPartners(session, ({ host, log, peer }) => ({
      peer: (name) => ({ ...peer(name), accepted: async () => lyingConnection(await peer(name).accepted()) }),
      host: {
        ...host,
        request: async (request) => {
          const response = await host.request(request);
          return 'closed' in response ? response : lieAboutResponse(response);
        },
        connect: async (port, from) => lyingConnection(await host.connect(port, from)),
      },
      log: { lines: async () => (await log.lines()).map(lieAboutLine) },
    })),
  }));

/** Each piece arrives with one more byte, and one byte arrives after the end. */
function lyingConnection(right: Connection): Connection {
  let isOver = false;
  return {
    send: (bytes) => right.send(bytes),
    end: () => right.end(),
    next: async () => {
      if (isOver) return Buffer.alloc(0);
      const piece = await right.next();
      isOver = piece.length === 0;
      return Buffer.concat([piece, Buffer.from('x')]);
    },
    rest: async () => {
      const { bytes, how } = await right.rest();
      return { bytes: Buffer.concat([bytes, Buffer.from('x')]), how };
    },
    close: () => right.close(),
    reset: () => right.reset(),
  };
}

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
 * A different value of the same kind. Different numbers and texts of one observation change differently, so that values that a law compares
 * with each other differ too. Numbers become negative and larger in turn.
 */
function otherThan(value: Plain, lies = { count: 0 }): Plain {
  switch (typeof value) {
    case 'boolean':
      return !value;
    case 'number':
      lies.count += 1;
      return lies.count % 2 === 1 ? -1 - Math.abs(value) - lies.count : value + lies.count;
    case 'string':
      lies.count += 1;
      return `${value}${'x'.repeat(lies.count)}`;
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

/** A handler's answer stays an answer with other content; other bytes get one more. */
function lieAboutBody(body: Uint8Array): Uint8Array {
  const answer = parsedPlain(Buffer.from(body).toString());
  return answer === undefined
    ? Buffer.concat([body, Buffer.from('x')])
    : Buffer.from(JSON.stringify(otherThan(answer)));
}

const lieAboutLine = ({ level, message }: LogLine): LogLine => ({
  level: level === 'info' ? 'warn' : 'info',
  message: `${message}x`,
});

/** The number of inputs after which `leaking` goes wrong. */
const LEAKS_AFTER = 40;

/** Arguments of an adapter that is right on a fresh start, and lies after many inputs: leaked state changes the answers. */
export const leaking = writing(`
  const { type, id, outcomes } = JSON.parse(line);
  globalThis.given ??= 0;
  const lies = (outcome) => (++given > ${LEAKS_AFTER} ? ['returned', 'a lie'] : outcome);
  const wrong = () => JSON.stringify(JSON.parse(outcomes).map((all) => all.map(lies)));
  write(type === 'answer' ? JSON.stringify({ type, id, outcomes: wrong() }) + '\\n' : line);`);

/** Arguments of adapters that go down at inputs with a text. */
export const crashing = (text: RegExp): readonly string[] =>
  evaluating(text, "process.kill(process.pid, 'SIGSEGV'); for (;;);");
export const neverEnding = (text: RegExp): readonly string[] => evaluating(text, 'for (;;);');

/** A runtime whose dictionaries keep their entries when they are cleared. */
export const withoutClear = (right: RuntimeTarget): RuntimeTarget => ({
  ...right,
  name: 'keeping',
  kind: 'miniature',
  drivers: {
    runtime: {
      ...right.drivers.runtime,
      start: (setup) => right.drivers.runtime.start({ ...setup, probes: setup.probes.map(withoutClearing) }),
    },
  },
});

/** The same probe, with dictionaries whose `clear` does nothing. */
function withoutClearing(probe: Probe<never>): Probe<never> {
  const keeps = `const zone = t.zone;
    t.zone = (name) => new Proxy(zone(name), {
      get: (dictionary, member) => {
        const found = dictionary[member];
        if (member === 'clear') return () => undefined;
        return typeof found === 'function' ? found.bind(dictionary) : found;
      },
    });`;
  const source = `(input, t) => { if (t.kept === undefined) { t.kept = true; ${keeps} } return (${liftedSource(probe)})(input, t); }`;
  const lifted: Probe<never> = () => undefined;
  lifted.toString = () => source;
  return lifted;
}

/** Whether an input crashes the target. */
export type Poison = (input: string) => boolean;

/** Hangs at certain inputs; it reports the hang at once instead of waiting for the deadline, with the time that it would have taken. */
export const hanging = (right: RuntimeTarget, poison: Poison, waited: (ms: number) => void): RuntimeTarget =>
  miniature('hanging', right, (session) =>
    downAt(session, poison, (deadlineMs) => {
      waited(deadlineMs);
      return new TargetDown('hang', 'no answer', deadlineMs);
    }),
  );

function downAt(session: Session, poison: Poison, down: (deadlineMs: number) => TargetDown): Omit<Session, 'stop'> {
  const poisoned = ({ inputs }: Job): boolean => inputs.some((input) => poison(JSON.stringify(input)));
  return {
    evaluate: async (jobs, deadlineMs) => {
      if (jobs.some(poisoned)) throw down(deadlineMs);
      return session.evaluate(jobs, deadlineMs);
    },
    converse: (conversation) =>
      withPartners(session, ({ host, log }) => ({
        log,
        host: {
          ...host,
          request: (request) => {
            if (poison(JSON.stringify(request))) throw down(conversation.deadlineMs);
            return host.request(request);
          },
        },
      }))(conversation),
  };
}

/**
 * Behaves like the releases 0.8.0 to 0.8.4: received data are byte strings, and JSON.stringify refuses those that are no UTF-8. The
 * documents define the first and do not mention the second, so no requirement is violated.
 */
export const refusingBytes = (runtimeVersion: string): RuntimeTarget => ({
  ...referenceTarget({ runtimeVersion, prelude: REFUSING_BYTES }),
  name: 'refusing bytes',
  kind: 'miniature',
});

/** A byte string of the reference is written as its bytes, one for each unit. Some the reference has already decoded. */
const REFUSING_BYTES = `{
  const right = JSON.stringify;
  const refuse = (text) => {
    const bytes = /[^\\0-\\x7f]/.test(text) ? Buffer.from(text) : undefined;
    if (bytes === undefined || (bytes.length !== text.length && !text.includes('\\ufffd'))) return;
    if (bytes.toString().includes('\\ufffd'))
      throw new TypeError('Cannot add property "stack", object is not extensible');
  };
  const look = (value, depth) => {
    if (typeof value === 'string') refuse(value);
    else if (typeof value === 'object' && value !== null && depth < 20)
      Object.keys(value).forEach((key) => { refuse(key); look(value[key], depth + 1); });
  };
  JSON.stringify = (value, ...more) => { look(value, 0); return right(value, ...more); };
}`;
