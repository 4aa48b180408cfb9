/** Keeps V8 from optimizing what a run calls some thousand times with ever other values: that took longer than it saved. */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs before it is optimized, four times as many as V8 has of itself. */
const BUDGET = 540_000;

/** For all threads of this process. */
export const optimizeLess = (): void => setFlagsFromString(`--interrupt-budget=${BUDGET}`);
