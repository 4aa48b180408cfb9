/** The interface of every implementation under test. */

import type { ServiceFacts } from '../../reports/model.js';
import { EXIT, UserError } from '../../spec/reading/user-error.js';
import type { Engine, Subject, Version } from '../../spec/types/requirement.js';
import type { Job } from '../inside/job.js';
import type { Observation } from '../language/observation.js';
import type { Partners } from '../language/partners.js';
import type { Capability, CaseBody, Probe, StartSettings } from '../language/trial.js';
import type { HostSetup } from './merging.js';

/** The reason that a case reports if the target lacks the capability. */
export const LACKING: { readonly [of in Capability]: string } = {
  evaluate: 'the target evaluates no probes',
  exchange: 'the target serves no HTTP',
  stream: 'the target serves no streams',
  log: 'the target has no log that can be read',
  peers: 'the target connects to no peers',
  periodic: 'the target runs nothing periodically',
  restart: 'the target cannot be started again',
  'file-system': 'the target shares no file system with us',
  machine: 'the target does not run on this machine',
  arguments: 'the target runs no script with arguments',
  'command-line': 'the target is no command line',
  write: 'it creates records, which needs --allow-writes',
  'revoked-key': 'it needs a revoked API key: SRVSPEC_REVOKED_API_KEY in the environment, or --new-key COMMAND',
  'new-key': 'it has the API key replaced, which needs --new-key COMMAND',
};

/** The implementations whose deviations are recorded; each has a file of `suites/deviations`. */
export const IMPLEMENTATIONS = ['njs', 'node', 'bun', 'deno', 'workerd'] as const;

export type Implementation = (typeof IMPLEMENTATIONS)[number];

/** The facts that a script runtime reports about itself. */
export interface HostIdentity {
  readonly runtimeVersion: Version;
  readonly engine: Engine | 'reference' | 'unknown';
  /** Its deviations apply to no other. A target is njs if both its program and its runtime report so. */
  readonly implementation?: Implementation;
  /** The implementation with its version, such as `bun 1.4.5`, if a shim of ours or an adapter says it. */
  readonly release?: string;
  /** Built-in modules that it does not import; absent if it imports all modules with which it was started. */
  readonly refused?: ReadonlySet<string>;
}

/** A server-management API reports only the version in its path, see 1/versioning/rule-1. */
export const API_IDENTITY = { runtimeVersion: 'v1', engine: 'none' } as const;

export type Identity = HostIdentity | typeof API_IDENTITY;

/** Whether a target was identified as a script runtime; only these have versions. */
export const isRuntime = (identity: Identity): identity is HostIdentity => identity.engine !== API_IDENTITY.engine;

/** Everything that a session needs to start: the configuration, and the probes to lift. */
export interface SessionSetup {
  readonly host: HostSetup;
  readonly probes: readonly Probe<never>[];
  /** Version of the runtime, which decides what may be imported; absent while it is unknown. */
  readonly version?: Version;
  /** Capabilities that its cases need; by default all of the target. */
  readonly needs?: ReadonlySet<Capability>;
  /** The start settings of cases that have some. */
  readonly started?: StartSettings;
}

/** Time that a run may lose. */
interface Allowance {
  /** Receives the milliseconds of waits that timed out. */
  lost(ms: number): void;
  /** Why partners are no longer awaited; `undefined` while they are. */
  exhausted(): string | undefined;
}

export interface Conversation {
  /** Names the case whose ports and paths the partners use. */
  readonly scope: string;
  /** Milliseconds that each wait for a partner may take. */
  readonly deadlineMs: number;
  hold(partners: Partners): Promise<unknown>;
  /** The bounds for waits that time out, if the law judges the timeout. */
  readonly allowance?: Allowance;
  /** Called at the end with the requests to a service, in words. */
  asked?(requests: readonly string[]): void;
}

/** A started target, as one subject. If it crashes or hangs, pending calls reject with `TargetDown`. */
export interface Session {
  /** Observations for each input of each job; only for drivers that evaluate. */
  evaluate(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]>;
  /** For a target that runs between conversations: resolves if it answers. Rejects with `TargetDown`. */
  answers?(deadlineMs: number): Promise<void>;
  converse(conversation: Conversation): Promise<Observation>;
  /** Ends the session and everything that it started; never rejects. */
  stop(): Promise<void>;
}

/** Starts sessions with a target as one subject. */
export interface Driver {
  /** The target can be restarted after a crash or hang; otherwise the same session is tried once more. */
  readonly restarts: boolean;
  /** The number of parallel conversations; by default the run's `jobs`. */
  readonly atOnce?: number;
  /** The number of parallel sessions; by default four. */
  readonly sessions?: number;
  /** Rejects with `TargetUnavailable` if the target cannot be run. */
  start(setup: SessionSetup): Promise<Session>;
}

/** The facts about a target before it is started. */
interface TargetFacts {
  /** The user's name of it, for example `nginx` or `cli:njs`. */
  readonly name: string;
  readonly kind: string;
  /** The name of its program: from `-V` of a host, or the file of a command-line runtime. */
  readonly program?: () => Promise<string>;
  /** The host around the runtime, with its version, such as `nginx 1.30.6`; absent if the runtime has none. */
  readonly host?: () => Promise<string>;
  /** Built-in modules that sessions so far could not import. */
  readonly refused?: () => Promise<ReadonlySet<string>>;
  readonly capabilities: ReadonlySet<Capability>;
  /** Why a case cannot be observed although its needs are met; `undefined` if it can. */
  readonly unfit?: (body: CaseBody, id: string) => string | undefined;
  /** The name of the runtime global in scripts of the target; by default `rt`. */
  readonly runtimeGlobal?: string;
  /** The version that the user states, for a runtime global without one. */
  readonly statedVersion?: Version;
  /** The implementation, if it is started with a shim of ours. */
  readonly implementation?: Implementation;
  /** The known identity of the target. Without it the target is started once to find out. */
  readonly identity?: HostIdentity;
  /** The engine that the user requested; a target with another one is refused. */
  readonly engine?: Engine;
  /** Arguments of a `replay` command line that name this target again. */
  readonly options: readonly string[];
}

export interface Target extends TargetFacts {
  /** One driver for each subject that the target can be judged as. */
  readonly drivers: { readonly [subject in Subject]?: Driver };
  /** Facts that sessions with a server-management API found, once they have ended. */
  readonly service?: () => ServiceFacts | undefined;
}

/** A target that is judged as a script runtime, perhaps among others. */
export type RuntimeTarget = Target & { readonly drivers: { readonly runtime: Driver } };

const SUBJECTS: readonly Subject[] = ['runtime', 'server', 'client'];

/** The subjects that a target can be judged as. */
export const subjectsOf = ({ drivers }: Target): ReadonlySet<Subject> =>
  new Set(SUBJECTS.filter((subject) => drivers[subject] !== undefined));

/** The target cannot be run at all: exit status 3. */
export class TargetUnavailable extends UserError {
  override readonly exitStatus = EXIT.unavailable;
}

/** The program of the target is not there. */
export class ProgramMissing extends TargetUnavailable {}

/** The target has changed since the run began, so observations prove nothing. */
export class TargetChanged extends UserError {
  override readonly exitStatus = EXIT.unavailable;
  constructor(what: string, before: string, now: string) {
    super(`${what} was ${before} when the run began and is ${now} now; run again once it no longer changes`);
  }
}

/** The target refuses the configuration with which it is started. */
export class SetupRefused extends TargetUnavailable {
  /** Its own message, without the place in a file, which differs from start to start. */
  readonly said: string;
  constructor(target: string, said: string) {
    super(`${target} refuses its configuration: ${said}`);
    this.said = said;
  }
}

/** The target was started but was not ready in time. Another start would take as long again. */
export class StartTimedOut extends TargetUnavailable {}

/** There is no space for the files that the target needs. That is no fault of the target, and the next start would fail too. */
export class NoSpace extends TargetUnavailable {}

/** For drivers that only hold conversations: no case that evaluates probes is planned for them. */
export const evaluatesNothing = (): Promise<never> => Promise.reject(new Error('this target has no probes'));
