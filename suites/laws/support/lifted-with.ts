/** Probes and handlers that share code: what is lifted is their own source alone. */
import type { World } from '../../language/world.js';

/**
 * A probe or handler that is lifted together with other functions, which it is given behind its own two parameters. None of them
 * takes a parameter apart.
 */
export const liftedWith = <I, P extends readonly unknown[]>(
  f: (input: I, t: World, ...parts: P) => unknown,
  ...parts: P
): ((input: I, t: World) => unknown) =>
  Object.assign((input: I, t: World) => f(input, t, ...parts), {
    toString: () => `(input, t) => (${f})(${['input', 't', ...parts].join(', ')})`,
  });
