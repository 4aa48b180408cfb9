/** Compares two targets in tests. */
import type { Differential } from '../../../reports/comparison/model.js';
import type { Quirk } from '../../../reports/comparison/quirks.js';
import type { Target } from '../../executor/target.js';
import { compareTargets } from '../two-targets.js';

interface How {
  readonly seed?: number;
  readonly runs?: number;
  readonly partial?: boolean;
  readonly quirks?: readonly Quirk[];
  readonly interruption?: AbortSignal;
  readonly notify?: (what: string) => void;
}

/** The comparison of two targets. */
export const compared = (
  before: Target,
  after: Target,
  only: string,
  {
    seed = 1,
    runs = 20,
    partial = false,
    quirks = [],
    interruption = new AbortController().signal,
    notify = () => undefined,
  }: How = {},
) =>
  compareTargets({
    before,
    after,
    selection: { only },
    numbers: { seed, runs, jobs: 8 },
    words: ['compare'],
    partial,
    quirks,
    interruption,
    notify,
  });

/** Whether the counts of inputs by outcome add up to their number. */
export const addsUp = (differential: Differential | undefined): boolean =>
  differential !== undefined &&
  differential.inputs ===
    differential.agreed + differential.differed + differential.ignored + differential.dropped + differential.unobserved;

/** A case that the documents leave open. */
export const OPEN = 'querystring.members.open/querystring.parse/arity';
