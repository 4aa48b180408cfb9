import type { Strength, Subject } from '../../spec/types/requirement.js';
import type { At, CaseBody, Cost } from '../language/trial.js';
import type { Draw } from './draw.js';

/** A case that will be run, with its law applied. */
export interface RunnableCase {
  readonly id: string;
  readonly strength: Strength;
  readonly requirement: string;
  /** The rows that the requirement cites. */
  readonly rows: readonly string[];
  readonly subject: Subject;
  readonly body: CaseBody;
  readonly at: At;
  readonly replay: string;
}

/** Inputs drawn for each hundred of `--runs`, by the cost of one. */
const SHARES: { readonly [cost in Cost]: number } = {
  probe: 70,
  'probe-model': 50,
  exchange: 15,
  conversation: 25,
  'conversation-model': 50,
};

/** A client is a program that is started for each case; requests to a service leave permanent records. */
const OF_SUBJECT: { readonly [subject in Subject]: number } = { runtime: 100, client: 6, server: 12 };

export const drawFor = ({ body, subject }: RunnableCase, { seed, runs }: Draw): Draw => ({
  seed,
  runs: Math.ceil((runs * Math.min(OF_SUBJECT[subject], SHARES[body.cost])) / 100),
});
