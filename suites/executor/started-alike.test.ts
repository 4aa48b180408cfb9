import test from 'tape';
import { equal } from '../language/expectation.js';
import { directive, http, location, type SetupDirective } from '../language/setup.js';
import type { StartSettings } from '../language/trial.js';
import type { RunnableCase } from './planned.js';
import { startedAlike } from './started-alike.js';
import { plannedCase } from './testing/planned.js';

const planned = (id: string, setup: readonly SetupDirective[], started?: StartSettings): RunnableCase =>
  plannedCase(id, {
    setup,
    ownProcess: true,
    ...(started === undefined ? {} : { started }),
    trials: () => ({ one: { input: 1, expect: () => equal(1) } }),
  });

const groups = (...cases: readonly RunnableCase[]): string[][] =>
  startedAlike(cases).map((some) => some.map(({ id }) => id));

const env = (word: string): SetupDirective => directive('env', word);

test('cases share a process with equal start settings and configuration', async (t) => {
  const start: StartSettings = { environment: { SPEC_A: 'a' } };
  t.deepEqual(
    groups(
      planned('one', [env('SPEC_A')], start),
      planned('another-environment', [env('SPEC_A')], { environment: { SPEC_A: 'b' } }),
      planned('another-directive', [env('SPEC_B')], start),
      planned('two', [env('SPEC_A')], { environment: { SPEC_A: 'a' } }),
      planned('arguments', [env('SPEC_A')], { ...start, arguments: ['a'] }),
    ),
    [['one', 'two'], ['another-environment'], ['another-directive'], ['arguments']],
  );
});

test('each serves its own locations', async (t) => {
  const served = (path: string): SetupDirective => http(location(path, { return: '204' }));
  t.deepEqual(groups(planned('one', [served('/a')], {}), planned('two', [served('/b')], {})), [['one', 'two']]);
});

test('a case without start settings is alone', async (t) => {
  t.deepEqual(groups(planned('one', [env('SPEC_A')]), planned('two', [env('SPEC_A')])), [['one'], ['two']]);
});
