/** One way to write a reproducer: its files, and what must come of them. */
import type { Planned } from '../executor/planned.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import type { LooksAt } from './disk.js';
import type { Recording } from './playing/recording.js';
import type { WrittenRequest } from './requests.js';
import type { Right } from './right.js';
import { commandRun, type Observed, type RunScript, serverRun } from './run-script.js';
import type { Program } from './setting.js';
import type { WrittenFiles } from './trying.js';

/** The fault that is to be shown. */
export interface SeenFault {
  readonly of: Planned;
  readonly trial: Trial;
  readonly observed: Observation;
  /** What was done to a server, in order. */
  readonly recording: Recording;
  readonly program: Program;
  /** Which its configuration names, where it is a runtime of several. */
  readonly engine: string | undefined;
  /** What the reference does, where it conforms. */
  readonly right: { readonly observed: Observation; readonly recording: Recording } | undefined;
  /** What is seen depends on chance. */
  readonly varies: boolean;
}

export interface Candidate {
  readonly files: WrittenFiles;
  /** `run.sh`, which compares what is seen with what is right. */
  runScript(how: Comparing): string;
  readonly right: Right;
  /** What must be seen; absent where the target goes down. */
  readonly seen?: string | Uint8Array;
  /** The commands that send what is asked, for people. */
  readonly requests: readonly WrittenRequest[];
  /** How many ports the configuration names. */
  readonly ports: number;
}

/** How `run.sh` tells the fault from what is right. */
export interface Comparing {
  /** What is right is listed in files; else it is only described. */
  readonly isListed: boolean;
  /** What is seen differs from run to run; whatever is not right shows the fault. */
  readonly varies: boolean;
}

/** The name under which all that belongs to the case stands in its configuration. */
export const SCOPE = 'case';

/** Whether no answer comes: the program goes down, hangs, fails, or does not even start with what the case needs. */
export const goesDown = ({ observed }: SeenFault): boolean =>
  ['crashed', 'hung', 'failed'].includes(observed.kind) || isRefused(observed);

const isRefused = ({ kind }: Observation): boolean => kind === 'refused';

/** What it is made of besides what must come of it. */
interface Parts {
  readonly files: { readonly [name: string]: string | Uint8Array };
  readonly ports?: number;
  readonly disk?: { readonly lines: readonly string[]; readonly looksAt: LooksAt } | undefined;
}

/** A candidate with these files. */
export function candidate(
  fault: SeenFault,
  { files, ports = 1, disk }: Parts,
  requests: readonly WrittenRequest[],
  look: Observed,
  right: Right,
): Candidate {
  const runScript = (comparing: Comparing): string => {
    const copied = Object.keys(files).filter((name) => name !== 'nginx.conf');
    const how: RunScript = {
      copied,
      ports,
      requests,
      look,
      ...comparing,
      anyError: right.anyError,
      goesDown: goesDown(fault),
      isRefused: isRefused(fault.observed),
      program: fault.program,
      started: fault.of.body.started,
      bystander: fault.trial.bystander === true,
      disk: disk && { lines: disk.lines, looksAt: goesDown(fault) ? 'gave' : disk.looksAt },
    };
    return fault.program.kind === 'cli' ? commandRun(how) : serverRun(how);
  };
  const sent = Object.assign({}, ...requests.map((request) => request.files));
  return {
    files: { ...files, ...sent },
    runScript,
    right,
    requests,
    ports,
    ...(right.seen !== undefined && !fault.varies && { seen: right.seen }),
  };
}
