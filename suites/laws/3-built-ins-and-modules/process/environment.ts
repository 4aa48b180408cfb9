/** 3/process/process-env: what scripts see of the environment that the host was started in. */
import { absent, type Expectation, equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { directive } from '../../../language/setup.js';

const probed = { needs: ['exchange'], input: (_: object) => 'PATH', expect: (): Expectation => absent } as const;

/** A variable that every process here has is removed. */
export const isRemoved = example({ ...probed, probe: (name: string, t) => t.at(`process.env.${name}`) });

/** The directive holds for the whole process. */
export const isPreserved = example({
  ...probed,
  ownProcess: true,
  setup: [directive('env', 'PATH')],
  probe: (name: string, t) => typeof t.at(`process.env.${name}`),
  expect: () => equal('string'),
});
