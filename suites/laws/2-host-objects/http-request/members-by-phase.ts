/** 2/http-request-object-methods: in which phases members may be used. */

import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { decode } from '../../../language/encoding.js';
import { not } from '../../../language/expectation.js';
import { inPhases, locationPair, type PhasesRow, type PlainPhases, rowOf } from './phases.js';
import type { HandlerPlace } from './placed-handlers.js';
import { call, wait } from './script.js';

/** What triggers the handler of a place. */
const LEADS: { readonly [place in HandlerPlace]?: readonly Step[] } = {
  set: [['r.variables.spec_placed']],
  'inner-content': [wait('subrequest', '~/inner')],
};

/** What a place does in addition to the steps of others, and what it reads, without any error. */
interface PlaceRow extends Omit<PlainPhases, 'steps'> {
  readonly steps?: PlainPhases['steps'];
  readonly place: HandlerPlace;
  readonly does: readonly Step[];
  readonly read?: readonly Plain[];
}

/** The response is that of the content handler, unless the row says otherwise. */
export const inPlace = inPhases(({ place, does, read, ...row }: PlaceRow): PhasesRow => {
  const steps = { content: LEADS[place] ?? [], ...row.steps, [place]: does };
  const reports = read === undefined ? {} : { reports: { [place]: [{ read: read.map(decode) }] } };
  return { ...rowOf({ ...row, steps }), ...reports, want: { status: 200, body: 'abc', ...row.then } };
}, locationPair);

/** The same law under its own names, since standard depth tries each law in each place. */
export const readsInPlace = inPlace;
export const readsInTurn = inPlace;
export const logsInPlace = inPlace;
export const logsGlobally = inPlace;
export const logsToConsole = inPlace;

/** A value that another handler has set is not the value of a variable whose own handler sets none. */
export const isOwn = inPhases((_: object) => ({
  steps: { content: [call('setReturnValue', 'other'), ['r.variables.spec_placed']], set: [['r.method']] },
  want: { status: 200, body: 'abc' },
  reports: { content: [{ read: [not('other')] }] },
}));
