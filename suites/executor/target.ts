/** The interface of every implementation under test. */

import type { ServiceFacts } from '../../reports/model.js';
import { EXIT, UserError } from '../../spec/reading/user-error.js';
import type { Engine, Subject, Version } from '../../spec/types/requirement.js';
import type { Job } from '../inside/job.js';
import type { Observation } from '../language/observation.js';
import type { Partners } from '../language/partners.js';
import type { Capability, Probe, Start } from '../language/trial.js';
import type { HostSetup } from './merging.js';

/** What a case that needs the capability reports of a target without it. */
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
export type Implementation = 'njs' | 'node' | 'bun' | 'deno' | 'workerd';

/** What a script runtime says of itself. */
export interface HostIdentity {
  readonly runtimeVersion: Version;
  readonly engine: Engine | 'reference' | 'unknown';
  /** What is recorded of an implementation holds for no other. A target is njs where both its program and its runtime say so. */
  readonly implementation?: Implementation;
  /** The implementation with its version, such as `bun 1.4.5`, where a shim of ours runs it. */
  readonly release?: string;
  /** Built-in modules that it was found not to import; absent where all that it was started with are there. */
  readonly refused?: ReadonlySet<string>;
}

/** A server-management API says no more of itself than the version in its path, see 1/versioning/rule-1. */
export const API_IDENTITY = { runtimeVersion: 'v1', engine: 'none' } as const;

export type Identity = HostIdentity | typeof API_IDENTITY;

/** Whether a target was identified as a script runtime, which alone has versions. */
export const isRuntime = (identity: Identity): identity is HostIdentity => identity.engine !== API_IDENTITY.engine;

/** Everything a session needs to start: what to configure, and the probes to lift. */
export interface SessionSetup {
  readonly host: HostSetup;
  readonly probes: readonly Probe<never>[];
  /** Version of the runtime, which decides what may be imported; absent while it is not known. */
  readonly version?: Version;
  /** What its cases need; all that the target can do unless given. */
  readonly needs?: ReadonlySet<Capability>;
  /** How a target is started for cases that say so. */
  readonly started?: Start;
}

/** Time that a run may lose. */
export interface Allowance {
  /** Receives the milliseconds for which a partner was waited for in vain. */
  lost(ms: number): void;
  /** Why a partner is not waited for any more; `undefined` while it is. */
  exhausted(): string | undefined;
}

/** One trial's conversation. */
export interface Conversation {
  /** Names the case whose ports and paths the partners use. */
  readonly scope: string;
  /** Milliseconds that each wait for a partner may take. */
  readonly deadlineMs: number;
  hold(partners: Partners): Promise<unknown>;
  /** What may be waited for in vain, where the law is left to judge that. */
  readonly allowance?: Allowance;
  /** Called in the end with the requests that a service was sent, in words. */
  asked?(requests: readonly string[]): void;
}

/** A started target, as one subject. What goes down or hangs meanwhile rejects with `TargetDown`. */
export interface Session {
  /** Observations for each input of each job; only where a driver evaluates. */
  evaluate(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]>;
  /** Of a target that stays between conversations: resolves when it answers. Rejects with `TargetDown`. */
  answers?(deadlineMs: number): Promise<void>;
  converse(conversation: Conversation): Promise<Observation>;
  /** Ends the session and all it started; never rejects. */
  stop(): Promise<void>;
}

/** Starts sessions with a target as one subject. */
export interface Driver {
  /** The target can be restarted after a crash or hang; otherwise it is tried once more as it is. */
  readonly restarts: boolean;
  /** Conversations that may be under way at one time; the run's `jobs` unless given. */
  readonly atOnce?: number;
  /** Sessions that may go on side by side; four unless given. */
  readonly sessions?: number;
  /** Rejects with `TargetUnavailable` when the target cannot be run. */
  start(setup: SessionSetup): Promise<Session>;
}

/** What is known of a target before it is started. */
export interface TargetFacts {
  /** As the person named it, for example `nginx` or `cli:njs`. */
  readonly name: string;
  readonly kind: string;
  /** The name that its program goes by: what `-V` says of a host, and the file of a command-line runtime. */
  readonly program?: () => Promise<string>;
  /** The host around the runtime, with its version, such as `nginx 1.30.6`; absent where there is none beside the runtime. */
  readonly host?: () => Promise<string>;
  /** Built-in modules that sessions so far found not to be imported. */
  readonly refused?: () => Promise<ReadonlySet<string>>;
  readonly capabilities: ReadonlySet<Capability>;
  /** What scripts of the target call the runtime global; `rt` unless given. */
  readonly runtimeGlobal?: string;
  /** The version of the documents that the user says it implements, where its runtime global has none. */
  readonly statedVersion?: Version;
  /** The implementation that it is started as, with a shim of ours. */
  readonly implementation?: Implementation;
  /** What the target is for certain. One that does not say so is started once to find out. */
  readonly identity?: HostIdentity;
  /** The engine that the user requested; a target that turns out to have another is refused. */
  readonly engine?: Engine;
  /** Arguments of a `replay` command line that name this target again. */
  readonly options: readonly string[];
}

export interface Target extends TargetFacts {
  /** One driver for each subject that the target can be judged as. */
  readonly drivers: { readonly [subject in Subject]?: Driver };
  /** What sessions with a server-management API found out, once they have ended. */
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

/** The target is no longer what it was when the run began: what was observed of it proves nothing. */
export class TargetChanged extends UserError {
  override readonly exitStatus = EXIT.unavailable;
  constructor(what: string, before: string, now: string) {
    super(`${what} was ${before} when the run began and is ${now} now; run again once it no longer changes`);
  }
}

/** The target refuses the configuration that it is to be started with. */
export class SetupRefused extends TargetUnavailable {
  /** What it says itself, without the place in a file, which differs from start to start. */
  readonly said: string;
  constructor(target: string, said: string) {
    super(`${target} refuses its configuration: ${said}`);
    this.said = said;
  }
}

/** The target was started and did not come so far in time. Another start would cost as much again. */
export class StartTimedOut extends TargetUnavailable {}

/** There is no room for the files that the target needs. That is no fault of the target, and the same at the next start. */
export class NoRoom extends TargetUnavailable {}

const lacks = (what: string): Promise<never> => Promise.reject(new Error(`this target has no ${what}`));

/** For drivers that only hold conversations: no case that evaluates probes is planned for them. */
export const evaluatesNothing = (): Promise<never> => lacks('probes');
/** For drivers that only evaluate probes. */
export const conversesWithNobody = (): Promise<never> => lacks('partners');
