/** 2/errors/add and 2/errors/incr: what a dictionary refuses for its type. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { attempted, record, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { entriesIn, perform, setIn } from './calls.js';
import { type InZone, inZone } from './zones.js';

type Refusal = InZone & { readonly operation: string; readonly key: string; readonly args: readonly Plain[] };

const HELD = { held: '7' };

/** Arguments after the key that an operation refuses, whether the key is there or not; nothing changes. */
export const refuses = example({
  setup: inZone,
  input: ({ zone, operation, key, args }: Refusal) => ({
    zone,
    before: setIn(zone, HELD),
    call: [operation, key, ...args.map(decode)],
  }),
  probe: perform,
  expect: ({ zone }) => record({ ended: attempted(throws('TypeError')), left: entriesIn(zone, HELD), size: 1 }),
});
