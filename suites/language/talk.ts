/**
 * Laws about the server-management API: they talk with an endpoint, or drive a client, from this process. What they return is
 * observed and judged like the answer of a probe.
 */
import fc from 'fast-check';
import type { Subject } from '../../spec/types/spec.js';
import type { Capability } from '../executor/target.js';
import type { ClientUnderTest } from './client-under-test.js';
import { encode } from './encoding.js';
import type { Endpoint } from './endpoint.js';
import type { CaseBody, Expectation, Law, Observation, Trial } from './law.js';
import { type ModelCommand, trialOf } from './model.js';

/** What a law of each subject is given to talk with. */
export interface Partners {
  readonly server: Endpoint;
  readonly client: ClientUnderTest;
}

/** Subjects that are talked with from this process. */
export type TalkSubject = Exclude<Subject, 'runtime'>;

/** One trial's conversation. */
export type Conversing =
  | { readonly with: 'server'; readonly run: (to: Endpoint) => Promise<unknown> }
  | { readonly with: 'client'; readonly run: (to: ClientUnderTest) => Promise<unknown> };

/** A started partner. */
export interface Talk {
  /** Conversations that may be under way at one time; the run's `jobs` unless given. */
  readonly atOnce?: number;
  /** Holds one conversation. Rejects with `TargetUnavailable` alone; a partner that goes down or hangs is an observation. */
  hold(conversing: Conversing): Promise<Observation>;
  /** Ends all that was started; never rejects. */
  stop(): Promise<void>;
}

interface Needs {
  readonly needs?: readonly Capability[];
}

/** Makes the builders of one subject's laws. `conversing` ties a function to the subject. */
function buildersFor<T>(conversing: (run: (to: T) => Promise<unknown>) => Conversing) {
  const body = ({ needs = [] }: Needs): Pick<CaseBody, 'needs' | 'plan'> => ({ needs, plan: () => ({}) });
  return {
    /** One conversation; the data is the input that reports show. */
    example:
      <D>(law: Needs & { talk: (to: T, data: D) => Promise<unknown>; expect: (data: D) => Expectation }): Law<D> =>
      (data) => ({
        kind: 'exchange',
        ...body(law),
        trials: () => ({
          one: {
            input: encode(data),
            converse: conversing((to) => law.talk(to, data)),
            expect: () => law.expect(data),
          },
        }),
      }),
    /** The same with drawn inputs. */
    property:
      <D, I>(
        law: Needs & {
          inputs: (data: D) => fc.Arbitrary<I>;
          talk: (to: T, input: I, data: D) => Promise<unknown>;
          expect: (input: I, data: D) => Expectation;
          runsPerHundred?: number;
        },
      ): Law<D> =>
      (data) => ({
        kind: 'property',
        ...body(law),
        ...(law.runsPerHundred === undefined ? {} : { runsPerHundred: law.runsPerHundred }),
        trials: () => ({
          many: law.inputs(data).map(
            (input): Trial => ({
              input: encode(input),
              converse: conversing((to) => law.talk(to, input, data)),
              expect: () => law.expect(input, data),
            }),
          ),
        }),
      }),
  };
}

const server = buildersFor<Endpoint>((run) => ({ with: 'server', run }));
const client = buildersFor<ClientUnderTest>((run) => ({ with: 'client', run }));

export const serverExample = server.example;
export const serverProperty = server.property;
export const clientExample = client.example;
export const clientProperty = client.property;

/** A command that is played against an endpoint, one after the other; `seen` is what the sequence has learned so far. */
export interface ServerCommand<M, S> extends ModelCommand<M> {
  /** Performs the command. What it gives is the answer that `step` judges. */
  play(to: Endpoint, seen: S): Promise<unknown>;
}

/** Sequences of commands against a model; each sequence starts with nothing seen. */
export function serverModel<D, M, S>(
  law: Needs & {
    start: (data: D) => M;
    seen: () => S;
    commands: (data: D) => readonly fc.Arbitrary<ServerCommand<M, S>>[];
    /** What every sequence ends with, lest chance decide whether it is looked at what the others led to. */
    last?: readonly ServerCommand<M, S>[];
    maxCommands?: number;
    runsPerHundred?: number;
  },
): Law<D> {
  return (data) => ({
    kind: 'model',
    needs: law.needs ?? [],
    plan: () => ({}),
    ...(law.runsPerHundred === undefined ? {} : { runsPerHundred: law.runsPerHundred }),
    trials: () => ({
      many: fc
        .array(fc.oneof(...law.commands(data)), { minLength: 1, maxLength: law.maxCommands ?? 12 })
        .map((drawn) => [...drawn, ...(law.last ?? [])])
        .map((commands) => ({
          ...trialOf(commands, () => law.start(data), data),
          converse: { with: 'server' as const, run: (to: Endpoint) => playAll(commands, to, law.seen()) },
        })),
    }),
  });
}

async function playAll<M, S>(
  commands: readonly ServerCommand<M, S>[],
  to: Endpoint,
  seen: S,
): Promise<readonly (readonly ['returned', unknown])[]> {
  const answers: (readonly ['returned', unknown])[] = [];
  for (const command of commands) answers.push(['returned', await command.play(to, seen)]);
  return answers;
}
