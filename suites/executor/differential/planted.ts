/** A difference that is planted in every differential run: a run that does not find it would find no other either. */
import fc from 'fast-check';
import type { GeneratedObject } from '../../language/case.js';
import { equal } from '../../language/expectation.js';
import { property } from '../../language/law.js';
import type { Observation } from '../../language/observation.js';
import type { Probe } from '../../language/trial.js';
import type { Driver, Session, Target } from '../target.js';

export const PLANTED = 'srvspec.planted-difference';

/** Whether a case is the planted one. */
export const isPlanted = (id: string): boolean => id.startsWith(`${PLANTED}/`);

/** The target with the planted difference returns n + 1 for each n above this number. */
export const LAST_EQUAL = 1000;

const echo: Probe<number> = (n) => n;

const echoes = property<object, number>({
  // Of so many numbers hardly any is too small for the difference, however few are drawn.
  inputs: () => fc.noBias(fc.nat()),
  probe: echo,
  expect: (n) => equal(n),
});

/** A case that returns its numbers. */
export const PLANTED_OBJECT: GeneratedObject = {
  object: 'srvspec',
  title: 'The difference that was planted',
  document: 3,
  subject: 'runtime',
  requirements: [
    {
      id: PLANTED,
      says: 'A number comes back unchanged.',
      strength: 'must',
      rows: [],
      cases: [{ id: `${PLANTED}/numbers`, body: () => echoes({}) }],
    },
  ],
};

/** The target with the planted difference. */
export function withDifference(target: Target): Target {
  const { runtime } = target.drivers;
  if (runtime === undefined) return target;
  return { ...target, drivers: { ...target.drivers, runtime: altered(runtime) } };
}

const altered = (driver: Driver): Driver => ({
  ...driver,
  start: async (setup) => {
    const session = await driver.start(setup);
    const probe = setup.probes.indexOf(echo);
    return probe < 0 ? session : alteredSession(session, probe);
  },
});

const alteredSession = (session: Session, probe: number): Session => ({
  converse: (conversation) => session.converse(conversation),
  stop: () => session.stop(),
  evaluate: async (jobs, deadlineMs) => {
    const observed = await session.evaluate(jobs, deadlineMs);
    return observed.map((of, i) => (jobs[i]?.probe === probe ? of.map(successor) : of));
  },
});

const successor = (observed: Observation): Observation =>
  observed.kind === 'returned' && typeof observed.value === 'number' && observed.value > LAST_EQUAL
    ? { kind: 'returned', value: observed.value + 1 }
    : observed;
