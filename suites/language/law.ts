/**
 * What a law is made of. This page holds the suite's central types: trials, expectations, observations.
 *
 * A law is a function from a requirement's data to a `CaseBody`. The builders `example`, `property`, `exchange` and
 * `exchangeProperty`, and `model` in `model.ts`, make laws from their parts; the generated case files call them with the
 * rows' data, so that the compiler checks the data against the law.
 */
import type fc from 'fast-check';
import type { CaseKind } from '../../reports/model.js';
import type { Plain } from '../../spec/types/spec.js';
import type { Capability } from '../executor/target.js';
import { encode } from './encoding.js';
import type { LocationPlan, PlanFragment, WireRequest } from './setup.js';
import type { Conversing } from './talk.js';
import type { World } from './world.js';

/** Executed inside the target, lifted by its source: no closures, written in the probe language. */
export type Probe<I> = (input: I, t: World) => unknown;

/** One response as it stood on the wire. */
export interface ObservedResponse {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** A line of the target's error log. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
}

/** What a target did with one trial. */
export type Observation =
  | { readonly kind: 'returned'; readonly value: Plain }
  | { readonly kind: 'threw'; readonly name: string; readonly message: string }
  | { readonly kind: 'exchanged'; readonly responses: readonly ObservedResponse[]; readonly log: readonly LogLine[] }
  | { readonly kind: 'crashed'; readonly detail: string }
  | { readonly kind: 'hung'; readonly afterMs: number }
  | { readonly kind: 'unobservable'; readonly why: string };

/** What one response must be; an absent member is not judged. */
export interface ResponseExpectation {
  readonly status?: number;
  readonly reason?: string;
  /** The body, as text or bytes. */
  readonly body?: string | Uint8Array;
  /** The value that the handler answered with `t.answer`. */
  readonly answer?: unknown;
  /** All values of a header in order; names are compared without case; an empty list: the header is absent. */
  readonly headers?: { readonly [name: string]: readonly string[] };
  /** Judges the rest; a text says what is wrong. */
  readonly holds?: (response: ObservedResponse) => true | string;
}

/** What must be observed. `returns` compares in the tagged encoding, so the kind of bytes and -0 count. */
export type Expectation =
  | { readonly kind: 'returns'; readonly value: unknown }
  | { readonly kind: 'throws'; readonly names?: readonly string[] }
  | { readonly kind: 'holds'; readonly claim: string; readonly test: (value: unknown) => true | string }
  | { readonly kind: 'answers'; readonly responses: readonly ResponseExpectation[]; readonly log?: LogExpectation }
  | { readonly kind: 'either'; readonly options: readonly Expectation[] };

/** What the log lines of one trial must be: exactly these, or whatever `holds` accepts. */
export type LogExpectation =
  | { readonly lines: readonly LogLine[] }
  | { readonly claim: string; readonly holds: (lines: readonly LogLine[]) => true | string };

export const returns = (value: unknown): Expectation => ({ kind: 'returns', value });
/** Any of the named error types; no name: anything thrown will do. */
export const throws = (...names: readonly string[]): Expectation =>
  names.length === 0 ? { kind: 'throws' } : { kind: 'throws', names };
/** `claim` says in words what `test` decides about the returned value; a text from `test` says what is wrong. */
export const holds = (claim: string, test: (value: unknown) => true | string): Expectation => ({
  kind: 'holds',
  claim,
  test,
});
export const either = (...options: readonly Expectation[]): Expectation => ({ kind: 'either', options });
export const answers = (responses: readonly ResponseExpectation[], log?: LogExpectation): Expectation =>
  log === undefined ? { kind: 'answers', responses } : { kind: 'answers', responses, log };

/** One input of a case with all that is needed to try and to judge it. The expected answer never reaches the target. */
export interface Trial {
  /** The input as the target is given it, and as reports show it. */
  readonly input: Plain;
  /** For exchanges: the requests, sent one after the other on one connection, or all at once, each on its own. */
  readonly requests?: readonly WireRequest[];
  readonly together?: boolean;
  /** For exchanges that read the log: the lines that hold this text belong to the trial. */
  readonly logMarker?: string;
  /** For laws about the server-management API. */
  readonly converse?: Conversing;
  expect(): Expectation;
}

/** A law applied to one requirement's data. */
export interface CaseBody {
  readonly kind: CaseKind;
  readonly needs: readonly Capability[];
  /** What the host must be configured with; paths are made by `at`. */
  plan(at: At): PlanFragment;
  /** The probe that `evaluate` runs; absent for exchanges. */
  readonly probe?: Probe<never>;
  trials(at: At): { readonly one: Trial } | { readonly many: fc.Arbitrary<Trial> };
  /** Inputs drawn for each hundred of `--runs`, where one costs much; a hundred when absent. */
  readonly runsPerHundred?: number;
  /** Time passes in the probe: such cases are tried side by side, each on a request of its own. */
  readonly timed?: boolean;
}

/** The path under which a case's own locations stand: `at('/main')` is unique to the case. */
export type At = (path: string) => string;

/** What a builder makes: the generated cases call it with a row's data, which may carry the row's `name` besides. */
export type Law<D> = (data: D & { readonly name?: string }) => CaseBody;

/** Parts of every law that is put to a target with `evaluate`. */
export interface Common<D> {
  readonly timed?: boolean;
  readonly needs?: readonly Capability[];
  readonly plan?: PlanFragment | ((data: D) => PlanFragment);
}

/** One input, one expectation. Without `input` the probe is given the whole data in decoded form. */
export function example<D, I>(
  law: Common<D> & { input: (data: D) => I; probe: Probe<I>; expect: (data: D) => Expectation },
): Law<D> {
  return (data) => ({
    kind: 'example',
    ...evaluated(law, data),
    probe: law.probe,
    trials: () => ({ one: { input: encode(law.input(data)), expect: () => law.expect(data) } }),
  });
}

/** Inputs drawn from an arbitrary; the oracle is given the input, never the target's own answer. */
export function property<D, I>(
  law: Common<D> & {
    inputs: (data: D) => fc.Arbitrary<I>;
    probe: Probe<I>;
    expect: (input: I, data: D) => Expectation;
    runsPerHundred?: number;
  },
): Law<D> {
  return (data) => ({
    kind: 'property',
    ...evaluated(law, data),
    probe: law.probe,
    trials: () => ({
      many: law.inputs(data).map((input) => ({ input: encode(input), expect: () => law.expect(input, data) })),
    }),
    ...(law.runsPerHundred === undefined ? {} : { runsPerHundred: law.runsPerHundred }),
  });
}

/** What all laws that are put to a target with `evaluate` have alike. */
export const evaluated = <D>(law: Common<D>, data: D): Pick<CaseBody, 'needs' | 'plan' | 'timed'> => ({
  needs: needsOf('evaluate', law),
  plan: () => (typeof law.plan === 'function' ? law.plan(data) : (law.plan ?? {})),
  timed: law.timed ?? false,
});

interface ExchangeParts<D> {
  readonly needs?: readonly Capability[];
  /** Zones, variables and the like, and the case's locations, whose paths are the case's own. */
  readonly plan: (data: D) => PlanFragment & { readonly locations: readonly LocationPlan[] };
}

/** What is sent for one trial of an exchange. */
export interface Sending {
  readonly requests: readonly WireRequest[];
  /** The requests are sent at the same time; responses stand in the order of the requests all the same. */
  readonly together?: boolean;
  readonly logMarker?: string;
}

/** Requests over the wire to the case's own locations. `at('/x')` gives the real path of location `/x`. */
export function exchange<D>(
  law: ExchangeParts<D> & { send: (data: D, at: At) => Sending; expect: (data: D, at: At) => Expectation },
): Law<D> {
  return (data) => ({
    kind: 'exchange',
    needs: needsOf('exchange', law),
    plan: (at) => placed(law.plan(data), at),
    trials: (at) => ({ one: sent(law.send(data, at), () => law.expect(data, at)) }),
  });
}

/** The same with drawn inputs. */
export function exchangeProperty<D, I>(
  law: ExchangeParts<D> & {
    inputs: (data: D) => fc.Arbitrary<I>;
    send: (input: I, data: D, at: At) => Sending;
    expect: (input: I, data: D, at: At) => Expectation;
    runsPerHundred?: number;
  },
): Law<D> {
  return (data) => ({
    kind: 'property',
    needs: needsOf('exchange', law),
    plan: (at) => placed(law.plan(data), at),
    trials: (at) => ({
      many: law.inputs(data).map((input) => sent(law.send(input, data, at), () => law.expect(input, data, at))),
    }),
    ...(law.runsPerHundred === undefined ? {} : { runsPerHundred: law.runsPerHundred }),
  });
}

function sent(sending: Sending, expect: () => Expectation): Trial {
  return { input: encode(sending.requests), expect, ...sending };
}

function placed(fragment: PlanFragment, at: At): PlanFragment {
  return {
    ...fragment,
    locations: (fragment.locations ?? []).map((location) => ({ ...location, path: at(location.path) })),
  };
}

function needsOf(
  first: Capability,
  law: { readonly needs?: readonly Capability[]; readonly plan?: unknown },
): readonly Capability[] {
  const host: readonly Capability[] = law.plan === undefined || first === 'exchange' ? [] : ['exchange'];
  return [...new Set([first, ...host, ...(law.needs ?? [])])];
}
