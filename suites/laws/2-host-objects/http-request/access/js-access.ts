/** 2/http-request-object-methods/r-decline: the result of a js_access handler that does several things in sequence. */

import fc from 'fast-check';
import type { Step } from '../../../../../spec/types/step.js';
import { drawnInPhases, type PhasesRow } from '../phases.js';
import { call, PROMISE, set, TIMER, wait } from '../script.js';

const ANSWERS = [200, 201, 404, 503] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>(PROMISE, TIMER, wait('subrequest', '~/inner')),
  },
  { weight: 2, arbitrary: fc.constant<Step>(call('decline')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>({ set: ['status', 403] }, set('variables', 'spec_carried', 'a'), ['r.method']),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...ANSWERS).map((status): Step => call('return', status, `is ${status}`)),
  },
);

/** A body, which an access handler may have read. */
const POSTED = 'a=b\r\n\r\nc';

/** Steps that may read the body first. */
const steps = fc
  .tuple(fc.boolean(), fc.array(step, { maxLength: 6 }))
  .map(([reads, others]) => (reads ? [wait('readRequestText'), ...others] : others));

/** The first answer counts; without one, the handler has declined or granted access, and all others are refused. */
function decided(access: readonly Step[], method: string): PhasesRow {
  const calls = access.filter((does) => Array.isArray(does));
  const answer = calls.find(([, name]) => name === 'return');
  const isDeclined = calls.some(([, name]) => name === 'decline');
  const [, , status = isDeclined ? 403 : 200, text = 'abc'] = answer ?? [];
  const body = method === 'HEAD' ? '' : `${text}`;
  const isPost = method === 'POST';
  return {
    ...(isPost ? { body: POSTED } : {}),
    method,
    steps: { access, content: isPost ? [['r.requestText']] : [] },
    want: { status, ...(answer === undefined && isDeclined ? {} : { body }) },
    reports: { content: answer === undefined && !isDeclined ? [{ read: isPost ? [POSTED] : [] }] : [] },
  };
}

/** Several requests of a connection, each with its own steps. */
export const decidesAccess = drawnInPhases(
  ['access', 'content'],
  (_: object) =>
    fc
      .array(fc.tuple(steps, fc.constantFrom('GET', 'HEAD', 'DELETE', 'POST')), {
        minLength: 1,
        maxLength: 4,
      })
      .map((all) => all.map(([access, method]) => decided(access, method))),
  () => ({ settings: { satisfy: 'any', deny: 'all' } }),
);
