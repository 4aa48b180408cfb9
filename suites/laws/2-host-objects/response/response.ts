/** 2/response: status of responses. */
import fc from 'fast-check';
import { anything, attempted, type Expectation, either, list, throws } from '../../../language/expectation.js';
import { drawnProperty } from '../../../language/law.js';
import { orderOf, type StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { inHost } from '../../support/fetch-objects.js';
import { followOne } from '../../support/steps.js';

interface StatusOptions {
  readonly status: number;
  readonly statusText?: string;
}

const orderFor = (options: StatusOptions): StepOrder =>
  orderOf(
    {
      named: true,
      steps: [
        { new: ['Response', null, '$options'], as: 'it', shown: false },
        ['$it.status'],
        ['$it.ok'],
        ['$it.statusText'],
      ],
    },
    { options },
  );

const made = ({ status, statusText }: StatusOptions): Expectation =>
  list(
    attempted(anything),
    attempted(status),
    attempted(status >= 200 && status <= 299),
    attempted(statusText ?? anything),
  );

const visible = fc.array(fc.integer({ min: 32, max: 126 })).map((codes) => String.fromCharCode(...codes).trim());

export const hasStatus: Law<object> = drawnProperty({
  needs: ['exchange'],
  inputs: (): fc.Arbitrary<StatusOptions> =>
    fc.record({
      status: fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(200, 299, 300)),
      statusText: visible,
    }),
  inputOf: orderFor,
  probe: followOne,
  expect: made,
});

export const isRefusedOrNotOk: Law<StatusOptions> = inHost(orderFor, (of) =>
  either(made(of), list(attempted(throws()), anything, anything, anything)),
);
