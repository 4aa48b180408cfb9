/** 3/xml-module: forms as libxml2's own program gives them; where it is not installed, as our canonicalizer, which is tested against it. */
import { satisfies } from '../../../language/expectation.js';
import { drawnProperty } from '../../../language/law.js';
import { type TreeKind, trees } from './canonical-drawn.js';
import { documentOf } from './canonical-tree.js';
import { canonicalize } from './canonicalizer.js';
import { FORMS, type FormName, formed, queryOf } from './forms.js';
import { type Canonicalization, linted, lintLater } from './linter.js';

const canonicalizationOf = (form: FormName): Canonicalization =>
  'exclusive' in FORMS[form].form ? 'exclusive' : 'inclusive';

/** No prefix is written though it is not used. */
const EXCLUSIVE = { inclusive: undefined, exclusive: [] } as const;

/** xmllint keeps comments: trees that have them are for the form that keeps them, too. */
export const lints = drawnProperty({
  inputs: ({ trees: kind }: { readonly form: FormName; readonly trees: TreeKind }) => trees(kind),
  told: (root, { form }) => {
    const query = queryOf(documentOf(root), form);
    lintLater(`${query.source}`, canonicalizationOf(form));
    return query;
  },
  probe: formed,
  expect: (root, { form }, { source }) =>
    satisfies('the form that xmllint gives', (value) => {
      const how = canonicalizationOf(form);
      const theirs =
        linted(`${source}`, how) ?? canonicalize(documentOf(root), { comments: true, exclusive: EXCLUSIVE[how] });
      const text = Buffer.isBuffer(value) ? value.toString() : value;
      return text === theirs || `xmllint gives ${theirs}`;
    }),
});
