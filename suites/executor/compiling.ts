/**
 * Keeps V8 from optimizing what a run calls some thousand times, with other values each time: that cost more than a third of all
 * processor time, and what came of it was soon thrown away.
 */
import { setFlagsFromString } from 'node:v8';

/** V8 calls it otherwise since its release 12: bytes of bytecode run until then, now calls. Eight times as many as it takes by itself. */
const FLAG =
  Number.parseInt(process.versions.v8, 10) < 12 ? '--interrupt-budget=540000' : '--invocation-count-for-turbofan=24000';

/** For all threads of this process. */
export const optimizeLess = (): void => setFlagsFromString(FLAG);
