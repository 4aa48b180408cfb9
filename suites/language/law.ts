/**
 * The builders of laws. Each takes a requirement's data and returns a case body; the compiler checks the data against the
 * law.
 */
import type fc from 'fast-check';
import type { CaseKind } from '../../reports/model.js';
import { decode } from './encoding.js';
import type { Expectation } from './expectation.js';
import type { ClosedConnection, LogLine, ObservedResponse } from './observation.js';
import type { Partners, WireRequest } from './partners.js';
import type { Setup } from './setup.js';
import type { At, Capability, CaseBody, Cost, Law, Probe, StartSettings, Trial } from './trial.js';

/** Parts of every law. */
export interface Common<D> {
  readonly needs?: readonly Capability[];
  readonly setup?: Setup | ((data: D) => Setup);
  readonly timed?: boolean;
  readonly secret?: boolean;
  readonly ownProcess?: boolean;
  readonly started?: (data: D) => StartSettings;
}

/** A row with the input of the target and the expected outcome. */
export interface GivenThen<G, T> {
  readonly given: G;
  readonly then: T;
}

/** The default input of a probe: `given` of the row, decoded. */
type GivenOf<D> = D extends { readonly given: infer G } ? G : never;

/** One input, one expectation. Without `input` the probe receives the row's `given`, decoded. */
export function example<D, I = GivenOf<D>>(
  law: Common<D> & {
    input?: (data: D, at: At) => I;
    probe: Probe<I>;
    expect: (data: D) => Expectation;
    /** Trials about a single one of several things. */
    parts?: (data: D) => readonly Trial[];
  },
): Law<D> {
  const { input = givenOf, parts } = law;
  return (data) => ({
    ...probing('example', law, data),
    probe: law.probe,
    trials: (at) => {
      const one = { input: input(data, at), expect: () => law.expect(data) };
      return { one: parts === undefined ? one : { ...one, parts: () => parts(data) } };
    },
  });
}

/** The default input of a probe. */
const givenOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'given' in data ? decode(JSON.parse(JSON.stringify(data.given))) : data;

/** Inputs drawn from an arbitrary. The oracle receives the input, never the target's answer. */
export function property<D, I>(
  law: Common<D> & {
    inputs: (data: D, at: At) => fc.Arbitrary<I>;
    probe: Probe<I>;
    expect: (input: I, data: D) => Expectation;
  },
): Law<D> {
  return drawnProperty({ ...law, inputOf: (input: I) => input });
}

/** The same, but `inputOf` passes the probe a part of the drawn value, so that the expectation may be drawn, too. */
export function drawnProperty<D, I, T>(
  law: Common<D> & {
    inputs: (data: D, at: At) => fc.Arbitrary<I>;
    inputOf: (drawn: I, data: D) => T;
    probe: Probe<T>;
    expect: (drawn: I, data: D, input: T) => Expectation;
  },
): Law<D> {
  return (data) => ({
    ...probing('property', law, data),
    probe: law.probe,
    trials: (at) => ({
      many: law.inputs(data, at).map((drawn): Trial => {
        const input = law.inputOf(drawn, data);
        return { input, expect: () => law.expect(drawn, data, input) };
      }),
    }),
  });
}

/** The common parts of all laws that the target runs with `evaluate`. */
export const probing = <D>(kind: CaseKind, law: Common<D>, data: D, cost: Cost = 'probe'): Omit<CaseBody, 'trials'> => {
  const setup = setupOf(law, data);
  const host: readonly Capability[] = setup.length === 0 ? [] : ['exchange'];
  return { ...common(kind, cost, law, data, setup), needs: distinct(['evaluate', ...host, ...(law.needs ?? [])]) };
};

/** What is done and expected for an input: the row itself, or one that is drawn for it. */
interface Conversing<I, D> {
  hold: (input: I, partners: Partners, at: At, data: D) => Promise<unknown>;
  expect: (input: I, at: At, data: D) => Expectation;
}

type Drawing<D, I> = { inputs: (data: D) => fc.Arbitrary<I> };

const held = <I, D>(law: Conversing<I, D>, input: I, at: At, data: D): Trial => ({
  input,
  hold: (partners) => law.hold(input, partners, at, data),
  expect: () => law.expect(input, at, data),
});

/** An observation of the case's own host, peers, files, log or partner of the management API. */
export const conversation =
  <D>(law: Common<D> & Conversing<D, D>): Law<D> =>
  (data) => ({
    ...conversing('exchange', 'conversation', law, data),
    trials: (at) => ({ one: held(law, data, at, data) }),
  });

/** The same with drawn inputs. */
export const conversationProperty =
  <D, I>(law: Common<D> & Conversing<I, D> & Drawing<D, I>): Law<D> =>
  (data) => ({
    ...conversing('property', 'conversation', law, data),
    trials: (at) => ({ many: law.inputs(data).map((input) => held(law, input, at, data)) }),
  });

/** The requests of one trial of an exchange. */
export interface Sending {
  readonly requests: readonly WireRequest[];
  /** The requests are sent at the same time; responses still have the order of the requests. */
  readonly together?: boolean;
}

/** The observation of an exchange, with lines of the log if the law needs `log`. */
interface ExchangeOutcome {
  readonly responses: readonly (ObservedResponse | ClosedConnection)[];
  readonly log: readonly LogLine[];
}

/** The requests for an input, and the expected responses. */
interface Exchanging<I, D> extends Pick<Common<D>, 'needs'> {
  send: (input: I, at: At, data: D) => Sending;
  expect: (input: I, at: At, data: D) => Expectation;
}

function sent<I, D>(law: Exchanging<I, D>, input: I, at: At, data: D): Trial {
  const sending = law.send(input, at, data);
  const expect = () => law.expect(input, at, data);
  const hold: Trial['hold'] = (partners) =>
    exchanged(sending, partners, law.needs?.includes('log') ? linesOf(expect()) : undefined);
  return { input: sending.requests, hold, expect };
}

/** Requests and their responses: a conversation with the host's HTTP port. */
export const exchange =
  <D>(
    law: Common<D> &
      Exchanging<D, D> & {
        /** The data with a single one of several things; none if there is only one. */
        parts?: (data: D) => readonly D[];
      },
  ): Law<D> =>
  (data) => ({
    ...conversing('exchange', 'exchange', law, data, ['exchange']),
    trials: (at) => {
      const parts = law.parts?.(data) ?? [];
      const one = sent(law, data, at, data);
      return {
        one: parts.length === 0 ? one : { ...one, parts: () => parts.map((part) => sent(law, part, at, part)) },
      };
    },
  });

/** The same with drawn inputs. */
export const exchangeProperty =
  <D, I>(law: Common<D> & Exchanging<I, D> & Drawing<D, I>): Law<D> =>
  (data) => ({
    ...conversing('property', 'exchange', law, data, ['exchange']),
    trials: (at) => ({ many: law.inputs(data).map((input) => sent(law, input, at, data)) }),
  });

/** The number of log lines that an expectation lists. A slow host writes them after its response. */
function linesOf(expectation: Expectation): number {
  const log = expectation.expects === 'record' ? expectation.fields.log : undefined;
  return log?.expects === 'list' || log?.expects === 'unordered' ? log.items.length : 0;
}

/**
 * Sends requests, one after the other or all at once, and returns the responses. With `atLeast`, it also returns the log
 * lines once there are that many.
 */
export async function exchanged(
  { requests, together = false }: Sending,
  partners: Partners,
  atLeast?: number,
): Promise<ExchangeOutcome> {
  const { host } = partners;
  // A target without a log has no such partner.
  const lines = async (): Promise<ExchangeOutcome['log']> => (atLeast === undefined ? [] : partners.log.lines(atLeast));
  if (together) return { responses: await Promise.all(requests.map((one) => host.request(one))), log: await lines() };
  const responses: ExchangeOutcome['responses'][number][] = [];
  for (const request of requests) responses.push(await host.request(request));
  return { responses, log: await lines() };
}

/** The common parts of all conversations. */
export const conversing = <D>(
  kind: CaseKind,
  cost: Cost,
  law: Common<D>,
  data: D,
  first: readonly Capability[] = [],
): Omit<CaseBody, 'trials'> => ({
  ...common(kind, cost, law, data, setupOf(law, data)),
  needs: distinct([...first, ...(law.needs ?? [])]),
});

const common = <D>(
  kind: CaseKind,
  cost: Cost,
  law: Common<D>,
  data: D,
  setup: Setup,
): Omit<CaseBody, 'trials' | 'needs'> => ({
  kind,
  cost,
  setup,
  timed: law.timed ?? false,
  secret: law.secret ?? false,
  ownProcess: law.ownProcess ?? law.started !== undefined,
  ...(law.started === undefined ? {} : { started: law.started(data) }),
});

const setupOf = <D>({ setup = [] }: Common<D>, data: D): Setup => (typeof setup === 'function' ? setup(data) : setup);

const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];
