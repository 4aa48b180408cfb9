/** 2/http-request-object-methods/r-decline: what comes of a js_access handler that does several things one after the other. */
import fc from 'fast-check';
import { drawnInPhases, type PhasesRow } from '../phases.js';
import type { ScriptStep } from '../script.js';

const ANSWERS = [200, 201, 404, 503] as const;

const step: fc.Arbitrary<ScriptStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<ScriptStep>(['wait promise'], ['wait timer'], ['wait subrequest', '~/inner']),
  },
  { weight: 2, arbitrary: fc.constant<ScriptStep>(['call decline']) },
  { weight: 1, arbitrary: fc.constantFrom<ScriptStep>(['status', 403], ['variables.spec_carried', 'a'], ['method']) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...ANSWERS).map((status): ScriptStep => ['call return', status, `is ${status}`]),
  },
);

/** The first answer counts; without one the handler has declined or granted, and all others are refused. */
function decided(access: readonly ScriptStep[], method: string): PhasesRow {
  const answer = access.find(([path]) => path === 'call return');
  const isDeclined = access.some(([path]) => path === 'call decline');
  const [, status = isDeclined ? 403 : 200, text = 'abc'] = answer ?? [];
  const body = method === 'HEAD' ? '' : `${text}`;
  return {
    method,
    steps: { access },
    want: { status, ...(answer === undefined && isDeclined ? {} : { body }) },
    reports: { content: answer === undefined && !isDeclined ? [{}] : [] },
  };
}

/** Several requests of a connection, each with steps of its own. */
export const decidesAccess = drawnInPhases(
  ['access'],
  (_: object) =>
    fc
      .array(fc.tuple(fc.array(step, { maxLength: 6 }), fc.constantFrom('GET', 'HEAD', 'DELETE')), {
        minLength: 1,
        maxLength: 4,
      })
      .map((all) => all.map(([access, method]) => decided(access, method))),
  () => ({ settings: { satisfy: 'any', deny: 'all' } }),
);
