/** The one interface behind which every implementation under test stands. */
import type { Engine, Plain, Version } from '../../spec/types.js';
import type { LogLine, Observation, ObservedResponse, Probe } from './law.js';
import type { HostPlan, WireRequest } from './plan.js';

/** What a target can do. A case that needs more is inconclusive there. */
export type Capability = 'evaluate' | 'exchange' | 'stream' | 'log' | 'periodic' | 'restart' | 'file-system';

/** What a target says of itself. */
export interface Identity {
  readonly runtimeVersion: Version;
  readonly engine: Engine | 'reference' | 'unknown';
}

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

export interface Target {
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
  /** Rejects with `TargetUnavailable` when it cannot be run. */
  start(setup: Setup): Promise<Session>;
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
export class TargetUnavailable extends Error {}
