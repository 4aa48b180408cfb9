/**
 * Known violations of a target, each with its reason. Strict both ways: a violation that is not listed fails a run, and so
 * does a listed one that no longer happens.
 */
import type { CaseReport, RunReport } from '../../../reports/model.js';
import type { Scope } from '../../../spec/types/requirement.js';
import { inapplicable } from '../applicable.js';
import type { ToldDeviation } from '../judging.js';
import type { Identity } from '../target.js';

/** An entry of a deviations file. */
export interface Deviation extends Scope, ToldDeviation {
  /** Ids of cases, or of requirements all of whose cases deviate. */
  readonly of: readonly string[];
  /** Kinds of target it was seen on; all that the file is used for when absent. */
  readonly kinds?: readonly string[];
  /** Which of the two is in the wrong. */
  readonly fault: 'host' | 'document';
}

export interface DeviationFile {
  readonly deviations: readonly Deviation[];
}

/** The deviations that are known of one kind of target. */
export class DeviationList {
  readonly #byId = new Map<string, Deviation[]>();

  constructor(kind: string, deviations: readonly Deviation[]) {
    for (const deviation of deviations) {
      if (deviation.kinds?.includes(kind) === false) continue;
      for (const id of deviation.of) this.#byId.set(id, [...(this.#byId.get(id) ?? []), deviation]);
    }
  }

  /** The deviation that a violation of this case is known as, if any; one of the case itself comes first. */
  find(requirement: string, id: string, identity: Identity): Deviation | undefined {
    const listed = [...(this.#byId.get(id) ?? []), ...(this.#byId.get(requirement) ?? [])];
    return listed.find((deviation) => inapplicable(deviation, identity) === undefined);
  }

  /**
   * Deviations that should have happened in a run and did not: the case conforms, or is only recorded. That what the documents
   * leave open varies is no such expectation.
   */
  stale(identity: Identity, requirements: RunReport['requirements']): RunReport['staleDeviations'] {
    const sound = requirements.flatMap(({ id, cases }) =>
      cases.filter(isSound).map((one) => ({ requirement: id, id: one.id, verdict: one.verdict })),
    );
    return sound.flatMap(({ requirement, id, verdict }) => {
      const known = this.find(requirement, id, identity);
      return known === undefined || isAbout(known, verdict) ? [] : [{ id, why: known.why }];
    });
  }
}

/** Of a recorded case an entry can only say that what is observed varies. */
const isAbout = ({ varies }: Deviation, verdict: CaseReport['verdict']): boolean =>
  varies === true && verdict === 'recorded';

const isSound = ({ verdict }: CaseReport): boolean => verdict === 'conforms' || verdict === 'recorded';
