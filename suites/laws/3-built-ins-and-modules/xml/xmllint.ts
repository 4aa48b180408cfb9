/** 3/xml-module: forms as libxml2's own program gives them, where it is installed. */
import { satisfies } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { drawnProperty } from '../../../language/law.js';
import { type TreeKind, trees } from './canonical-drawn.js';
import { documentOf, writtenDocument } from './canonical-tree.js';
import { type Asked, FORMS, type FormName, formed } from './forms.js';
import { type Canonicalization, linted, lintLater } from './linter.js';

const canonicalizationOf = (form: FormName): Canonicalization =>
  'exclusive' in FORMS[form].form ? 'exclusive' : 'inclusive';

/** xmllint keeps comments: trees that have them are for the form that keeps them, too. */
export const lints = drawnProperty({
  inputs: ({ trees: kind }: { readonly form: FormName; readonly trees: TreeKind }) => trees(kind),
  told: (root, { form }): Asked => {
    const { member, more } = FORMS[form];
    const source = writtenDocument(documentOf(root));
    lintLater(source, canonicalizationOf(form));
    return { source, member, of: null, excluding: 'left-out', without: [], more };
  },
  probe: formed,
  expect: (_, { form }, { source }) =>
    satisfies('the form that xmllint gives', (value) => {
      const theirs = linted(`${source}`, canonicalizationOf(form));
      if (theirs === undefined) throw new NotObservable('xmllint is not installed, or does not read the document');
      const text = Buffer.isBuffer(value) ? value.toString() : value;
      return text === theirs || `xmllint gives ${theirs}`;
    }),
});
