/** The parts of a law: a case body, and trials, each a probe to evaluate or a conversation to hold. */
import type fc from 'fast-check';
import type { CaseKind } from '../../reports/model.js';
import type { Expectation } from './expectation.js';
import type { Disk } from './fixture.js';
import type { Partners } from './partners.js';
import type { Setup } from './setup.js';
import type { World } from './world.js';

/** Executed inside the target, lifted by its source: no closures, written in the probe language. */
export type Probe<I> = (input: I, t: World) => unknown;

/** Capabilities of a target that a case may need; without one of them, the case is inconclusive. */
export type Capability =
  | 'evaluate'
  | 'exchange'
  | 'stream'
  /** The host's log can be read. */
  | 'log'
  /** The host can connect to our peers. */
  | 'peers'
  | 'periodic'
  | 'restart'
  /** Scripts can use the file system of this machine, and the host's files can be read. */
  | 'file-system'
  /** Scripts run on this machine, reach its processes, and read their state from its system. */
  | 'machine'
  /** A script runs with arguments and with the whole environment. */
  | 'arguments'
  /** Scripts can be run from a command line, and their output is observed. */
  | 'command-line'
  /** Records may be created at the endpoint. */
  | 'write'
  /** An API key that another has replaced is known. */
  | 'revoked-key'
  /** The run can have a new API key generated. */
  | 'new-key';

interface TrialParts {
  /** The input of the target, which reports also show by default. */
  readonly input: unknown;
  /** What reports show instead of an input with keys. */
  readonly shown?: unknown;
  /** Of a probe: the content of the trial's folder before it runs; its content afterwards is then observed. */
  readonly disk?: Disk;
  /** Of a probe: a process that signals may be sent to; see `bystander.ts`. */
  readonly bystander?: true;
  /** Of a trial about several things: one trial about each of them, which may also show the fault. */
  readonly parts?: () => readonly Trial[];
  expect(): Expectation;
}

/** An input for the case's probe. The expected answer never reaches the target. */
interface ProbeTrial extends TrialParts {
  readonly hold?: never;
}

/** Observes without judging: its result is judged like the answer of a probe. */
interface ConversationTrial extends TrialParts {
  hold(partners: Partners): Promise<unknown>;
}

export type Trial = ProbeTrial | ConversationTrial;

/** The cost of one input; the executor knows how many inputs of each kind a run draws. */
export type Cost = 'probe' | 'probe-model' | 'exchange' | 'conversation' | 'conversation-model';

/** How the target is started for a case, and for others with the same needs. */
export interface StartSettings {
  /** Variables of the environment that differ from those of this process; `null` removes one. */
  readonly environment?: { readonly [name: string]: string | null };
  /** The arguments after the script on a command line. */
  readonly arguments?: readonly string[];
}

/** A law applied to one requirement's data. */
export interface CaseBody {
  readonly kind: CaseKind;
  readonly cost: Cost;
  readonly needs: readonly Capability[];
  readonly setup: Setup;
  /** The function that `evaluate` runs; absent for conversations. */
  readonly probe?: Probe<never>;
  trials(at: At): { readonly one: Trial } | { readonly many: fc.Arbitrary<Trial> };
  /** Time passes in the probe: such cases run side by side, each in its own request. */
  readonly timed?: boolean;
  /** Keys are in the input or in the observation: reports show neither. */
  readonly secret?: boolean;
  /**
   * The case gets its own host process, because its setup applies to the whole process; a service receives no other requests
   * meanwhile.
   */
  readonly ownProcess?: boolean;
  /** The target is started like this for the case, which only shares the process with cases that need the same. */
  readonly started?: StartSettings;
}

/** The real path of a location of the case: `at('/main')` is unique to the case. */
export type At = (path: string) => string;

/** The result of a builder: the generated cases call it with a row's data, which may also contain the row's `name`. */
export type Law<D> = (data: D & { readonly name?: string }) => CaseBody;
