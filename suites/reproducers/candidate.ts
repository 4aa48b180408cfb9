/** One way to write a reproducer: its files, and what must come of them. */
import type { RunnableCase } from '../executor/planned.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import type { DiskFixture } from './disk.js';
import type { Recording } from './playing/recording.js';
import type { RequestCommand } from './requests.js';
import type { Right } from './right.js';
import { commandRun, type EvidenceSource, type ScriptParts, serverRun } from './run-script.js';
import type { HostProgram } from './setting.js';
import type { ReproducerFiles } from './trying.js';

/** The fault that is to be shown. */
export interface ObservedFault {
  readonly of: RunnableCase;
  readonly trial: Trial;
  readonly observed: Observation;
  /** What was done to a server, in order. */
  readonly recording: Recording;
  readonly program: HostProgram;
  /** Which its configuration names, where it is a runtime of several. */
  readonly engine: string | undefined;
  /** What the reference does, where it conforms. */
  readonly right: { readonly observed: Observation; readonly recording: Recording } | undefined;
  /** What is seen depends on chance. */
  readonly varies: boolean;
}

export interface ScriptCandidate {
  readonly files: ReproducerFiles;
  /** `run.sh`, which compares what is seen with what is right. */
  runScript(how: Pick<ScriptParts, 'isListed' | 'varies'>): string;
  readonly right: Right;
  /** What must be seen; absent where the target goes down. */
  readonly seen?: string | Uint8Array;
  /** The commands that send what is asked, for people. */
  readonly requests: readonly RequestCommand[];
  /** How many ports the configuration names. */
  readonly ports: number;
}

/** Whether no answer comes: the program goes down, hangs, fails, or does not even start with what the case needs. */
export const goesDown = ({ observed }: ObservedFault): boolean =>
  ['crashed', 'hung', 'failed', 'refused'].includes(observed.kind);

/** What a candidate is made of besides what must come of it. */
interface CandidateParts {
  readonly files: ReproducerFiles;
  readonly look: EvidenceSource;
  readonly ports?: number;
  readonly disk?: DiskFixture | undefined;
  readonly requests?: readonly RequestCommand[];
}

export function candidate(
  fault: ObservedFault,
  right: Right,
  { files, look, ports = 1, disk, requests = [] }: CandidateParts,
): ScriptCandidate {
  const { of, trial, observed, program, varies } = fault;
  const isDown = goesDown(fault);
  const parts = {
    ...{ look, ports, requests, program, anyError: right.anyError, goesDown: isDown, started: of.body.started },
    copied: Object.keys(files).filter((name) => name !== 'nginx.conf'),
    isRefused: observed.kind === 'refused',
    bystander: trial.bystander === true,
    disk: disk && isDown ? { ...disk, looksAt: 'gave' as const } : disk,
  };
  return {
    files: Object.assign({ ...files }, ...requests.map((request) => request.files)),
    runScript: (how) => (program.kind === 'cli' ? commandRun : serverRun)({ ...parts, ...how }),
    ...{ right, requests, ports },
    ...(right.seen !== undefined && !varies && { seen: right.seen }),
  };
}
