/** One way to write a reproducer: its files, and the results that it must have. */
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

export interface ObservedFault {
  readonly of: RunnableCase;
  readonly trial: Trial;
  readonly observed: Observation;
  /** The actions on a server, in order. */
  readonly recording: Recording;
  readonly program: HostProgram;
  /** The engine that its configuration names, if it is a runtime with several. */
  readonly engine: string | undefined;
  /** The observation of the reference, if it conforms. */
  readonly right: { readonly observed: Observation; readonly recording: Recording } | undefined;
  /** The observation depends on chance. */
  readonly varies: boolean;
}

export interface ScriptCandidate {
  readonly files: ReproducerFiles;
  /** `run.sh`, which compares the observation with the right one. */
  runScript(how: Pick<ScriptParts, 'isListed' | 'varies'>): string;
  readonly right: Right;
  /** The observation to expect; absent if the target goes down. */
  readonly seen?: string | Uint8Array;
  /** The commands that send the requests, for people. */
  readonly requests: readonly RequestCommand[];
  /** The number of ports in the configuration. */
  readonly ports: number;
}

/** Whether there is no answer: the program goes down, hangs, fails, or does not even start with the setup of the case. */
export const goesDown = ({ observed }: ObservedFault): boolean =>
  ['crashed', 'hung', 'failed', 'refused'].includes(observed.kind);

/** The parts of a candidate besides its expected results. */
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
    disk: disk && isDown ? { ...disk, looksAt: 'result' as const } : disk,
  };
  return {
    files: Object.assign({ ...files }, ...requests.map((request) => request.files)),
    runScript: (how) => (program.kind === 'cli' ? commandRun : serverRun)({ ...parts, ...how }),
    ...{ right, requests, ports },
    ...(right.seen !== undefined && !varies && { seen: right.seen }),
  };
}
