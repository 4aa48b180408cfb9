/** A target that behaves like another, except that its observations are changed. */
import type { Target } from '../../executor/target.js';
import type { Observation } from '../../language/observation.js';

export interface ObservationPlace {
  /** Its number among all observations. */
  readonly seen: number;
  /** The number of observations in its batch. */
  readonly together: number;
  /** The input, as text. */
  readonly input: string;
}

/** The target with its observations changed. */
export function changed(
  target: Target,
  change: (observed: Observation, place: ObservationPlace) => Observation,
): Target {
  const { runtime } = target.drivers;
  if (runtime === undefined) return target;
  let seen = 0;
  return {
    ...target,
    drivers: {
      runtime: {
        ...runtime,
        start: async (setup) => {
          const session = await runtime.start(setup);
          return {
            converse: (conversation) => session.converse(conversation),
            stop: () => session.stop(),
            evaluate: async (jobs, deadlineMs) => {
              const observed = await session.evaluate(jobs, deadlineMs);
              const together = observed.flat().length;
              return observed.map((of, at) =>
                of.map((one, i) =>
                  change(one, { seen: ++seen, together, input: JSON.stringify(jobs[at]?.inputs[i] ?? null) }),
                ),
              );
            },
          };
        },
      },
    },
  };
}
