/** 2/http-request-object-methods: in which phases a member may be used. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { inPhases, type PhasesRow, type Place } from './phases.js';
import type { Does } from './script.js';

/** Steps and what they read, in a place of which the content handler has to be the one that leads there. */
type Read = { readonly place: Place; readonly given: readonly Does[]; readonly read: readonly Plain[] };

const LEADS: { readonly [place in Place]?: readonly Does[] } = {
  set: [['variables.spec_placed']],
  'inner-content': [['call subrequest', '~/inner']],
};

const readIn = ({ place, given, read }: Read): PhasesRow => ({
  steps: { content: LEADS[place] ?? [], [place]: given },
  want: { status: 200, body: 'abc' },
  told: { [place]: [{ read: read.map(decode) }] },
});

export const reads = inPhases(readIn);
