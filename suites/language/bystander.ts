/**
 * A process of ours beside a probe, for signals. It is stopped, so that signals to it stay pending and `/proc` shows them. A
 * trial need not wait for anything, and also observes that a signal was not sent.
 */
import type { CaseBody, Trial } from './trial.js';

/** In inputs this text represents the number of the process. */
export const BYSTANDER = '{bystander}';

/** A case whose trials each have such a process. */
export const besideProcess = (body: CaseBody): CaseBody => ({
  ...body,
  needs: [...body.needs, 'machine'],
  trials: (at) => {
    const trials = body.trials(at);
    return 'one' in trials ? { one: withProcess(trials.one) } : { many: trials.many.map(withProcess) };
  },
});

const withProcess = (trial: Trial): Trial => (trial.hold === undefined ? { ...trial, bystander: true } : trial);
