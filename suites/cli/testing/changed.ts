/** A target that does what another does, but for what is changed on its way. */
import type { Target } from '../../executor/target.js';
import type { Observation } from '../../language/observation.js';

/** Where an observation was made. */
export interface ObservationPlace {
  /** It and those before it. */
  readonly seen: number;
  /** Those that were made together with it. */
  readonly together: number;
  /** What was given, as text. */
  readonly input: string;
}

/** The target, what it observes changed on its way. */
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
