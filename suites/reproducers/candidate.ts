/** One way to write a reproducer: its files, and what must come of them. */
import type { Planned } from '../executor/planned.js';
import type { Bindings } from '../inside/bundle.js';
import type { Observation } from '../language/observation.js';
import type { WireRequest } from '../language/partners.js';
import type { Trial } from '../language/trial.js';
import type { WrittenRequest } from './requests.js';
import type { Right } from './right.js';
import { commandRun, type Look, type RunScript, serverRun } from './run-script.js';

/** The fault that is to be shown. */
export interface SeenFault {
  readonly of: Planned;
  readonly trial: Trial;
  readonly observed: Observation;
  /** What was sent to a server, in order. */
  readonly requests: readonly WireRequest[];
  readonly kind: 'nginx' | 'cli';
  readonly engine: string;
  readonly bindings: Bindings;
  /** What a right implementation does, for where the expectation leaves more than can be listed. */
  readonly sample: Observation | undefined;
  /** What is seen depends on chance. */
  readonly varies: boolean;
}

export interface Candidate {
  readonly files: { readonly [name: string]: string | Uint8Array };
  /** `run.sh`, once it is known whether what is seen varies. */
  readonly runScript: (varies: boolean) => string;
  readonly right: Right;
  /** What must be seen; absent where the target goes down. */
  readonly seen?: string;
  /** The commands that send what is asked, for people. */
  readonly requests: readonly WrittenRequest[];
}

/** The name under which all that belongs to the case stands in its configuration. */
export const SCOPE = 'case';

export const goesDown = ({ observed }: SeenFault): boolean => observed.kind === 'crashed' || observed.kind === 'hung';

/** A candidate with these files. */
export function candidate(
  fault: SeenFault,
  files: { readonly [name: string]: string },
  requests: readonly WrittenRequest[],
  look: Look,
  right: Right,
): Candidate {
  const expected = right.alternatives.map((_, i) => (i === 0 ? 'expected.txt' : `expected-${i + 1}.txt`));
  const runScript = (varies: boolean): string => {
    const how: RunScript = { requests, look, expected, anyError: right.anyError, varies, goesDown: goesDown(fault) };
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
    ...(right.seen !== undefined && !fault.varies && { seen: right.seen }),
  };
}
