import test from 'tape';
import type { GeneratedObject } from '../language/case.js';
import { equal } from '../language/expectation.js';
import { http, jsVar, location, type Setup } from '../language/setup.js';
import { planCase } from './run.js';
import type { Target } from './target.js';

const TARGET: Target = {
  name: 'target',
  kind: 'miniature',
  capabilities: new Set(['exchange']),
  options: [],
  drivers: {},
};

/** Why a case with this setup does not apply to a runtime of this version; `undefined` if it does. */
function whyNot(setup: Setup, runtimeVersion: '0.5.2' | '0.5.3'): string | undefined {
  const body = {
    kind: 'example' as const,
    cost: 'exchange' as const,
    needs: ['exchange' as const],
    setup,
    trials: () => ({ one: { input: 0, hold: async () => 0, expect: () => equal(0) } }),
  };
  const of = { id: 'object.one', body: () => body };
  const requirement = { id: of.id, says: 'It is so.', strength: 'must' as const, rows: [], cases: [of] };
  const object: GeneratedObject = {
    ...{ object: 'object', title: 'Object', document: 2, subject: 'runtime' },
    requirements: [requirement],
  };
  const planned = planCase(of, object, requirement, TARGET, { runtimeVersion, engine: 'njs' });
  return 'report' in planned ? `${planned.report.verdict}: ${planned.report.reason}` : undefined;
}

test('2/versioning/0-5-3: a host before 0.5.3 cannot have a setup with variables of js_var, at any depth', (t) => {
  const without = [http(location('/a', { return: '204' }))];
  const inside = [http(location('/a', { js_var: '$a' }))];
  t.equal(whyNot([http(jsVar('a', 'x'))], '0.5.2'), 'not-applicable: since 0.5.3; the target is 0.5.2');
  t.equal(whyNot(inside, '0.5.2'), 'not-applicable: since 0.5.3; the target is 0.5.2');
  t.equal(whyNot(inside, '0.5.3'), undefined);
  t.equal(whyNot(without, '0.5.2'), undefined);
  t.end();
});
