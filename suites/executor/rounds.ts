/** Rounds of cases with the inputs drawn for them, and cases that are not tried. */
import { setImmediate } from 'node:timers/promises';
import { whyUnjudged } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import { type Draw, drawTrials } from './draw.js';
import type { JudgedCase } from './judging.js';
import type { CaseTrials } from './observing.js';
import { drawFor, type RunnableCase } from './planned.js';
import { INTERRUPTED } from './sessions.js';

/** Nothing of the case was tried. */
export const unjudged = (of: RunnableCase, reason: string): JudgedCase => ({
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

/** Milliseconds of work after which other tasks, such as signals, have their turn. */
const TURN_MS = 20;

/** Awaited between steps of long work: regularly gives other tasks their turn. */
export function turns(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < TURN_MS) return;
    await setImmediate();
    last = performance.now();
  };
}

/** Draws the inputs of a round's cases; none for a law that fails, and no more once the run is over. */
export async function drawRound(
  round: readonly RunnableCase[],
  draw: Draw,
  isOver: () => boolean = () => false,
): Promise<readonly RoundCase[]> {
  const drawn: RoundCase[] = [];
  const turn = turns();
  for (const of of round) {
    if (isOver()) break;
    drawn.push(drawCase(of, draw));
    await turn();
  }
  return drawn;
}

export function drawCase(of: RunnableCase, draw: Draw): RoundCase {
  try {
    return { of, trials: drawTrials(of.id, of.body.trials(of.at), drawFor(of, draw)) };
  } catch (error) {
    return { of, trials: [], failure: whyUnjudged(error) };
  }
}

/** Whether the interruption of the run kept the whole case from being observed. */
export const isUntried = (observed: readonly Observation[]): boolean =>
  observed.length > 0 && observed.every((one) => one.kind === 'unobservable' && one.why === INTERRUPTED);

export interface RoundCase extends CaseTrials {
  /** Why no inputs could be drawn. */
  readonly failure?: string;
}
