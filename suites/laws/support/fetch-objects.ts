/** 2/headers, 2/request, 2/response: how steps create such objects. They wait for results of bodies, and need a host. */
import type { Plain } from '../../../spec/types/requirement.js';
import type { Step } from '../../../spec/types/step.js';
import { anything, type Expectation } from '../../language/expectation.js';
import { example } from '../../language/law.js';
import { orderOf, type StepExpectations, type StepOrder, type StepsRow } from '../../language/steps.js';
import type { Law } from '../../language/trial.js';
import { followOne, mustGive } from './steps.js';

/** Steps after the names of their results. */
type NamedStepList = readonly (readonly [name: string, step: Step])[];

/** Of no server, because nothing is sent to it. */
const ADDRESS = 'http://a.example/b?c=d';

const pairs: NamedStepList = [['first', { new: ['Headers', '$lines'] }]];
const options = (headers: Plain) => ({ method: 'POST', headers });

/** Ways to create `$headers` with these `$lines`, which are pairs. */
const HEADERS = {
  pairs: [['headers', { new: ['Headers', '$lines'] }]],
  headers: [...pairs, ['headers', { new: ['Headers', '$first'] }]],
  appended: [
    ['headers', { new: ['Headers'] }],
    ['all', { on: '$headers', call: ['append', '$item.0', '$item.1'], each: '$lines' }],
  ],
  request: [
    ['request', { new: ['Request', ADDRESS, options('$lines')] }],
    ['headers', { on: '$request', get: 'headers' }],
  ],
  'request-with-headers': [
    ...pairs,
    ['request', { new: ['Request', ADDRESS, options('$first')] }],
    ['headers', { on: '$request', get: 'headers' }],
  ],
  'request-of-request': [
    ['other', { new: ['Request', ADDRESS, options('$lines')] }],
    ['request', { new: ['Request', '$other'] }],
    ['headers', { on: '$request', get: 'headers' }],
  ],
  response: [
    ['response', { new: ['Response', null, { headers: '$lines' }] }],
    ['headers', { on: '$response', get: 'headers' }],
  ],
  'response-with-headers': [
    ...pairs,
    ['response', { new: ['Response', null, { headers: '$first' }] }],
    ['headers', { on: '$response', get: 'headers' }],
  ],
} as const satisfies { readonly [way: string]: NamedStepList };
export type HeadersMaker = keyof typeof HEADERS;
export const headersMade = (way: HeadersMaker = 'pairs'): NamedStepList => HEADERS[way];

/** Ways to create `$it` with this `$body`. */
const BODIES = {
  Request: [['it', { new: ['Request', ADDRESS, { method: 'POST', body: '$body' }] }]],
  'Request-of-Request': [
    ['other', { new: ['Request', ADDRESS, { method: 'POST', body: '$body' }] }],
    ['it', { new: ['Request', '$other'] }],
  ],
  'Request-over-Request': [
    ['other', { new: ['Request', ADDRESS, { method: 'POST', body: 'other' }] }],
    ['it', { new: ['Request', '$other', { body: '$body' }] }],
  ],
  Response: [['it', { new: ['Response', '$body'] }]],
} as const satisfies { readonly [way: string]: NamedStepList };
export type BodyMaker = keyof typeof BODIES;
export const bodyMade = (way: BodyMaker): NamedStepList => BODIES[way];

/** A law of one order of steps. */
export const inHost = <D>(input: (data: D) => StepOrder, expect: (data: D) => Expectation): Law<D> =>
  example({ needs: ['exchange'], input, probe: followOne, expect });

export const ordered = (doing: StepsRow): StepOrder => orderOf({ named: true, ...doing });

/** Steps, and their results. */
export const gives: Law<StepsRow & StepExpectations> = inHost(ordered, mustGive);

/** Steps that the documents leave open. */
export const records: Law<StepsRow> = inHost(ordered, () => anything);
