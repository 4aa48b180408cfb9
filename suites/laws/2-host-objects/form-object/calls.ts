/** 2/form-object: what members give, whichever way the form was written. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { anything } from '../../../language/expectation.js';
import { forms, type PlainSteps, requestFor, type Sent, type StepsRow, stepsOf, toldBy, toldFor } from './rows.js';
import { tells } from './sent.js';
import type { Part } from './serialization.js';
import { askedIn, entriesOf, namedIn } from './serialization.js';

/** Steps by place, for one request. */
export const follows = forms(
  ({ steps, ...of }: StepsRow) => [requestFor(of, stepsOf(steps))],
  (row) => [toldFor(row)],
);

/** Calls on the form of these fields, once it is read. */
interface Calls extends Sent {
  readonly given: PlainSteps;
  readonly then?: readonly Plain[];
}

export const gives = forms(
  ({ given, ...of }: Calls) => [requestFor(of, stepsOf({ content: [['read', 'Form'], ...given] }))],
  ({ then }) => [then === undefined ? anything : tells('form', ...then.map(toldBy))],
);

/** Fields of a form, with so many characters in front of each name. */
type Fields = Sent & { readonly fields: readonly Part[]; readonly padded?: number };

const paddedFields = ({ fields, padded = 0 }: Fields): Part[] =>
  fields.map((one) => ({ ...one, name: `${'n'.repeat(padded)}${one.name}` }));

/** Every member agrees about the form of these fields: by each name, in all, and for each entry. */
export const agrees = forms(
  (of: Fields) => {
    const { padded: _, ...sent } = of;
    const content = [['read', 'Form'], ['entries'], ['named'], ['hasFiles'], ['visit', 'asking']] as const;
    return [requestFor({ ...sent, fields: paddedFields(of) }, { content })];
  },
  (of) => {
    const entries = entriesOf(paddedFields(of));
    const hasFiles = entries.some(([, value]) => typeof value !== 'string');
    return [tells('form', entries, namedIn(entries), hasFiles, [undefined, askedIn(entries)])];
  },
);
