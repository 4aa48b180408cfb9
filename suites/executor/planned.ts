import type { Strength, Subject } from '../../spec/types/spec.js';
import type { At, CaseBody } from '../language/law.js';
import type { Draw } from './draw.js';

/** A case that will be run, with its law applied. */
export interface Planned {
  readonly id: string;
  readonly strength: Strength;
  readonly requirement: string;
  readonly subject: Subject;
  readonly body: CaseBody;
  readonly at: At;
  readonly replay: string;
}

/** How a case is drawn: some laws ask for fewer inputs than the run does, in proportion. */
export const drawFor = ({ body }: Planned, { seed, runs }: Draw): Draw => ({
  seed,
  runs: Math.ceil((runs * Math.min(100, body.runsPerHundred ?? 100)) / 100),
});
