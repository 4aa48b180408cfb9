/** One way to write a reproducer: its files, and what must come of them. */
import type { Planned } from '../executor/planned.js';
import type { Bindings } from '../inside/bundle.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import type { LooksAt } from './disk.js';
import type { Recording } from './playing/recording.js';
import type { WrittenRequest } from './requests.js';
import type { Right } from './right.js';
import { commandRun, type Observed, type RunScript, serverRun } from './run-script.js';

/** The fault that is to be shown. */
export interface SeenFault {
  readonly of: Planned;
  readonly trial: Trial;
  readonly observed: Observation;
  /** What was done to a server, in order. */
  readonly recording: Recording;
  readonly kind: 'nginx' | 'cli';
  readonly engine: string;
  readonly bindings: Bindings;
  /** What a right implementation does, for where the expectation leaves more than can be listed. */
  readonly right: { readonly observed: Observation; readonly recording: Recording } | undefined;
  /** What is seen depends on chance. */
  readonly varies: boolean;
}

export interface Candidate {
  readonly files: { readonly [name: string]: string | Uint8Array };
  /** `run.sh`, once it is known whether what is seen varies. */
  readonly runScript: (varies: boolean) => string;
  readonly right: Right;
  /** What must be seen; absent where the target goes down. */
  readonly seen?: string | Uint8Array;
  /** The commands that send what is asked, for people. */
  readonly requests: readonly WrittenRequest[];
  /** How many ports the configuration names. */
  readonly ports: number;
}

/** The name under which all that belongs to the case stands in its configuration. */
export const SCOPE = 'case';

export const goesDown = ({ observed }: SeenFault): boolean => observed.kind === 'crashed' || observed.kind === 'hung';

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
  const expected = right.alternatives.map((_, i) => (i === 0 ? 'expected.txt' : `expected-${i + 1}.txt`));
  const runScript = (varies: boolean): string => {
    const copied = Object.keys(files).filter((name) => name !== 'nginx.conf');
    const how: RunScript = {
      copied,
      ports,
      requests,
      look,
      expected,
      anyError: right.anyError,
      varies,
      goesDown: goesDown(fault),
      started: fault.of.body.started,
      bystander: fault.trial.bystander === true,
      disk: disk && { lines: disk.lines, looksAt: goesDown(fault) ? 'gave' : disk.looksAt },
    };
    return fault.kind === 'cli' ? commandRun(how) : serverRun(how);
  };
  const sent = Object.assign({}, ...requests.map((request) => request.files));
  const told = right.alternatives.length === 0 ? { 'expected.txt': `${right.description}\n` } : {};
  const texts = Object.fromEntries(expected.map((name, i) => [name, right.alternatives[i] ?? '']));
  return {
    files: { ...files, ...sent, ...texts, ...told },
    runScript,
    right,
    requests,
    ports,
    ...(right.seen !== undefined && !fault.varies && { seen: right.seen }),
  };
}
