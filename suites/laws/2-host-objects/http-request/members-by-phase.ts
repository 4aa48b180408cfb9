/** 2/http-request-object-methods: in which phases members may be used. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, logLine, not, satisfies } from '../../../language/expectation.js';
import { type HandlerPlace, inPhases, locationPair, type PhasesRow, type PlainPhases, rowOf } from './phases.js';
import type { ScriptStep } from './script.js';

/** What has the handler of a place called. */
const LEADS: { readonly [place in HandlerPlace]?: readonly ScriptStep[] } = {
  set: [['variables.spec_placed']],
  'inner-content': [['wait subrequest', '~/inner']],
};

/** What is done in a place, beside the steps of others. */
interface PlaceRow extends Omit<PlainPhases, 'steps'> {
  readonly steps?: PlainPhases['steps'];
  readonly place: HandlerPlace;
  readonly does: readonly ScriptStep[];
}

function placed({ place, does, ...row }: PlaceRow): PhasesRow {
  const steps = { content: LEADS[place] ?? [], ...row.steps, [place]: does };
  return { ...rowOf({ ...row, steps, told: row.told ?? {} }), want: { status: 200, body: 'abc', ...row.then } };
}

/** The response is that of the content handler, unless said otherwise. */
export const inPlace = inPhases(placed, locationPair);

/** What is read in a place, and that nothing is thrown there. */
interface PlaceReading extends PlaceRow {
  readonly read?: readonly Plain[];
  /** What the only text ends with that is read, such as a path below the case's own. */
  readonly ends?: string;
}

export const reads = inPhases(({ read = [], ends, ...data }: PlaceReading) => ({
  ...placed(data),
  told: { [data.place]: [{ read: ends === undefined ? read.map(decode) : [endsWith(ends)] }] },
}));

const endsWith = (end: string): Expectation =>
  satisfies(
    `a text that ends with ${end}`,
    (text) => (typeof text === 'string' && text.endsWith(end)) || 'it does not',
  );

/** What each of several reads that are waited for in a place gives. */
export const readsInTurn = inPhases(({ reads, ...data }: PlaceRow & { readonly reads: readonly Plain[] }) => ({
  ...placed(data),
  told: { [data.place]: [{}, ...reads.flatMap((value) => [{ read: [decode(value)] }, {}])] },
}));

/** Each logging method in a place: the host's log has the lines, in order. */
export const logs = inPhases(({ place }: { readonly place: HandlerPlace }) => ({
  ...placed({
    place,
    does: [
      ['call log', 'a'],
      ['call warn', 'b'],
      ['call error', 'c'],
    ],
  }),
  said: [logLine('info', 'a'), logLine('warn', 'b'), logLine('error', 'c')],
}));

/** The global method in a place. */
export const logsGlobally = inPhases(({ place }: { readonly place: HandlerPlace }) => ({
  ...placed({ place, does: [['srv.WARN'], ['pass srv.log', 'd']] }),
  said: [logLine('warn', 'd')],
}));

/** What another handler has set is no value of a variable whose own handler gives none. */
export const isOwn = inPhases((_: object) => ({
  steps: { content: [['call setReturnValue', 'other'], ['variables.spec_placed']], set: [['method']] },
  want: { status: 200, body: 'abc' },
  told: { content: [{ read: [not('other')] }] },
}));
