/** How V8 works for a run: by itself it is made for programs that do the same for hours. */
import { setFlagsFromString } from 'node:v8';

const RELEASE = Number.parseInt(process.versions.v8, 10);

const FLAGS = [
  // What a run calls some thousand times, with other values each time, is not optimized: that cost more than a third of all processor
  // time, and what came of it was soon thrown away. V8 calls it otherwise since its release 12: bytes of bytecode run until then, now
  // calls. Thirty times as many as it takes by itself; with eight times the compiler still took a sixth, and none at all is dearer again.
  RELEASE < 12 ? '--interrupt-budget=2000000' : '--invocation-count-for-turbofan=90000',
  // A heap may double until it is collected; by itself V8 lets it grow to several times as much. To let it grow by a fifth alone saved a
  // seventh of the memory, and took a tenth more of all processor time.
  '--heap-growing-percent=100',
  // What is young is most of it: larger halves at once, which one thread copies, as the others have work of their own.
  '--semi-space-growth-factor=4',
  '--no-parallel-scavenge',
];

/** For all threads of this process. */
export function setEngine(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
