/** 2/http-request-object-methods: in which phases members may be used. */

import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { decode } from '../../../language/encoding.js';
import { not } from '../../../language/expectation.js';
import { type HandlerPlace, inPhases, locationPair, type PhasesRow, type PlainPhases, rowOf } from './phases.js';
import { call, wait } from './script.js';

/** What has the handler of a place called. */
const LEADS: { readonly [place in HandlerPlace]?: readonly Step[] } = {
  set: [['r.variables.spec_placed']],
  'inner-content': [wait('subrequest', '~/inner')],
};

/** What is done in a place beside the steps of others, and what is read there, without any error. */
interface PlaceRow extends Omit<PlainPhases, 'steps'> {
  readonly steps?: PlainPhases['steps'];
  readonly place: HandlerPlace;
  readonly does: readonly Step[];
  readonly read?: readonly Plain[];
}

/** The response is that of the content handler, unless said otherwise. */
export const inPlace = inPhases(({ place, does, read, ...row }: PlaceRow): PhasesRow => {
  const steps = { content: LEADS[place] ?? [], ...row.steps, [place]: does };
  const reports = read === undefined ? {} : { reports: { [place]: [{ read: read.map(decode) }] } };
  return { ...rowOf({ ...row, steps }), ...reports, want: { status: 200, body: 'abc', ...row.then } };
}, locationPair);

/** The same by names of their own, since standard depth tries each law in each place. */
export const readsInPlace = inPlace;
export const readsInTurn = inPlace;
export const logsInPlace = inPlace;
export const logsGlobally = inPlace;

/** What another handler has set is no value of a variable whose own handler gives none. */
export const isOwn = inPhases((_: object) => ({
  steps: { content: [call('setReturnValue', 'other'), ['r.variables.spec_placed']], set: [['r.method']] },
  want: { status: 200, body: 'abc' },
  reports: { content: [{ read: [not('other')] }] },
}));
