/** The one interface behind which every implementation under test stands. */

import type { ServiceFacts } from '../../reports/model.js';
import { EXIT, UserError } from '../../spec/reading/user-error.js';
import type { Engine, Plain, Subject, Version } from '../../spec/types/spec.js';
import type { LogLine, Observation, ObservedResponse, Probe } from '../language/law.js';
import type { HostPlan, WireRequest } from '../language/setup.js';
import type { Talk, TalkSubject } from '../language/talk.js';

/** What a target can do. A case that needs more is inconclusive there. */
export type Capability =
  | 'evaluate'
  | 'exchange'
  | 'stream'
  | 'log'
  | 'periodic'
  | 'restart'
  | 'file-system'
  /** Records may be created at the endpoint. */
  | 'write'
  /** An API key is known that another has replaced. */
  | 'revoked-key';

/** What a case that needs the capability reports of a target without it. */
export const LACKING: { readonly [of in Capability]: string } = {
  evaluate: 'the target cannot evaluate',
  exchange: 'the target cannot exchange',
  stream: 'the target cannot stream',
  log: 'the target cannot log',
  periodic: 'the target cannot periodic',
  restart: 'the target cannot restart',
  'file-system': 'the target cannot file-system',
  write: 'it creates records, which needs --allow-writes',
  'revoked-key': 'it needs a revoked API key: SRVSPEC_REVOKED_API_KEY in the environment, or --new-key COMMAND',
};

/** What a script runtime says of itself. */
export interface HostIdentity {
  readonly runtimeVersion: Version;
  readonly engine: Engine | 'reference' | 'unknown';
}

/** A server-management API says no more of itself than the version in its path, see 1/versioning/rule-1. */
export const API_IDENTITY = { runtimeVersion: 'v1', engine: 'none' } as const;

export type Identity = HostIdentity | typeof API_IDENTITY;

/** One probe and the inputs it is to be tried with. `probe` is an index into `Setup.probes`. */
export interface Job {
  readonly probe: number;
  readonly inputs: readonly Plain[];
}

/** Everything a target needs to start: what to configure, and the probes to lift. */
export interface Setup {
  readonly plan: HostPlan;
  readonly probes: readonly Probe<never>[];
  /** Version of the runtime, where it is known already; decides what may be imported. */
  readonly version: Version;
}

/** An exchange's requests, sent one after the other on one connection, or all at once, each on its own. */
export interface ExchangeOrder {
  readonly requests: readonly WireRequest[];
  readonly together?: boolean;
  readonly logMarker?: string;
  readonly deadlineMs: number;
}

/** A started target. */
export interface Session {
  /** Observations for each input of each job. Rejects with `TargetDown` when the target crashes or hangs meanwhile. */
  evaluate(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]>;
  /** Rejects as `evaluate` does. Only with capability `exchange`. */
  exchange(order: ExchangeOrder): Promise<{ responses: ObservedResponse[]; log: LogLine[] }>;
  /** Ends the session and all it started; never rejects. */
  stop(): Promise<void>;
}

/** What is known of a target before it is started. */
export interface TargetFacts {
  /** As the person named it, for example `nginx` or `cli:njs`. */
  readonly name: string;
  readonly kind: string;
  /** What it is known to be: decides which deviations are read, and what a runtime that names no engine has. */
  readonly implementation: 'reference' | 'njs' | 'unknown';
  readonly capabilities: ReadonlySet<Capability>;
  /** The engine that the person asked for; a target that turns out to have another is not the one meant. */
  readonly engine?: Engine;
  /** Arguments of a `replay` command line that name this target again. */
  readonly options: readonly string[];
}

/** A script runtime with its host. */
export interface HostTarget extends TargetFacts {
  /** Rejects with `TargetUnavailable` when it cannot be run. */
  start(setup: Setup): Promise<Session>;
}

/** A server-management API, or a client of one, or both. */
export interface TalkTarget extends TargetFacts {
  readonly talks: { readonly [subject in TalkSubject]?: () => Promise<Talk> };
  /** What the talks found out, once they have ended. */
  readonly service?: () => ServiceFacts | undefined;
}

export type Target = HostTarget | TalkTarget | (HostTarget & TalkTarget);

/** The subjects that a target can be judged as. */
export function subjectsOf(target: Target): ReadonlySet<Subject> {
  const subjects: Subject[] = 'start' in target ? ['runtime'] : [];
  if ('talks' in target) {
    if (target.talks.server !== undefined) subjects.push('server');
    if (target.talks.client !== undefined) subjects.push('client');
  }
  return new Set(subjects);
}

/** The target went down (`crash`) or did not answer in time (`hang`) while it was asked something. */
export class TargetDown extends Error {
  readonly how: 'crash' | 'hang';
  readonly afterMs: number;
  constructor(how: 'crash' | 'hang', detail: string, afterMs = 0) {
    super(detail);
    this.how = how;
    this.afterMs = afterMs;
  }
}

/** The target cannot be run at all: exit status 3. */
export class TargetUnavailable extends UserError {
  override readonly exitStatus = EXIT.unavailable;
}
