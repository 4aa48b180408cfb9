/** What a law is made of: a case body, and trials, each a probe to evaluate or a conversation to hold. */
import type fc from 'fast-check';
import type { CaseKind } from '../../reports/model.js';
import type { Expectation } from './expectation.js';
import type { Disk } from './fixture.js';
import type { Partners } from './partners.js';
import type { Setup } from './setup.js';
import type { World } from './world.js';

/** Executed inside the target, lifted by its source: no closures, written in the probe language. */
export type Probe<I> = (input: I, t: World) => unknown;

/** What a target must be able to do for a case; a case that needs more is inconclusive there. */
export type Capability =
  | 'evaluate'
  | 'exchange'
  | 'stream'
  /** The host's log can be read. */
  | 'log'
  /** Peers of ours can be reached by the host. */
  | 'peers'
  | 'periodic'
  | 'restart'
  /** Scripts can use the file system of this machine, and the host's files can be looked at. */
  | 'file-system'
  /** Scripts run on this machine: they reach its processes, and its system tells them of their own. */
  | 'machine'
  /** A script is run with arguments, and with the whole environment. */
  | 'arguments'
  /** Scripts can be run from a command line, and what they print is seen. */
  | 'command-line'
  /** Records may be created at the endpoint. */
  | 'write'
  /** An API key is known that another has replaced. */
  | 'revoked-key'
  /** The run can have a new API key generated. */
  | 'new-key';

interface TrialParts {
  /** The input as the target is given it, and as reports show it unless `shown` stands for it. */
  readonly input: unknown;
  /** What reports show in place of an input that holds keys. */
  readonly shown?: unknown;
  /** Of a probe: what is in the trial's folder before it runs; what is observed then tells what it is like afterwards. */
  readonly disk?: Disk;
  /** Of a probe: a process stands by that signals may be sent to; see `bystander.ts`. */
  readonly bystander?: true;
  /** Of a trial about several things: one trial about each of them alone, in which its fault may show, too. */
  readonly parts?: () => readonly Trial[];
  expect(): Expectation;
}

/** An input for the case's probe. The expected answer never reaches the target. */
export interface ProbeTrial extends TrialParts {
  readonly hold?: never;
}

/** Observes, and judges nothing: what it returns is judged as the answer of a probe is. */
export interface ConversationTrial extends TrialParts {
  hold(partners: Partners): Promise<unknown>;
}

export type Trial = ProbeTrial | ConversationTrial;

/** What one input costs; the executor knows how many of each a run draws. */
export type Cost = 'probe' | 'probe-model' | 'exchange' | 'conversation' | 'conversation-model';

/** How the target is started for a case, and for those that want it started alike. */
export interface Start {
  /** Variables of the environment that differ from those of this process; `null`: there is none of that name. */
  readonly environment?: { readonly [name: string]: string | null };
  /** What follows the script on a command line. */
  readonly arguments?: readonly string[];
}

/** A law applied to one requirement's data. */
export interface CaseBody {
  readonly kind: CaseKind;
  readonly cost: Cost;
  readonly needs: readonly Capability[];
  readonly setup: Setup;
  /** What `evaluate` runs; absent for conversations. */
  readonly probe?: Probe<never>;
  trials(at: At): { readonly one: Trial } | { readonly many: fc.Arbitrary<Trial> };
  /** Time passes in the probe: such cases are tried side by side, each on a request of its own. */
  readonly timed?: boolean;
  /** Keys are in what goes to the target or comes of it: reports tell neither. */
  readonly secret?: boolean;
  /** The case gets a host process of its own, since its setup holds for the whole process; a service is asked nothing else meanwhile. */
  readonly ownProcess?: boolean;
  /** The target is started so for the case, which shares the process with none that wants it started otherwise. */
  readonly started?: Start;
}

/** The real path of a location of the case's own: `at('/main')` is unique to the case. */
export type At = (path: string) => string;

/** What a builder makes: the generated cases call it with a row's data, which may carry the row's `name` besides. */
export type Law<D> = (data: D & { readonly name?: string }) => CaseBody;
