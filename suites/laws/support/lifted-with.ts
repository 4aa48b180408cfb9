/** Probes and handlers that share code: what is lifted is their own source alone. */
import type { World } from '../../language/world.js';

/**
 * A probe or handler that is lifted together with another function, which it is given behind its own two parameters. Neither takes
 * a parameter apart.
 */
export const liftedWith = <I, P>(
  part: P,
  f: (input: I, t: World, part: P) => unknown,
): ((input: I, t: World) => unknown) =>
  Object.assign((input: I, t: World) => f(input, t, part), {
    toString: () => `(input, t) => (${f})(input, t, ${part})`,
  });
