/**
 * A process of ours that stands by while a probe runs, for signals. It is stopped, so that what is sent to it waits, and the system
 * tells of that in `/proc`: nothing has to be awaited, and a signal that was not sent is seen as well.
 */
import type { CaseBody, Trial } from './trial.js';

/** In inputs this text stands for the number of the process. */
export const BYSTANDER = '{bystander}';

/** A case each of whose trials has such a process. */
export const besideProcess = (body: CaseBody): CaseBody => ({
  ...body,
  needs: [...body.needs, 'machine'],
  trials: (at) => {
    const trials = body.trials(at);
    return 'one' in trials ? { one: withProcess(trials.one) } : { many: trials.many.map(withProcess) };
  },
});

const withProcess = (trial: Trial): Trial => (trial.hold === undefined ? { ...trial, bystander: true } : trial);
