/** Rounds of cases with the inputs drawn for them, and cases of which nothing is tried. */
import { whyUnjudged } from '../language/failures.js';
import { type Draw, drawTrials } from './draw.js';
import type { Judged } from './judging.js';
import type { Drawn } from './observing.js';
import { drawFor, type Planned } from './planned.js';

/** Nothing of the case was tried. */
export const unjudged = (of: Planned, reason: string): Judged => ({
  of,
  report: {
    id: of.id,
    kind: of.body.kind,
    verdict: 'inconclusive',
    reason,
    inputs: 0,
    durationMs: 0,
    replay: of.replay,
  },
  seenAt: [],
});

/** Inputs of a round's cases, drawn; none for a law that fails. */
export const drawRound = (round: readonly Planned[] = [], draw: Draw): RoundCase[] =>
  round.map((of) => {
    try {
      return { of, trials: drawTrials(of.id, of.body.trials(of.at), drawFor(of, draw)) };
    } catch (error) {
      return { of, trials: [], failure: whyUnjudged(error) };
    }
  });

/** A case of a round. */
export interface RoundCase extends Drawn {
  /** Why no inputs could be drawn. */
  readonly failure?: string;
}
