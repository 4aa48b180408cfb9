/**
 * Programs that set and cancel timers, and their expected results. A program has timers, each with a delay and the steps of
 * its callback, and the steps to do `first`. Every step is traced when it happens, so that the oracle follows which timers
 * are set and cleared. It only requires the order that follows from the delays.
 *
 * - Of two timers, the one that was set first is called first, unless its delay is longer.
 * - Of two timers that the same code set, the one with the shorter delay is called first. The target measures how long the
 * code took: if that is close to the difference of two delays, it runs the program again.
 */

/** `['set', 1]` sets the timer 1, `['clear', 1]` cancels it, `['job', n]` has a promise job trace `n`. */
export type Op = readonly ['set' | 'clear' | 'job', number];

export interface Timer {
  /** Milliseconds. */
  readonly delay: number;
  /** The steps of the callback; by default none. */
  readonly does?: readonly Op[];
  /** The callback throws after its steps. */
  readonly throws?: boolean;
}

export interface TimerProgram {
  readonly timers: readonly Timer[];
  /** By default sets all timers in turn. */
  readonly first?: readonly Op[];
}

/** The least difference of two different delays, in milliseconds. */
export const STEP = 15;

export const firstOps = ({ timers, first }: TimerProgram): readonly Op[] =>
  first ?? timers.map((_, i): Op => ['set', i]);

/** The trace, in order: `['called', 1, …]` and `['over', 1]` enclose the steps of the callback of timer 1. */
export type ProgramTrace = readonly (readonly [word: string, which: number])[];

interface ProgramState {
  /** Timers that are neither called nor cancelled, in the order in which they were set. */
  readonly waiting: { readonly timer: number; readonly block: number }[];
  readonly jobs: number[];
  /** The timer whose callback runs, -1 for the first steps; `undefined` between them. */
  inside: number | undefined;
  /** The number of code blocks that have run so far; timers that the same code sets belong to one block. */
  block: number;
  done: number;
}

/** `true`, or the fault of a program's trace. */
export function mistakeIn(program: TimerProgram, trace: ProgramTrace): true | string {
  const running: ProgramState = { waiting: [], jobs: [], inside: -1, block: 0, done: 0 };
  for (const [word, which] of trace) {
    const wrong = WORDS[word]?.(running, which, program) ?? `there is no word ${word}`;
    if (wrong !== true) return wrong;
  }
  const [left] = running.waiting;
  if (left !== undefined) return `timer ${left.timer} was never called`;
  return running.inside === undefined || 'a callback never came to its end';
}

const opsOf = ({ inside }: ProgramState, program: TimerProgram): readonly Op[] =>
  inside === undefined || inside < 0 ? firstOps(program) : (program.timers[inside]?.does ?? []);

/** The next steps of the running code; the program is followed step by step. */
function isNext(running: ProgramState, program: TimerProgram, word: string, which: number): true | string {
  const op = opsOf(running, program)[running.done];
  running.done += 1;
  return (op?.[0] === word && op[1] === which) || `${word} ${which} is not what comes next`;
}

type Follow = (running: ProgramState, which: number, program: TimerProgram) => true | string;

const WORDS: { readonly [word: string]: Follow } = {
  set: (running, timer, program) => {
    running.waiting.push({ timer, block: running.block });
    return isNext(running, program, 'set', timer);
  },
  clear: (running, timer, program) => {
    const at = running.waiting.findIndex((one) => one.timer === timer);
    if (at >= 0) running.waiting.splice(at, 1);
    return isNext(running, program, 'clear', timer);
  },
  // A refused call may have cancelled nothing; it is a mistake only for a timer that still waited.
  refused: (running, timer, program) => {
    if (running.waiting.some((one) => one.timer === timer)) return `timer ${timer} cannot be cancelled while it waits`;
    return isNext(running, program, 'clear', timer);
  },
  job: (running, number, program) => {
    running.jobs.push(number);
    return isNext(running, program, 'job', number);
  },
  ran: (running, number) => running.jobs.shift() === number || `the job ${number} ran out of turn`,
  called: (running, timer, { timers }) => {
    if (running.inside !== undefined) return `timer ${timer} is called within other code`;
    if (running.jobs.length > 0) return `timer ${timer} is called before the jobs of the code that ran before`;
    const at = running.waiting.findIndex((one) => one.timer === timer);
    const own = running.waiting[at];
    if (own === undefined) return `timer ${timer} is called, which is not waiting`;
    const delayOf = (of: number): number => timers[of]?.delay ?? 0;
    const before = running.waiting.find((one, i) =>
      i < at ? delayOf(one.timer) <= delayOf(timer) : one.block === own.block && delayOf(one.timer) < delayOf(timer),
    );
    if (before !== undefined) return `timer ${timer} is called before timer ${before.timer}`;
    running.waiting.splice(at, 1);
    running.inside = timer;
    running.block += 1;
    running.done = 0;
    return true;
  },
  over: (running, timer, program) => {
    const left = opsOf(running, program).length - running.done;
    const isOwn = (running.inside ?? -2) === timer && left === 0;
    running.inside = undefined;
    return isOwn || `what timer ${timer} does was not done to its end`;
  },
};
