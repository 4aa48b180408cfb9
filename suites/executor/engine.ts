/** Settings of V8 for a run. The defaults fit programs that do the same for hours. */
import { setFlagsFromString } from 'node:v8';

const RELEASE = Number.parseInt(process.versions.v8, 10);

const FLAGS = [
  // A run calls many functions some thousand times with varying values. Optimizing them cost more than a third of all processor time, and the
  // code was soon discarded. The default depends on bytes of executed bytecode up to V8's release 12, and then on calls. This setting is
  // thirty times the default. With eight times the compiler still took a sixth; without it a run is slower again.
  RELEASE < 12 ? '--interrupt-budget=2000000' : '--invocation-count-for-turbofan=90000',
  // A heap may double before it is collected; by default V8 lets it grow to several times its size. A growth of a fifth saved a seventh of
  // the memory, and took a tenth more of all processor time.
  '--heap-growing-percent=100',
  // Most objects are young. Their halves start large, and one thread copies them, since the others have work of their own.
  '--semi-space-growth-factor=4',
  '--no-parallel-scavenge',
];

/** Applies to all threads of this process. */
export function setEngine(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
