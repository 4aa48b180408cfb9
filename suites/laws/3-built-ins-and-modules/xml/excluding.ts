/** 3/xml-module: excluded nodes, and arguments that are not nodes. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { attempted, type Expectation, either, list, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { followedExactly, orderOn, PARSED } from './documents.js';
import { asGiven, FORMS, type FormName } from './forms.js';

export { givesForm } from './canonical.js';

/** An argument in place of a node; `$other` is another document. */
interface StrangerRow {
  readonly form: FormName;
  readonly source?: string;
  readonly other?: string;
  readonly stranger: Plain;
  readonly then?: string;
}

const SMALL = '<a b="1"/>';

const withStranger = (
  args: (stranger: Plain) => readonly Plain[],
  expect: (row: StrangerRow) => Expectation,
): Law<StrangerRow> =>
  example({
    input: ({ form, source = SMALL, other = SMALL, stranger }) => {
      const step: Step = ['xml', FORMS[form].member, ...args(stranger)];
      return orderOn({ document: source, other }, PARSED, [step]);
    },
    probe: followedExactly,
    expect: (row) => list(expect(row)),
  });

/** There is no form of a value that is neither a document nor a node. */
export const givesNoForm = withStranger(
  (stranger) => [stranger],
  () => attempted(throws()),
);

/** A value that is not a node of the document cannot be excluded: the call throws, or the form is complete. */
export const excludesNoValue = withStranger(
  (stranger) => ['$doc', stranger],
  ({ form, then = '<a b="1"></a>' }) => either(attempted(asGiven(FORMS[form].member, then)), attempted(throws())),
);

/** Not even a node of an equal document. */
export const excludesNoForeign = excludesNoValue;
