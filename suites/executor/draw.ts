/** Draws the trials of a case, and shrinks a failing one. Both follow from the seed alone. */
import fc from 'fast-check';
import type { Subject } from '../../spec/types/requirement.js';
import type { CaseBody, Trial } from '../language/trial.js';
import type { Mismatch } from './judge.js';

export interface Draw {
  /** Seed of the run. Each case derives its own, so that selecting fewer cases changes no inputs. */
  readonly seed: number;
  readonly runs: number;
  /** `false`: a failing input is reported without shrinking. */
  readonly shrinks?: boolean;
}

/** The trials of a case: one for an example, `runs` for a property. */
export function drawTrials(id: string, trials: ReturnType<CaseBody['trials']>, draw: Draw): Trial[] {
  if ('one' in trials) return [trials.one];
  // The same values as in `fc.check` with this seed.
  return fc.sample(trials.many, { seed: caseSeed(draw.seed, id), numRuns: draw.runs });
}

/** A shrunk failing trial. `path` leads `drawOne` to it again. */
export interface Shrunk {
  readonly trial: Trial;
  readonly mismatch: Mismatch;
  readonly path: string | undefined;
}

/** Limits of shrinking: once either is reached, the smallest failing trial so far is reported. */
export interface ShrinkLimits {
  readonly evaluations: number;
  /** Milliseconds after which no evaluation begins. */
  readonly ms: number;
}

type Evaluations = Readonly<Record<Mismatch['reason'], number>>;

/** A target that goes down must be restarted for each evaluation. */
const EVALUATING: Evaluations = { wrong: 300, unobservable: 0, crash: 40, hang: 4 };

/** Each may create permanent records, and wait until they are listed. */
const CONVERSING: Evaluations = { wrong: 30, unobservable: 0, crash: 8, hang: 2 };

const SERVICE_MS = 10_000;

/** Only the number of evaluations limits a host, since its report must not depend on its speed. A service may be arbitrarily slow. */
export const shrinkLimits = ({ hold }: Trial, { reason }: Mismatch, subject: Subject): ShrinkLimits => ({
  evaluations: hold === undefined ? EVALUATING[reason] : CONVERSING[reason],
  ms: subject === 'runtime' ? Number.POSITIVE_INFINITY : SERVICE_MS,
});

/**
 * Shrinks the first failing trial (the `first.index`-th drawn) of a property, one evaluation at a time; its failure is known. `check`
 * returns what is wrong with one trial.
 */
export async function shrink(
  id: string,
  many: fc.Arbitrary<Trial>,
  draw: Draw,
  first: { readonly index: number; readonly trial: Trial; readonly mismatch: Mismatch },
  check: (trial: Trial) => Promise<Mismatch | undefined>,
  limits = shrinkLimits(first.trial, first.mismatch, 'runtime'),
): Promise<Shrunk> {
  let best: { readonly trial: Trial; readonly mismatch: Mismatch } = first;
  let seen = 0;
  let left = limits.evaluations;
  const end = performance.now() + limits.ms;
  const property = fc.asyncProperty(many, async (trial) => {
    const at = seen++;
    if (at === first.index) return false;
    if (at < first.index || left-- <= 0 || performance.now() > end) return true;
    const mismatch = await check(trial);
    if (mismatch?.reason !== first.mismatch.reason) return true;
    best = { trial, mismatch };
    return false;
  });
  const details = await fc.check(property, { seed: caseSeed(draw.seed, id), numRuns: draw.runs });
  return { trial: best.trial, mismatch: best.mismatch, path: details.counterexamplePath ?? `${first.index}` };
}

/** The trial at a path from `shrink`. */
export function drawOne(id: string, many: fc.Arbitrary<Trial>, draw: Draw, path: string): Trial | undefined {
  let found: Trial | undefined;
  const property = fc.property(many, (trial) => {
    found ??= trial;
  });
  fc.check(property, { seed: caseSeed(draw.seed, id), numRuns: 1, path, endOnFailure: true });
  return found;
}

/** FNV-1a over the case id, mixed with the run's seed; 32 bits, as fast-check takes them. */
export function caseSeed(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash | 0;
}
