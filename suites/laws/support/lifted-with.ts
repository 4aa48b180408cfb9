/** Probes and handlers that share code, because only their own source is lifted. */
import type { World } from '../../language/world.js';

/**
 * A probe or handler that is lifted with further arguments: functions by their source, and others as JSON. They follow its
 * own first two parameters and precede further arguments of hosts. No function among them destructures a parameter.
 */
export const liftedWith = <I, P extends readonly unknown[], R, M extends readonly unknown[] = never[]>(
  f: (input: I, t: World, ...parts: [...P, ...M]) => R,
  ...parts: P
): ((input: I, t: World, ...more: M) => R) => {
  const more = Array.from({ length: Math.max(0, f.length - parts.length - 2) }, (_, i) => `more${i}`);
  const source = `(${['input', 't', ...more].join(', ')}) => (${f})(${['input', 't', ...parts.map(sourceOf), ...more].join(', ')})`;
  return Object.assign((input: I, t: World, ...rest: M) => f(input, t, ...parts, ...rest), {
    toString: () => source,
  });
};

const sourceOf = (part: unknown): string => (typeof part === 'function' ? `${part}` : JSON.stringify(part));
