/** 3/xml-module/xml-c14n, xml-serialize, xml-serialize-to-string: canonical forms of trees that are drawn, and of documents that are given. */
import fc from 'fast-check';
import { type Expectation, either, satisfies, throws } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { canonicalize } from './canonicalizer.js';
import { documents, documentsOf, type TreeKind } from './drawn-trees.js';
import {
  asGiven,
  type ChosenNodes,
  FORMS,
  type FormName,
  type FormQuery,
  formed,
  formOf,
  type Omission,
  queryOf,
} from './forms.js';
import { type Canonicalization, linted, lintLater } from './linter.js';
import { pathsIn, type TreePath } from './tree.js';

/** Which node is asked for, and which node within is left out. */
export interface NodeChoice {
  readonly of: 'document' | 'root' | 'inner';
  readonly excluding: Omission;
}

const isBelow = (path: TreePath, above: TreePath): boolean =>
  path.length > above.length && above.every((index, i) => path[i] === index);

/** Trees with an element to ask for and, where one is to be excluded, one that is in it. */
export const places = (kind: TreeKind, place: NodeChoice): fc.Arbitrary<ChosenNodes> =>
  documentsOf(kind)
    .map((document) => ({ document, candidates: candidatesIn(pathsIn(document.root), place) }))
    .filter(({ candidates }) => candidates.length > 0)
    .chain(({ document, candidates }) =>
      fc.constantFrom(...candidates).map((candidate) => ({ document, ...candidate })),
    );

function candidatesIn(
  all: readonly TreePath[],
  { of, excluding }: NodeChoice,
): readonly Omit<ChosenNodes, 'document'>[] {
  const asked = of === 'inner' ? all.slice(1) : all.slice(0, 1);
  return asked.flatMap((at) => {
    const node = of === 'document' ? null : at;
    if (excluding !== 'node') return [{ of: node, without: [] }];
    return all.filter((path) => isBelow(path, at)).map((without) => ({ of: node, without }));
  });
}

interface FormChoice {
  readonly form: FormName;
  readonly excluding?: Omission;
}

/** What is drawn has the form that a canonicalizer of ours gives it, written from the recommendations. */
const formLaw = <D extends FormChoice>(inputs: (data: D) => fc.Arbitrary<ChosenNodes>): Law<D> =>
  drawnProperty({
    inputs,
    told: ({ document, of, without }, { form, excluding = 'left-out' }: D) =>
      queryOf(document, form, { of, excluding, without }),
    probe: formed,
    expect: (nodes, { form, excluding = 'left-out' }) => formOf(nodes, form, excluding),
  });

/** Any tree of a kind. */
export const drawn = formLaw(({ trees, ...place }: FormChoice & NodeChoice & { readonly trees: TreeKind }) =>
  places(trees, place),
);

/** Comments and processing instructions beside the element of a document. */
export const outside = formLaw((_: FormChoice) => documents.map((document) => ({ document, of: null, without: [] })));

/** A document, and what is asked of it. */
export interface FormSource {
  readonly source: string;
  /** As it is, or its bytes in an encoding. */
  readonly as?: 'text' | 'utf8' | 'latin1' | 'utf16le';
  readonly form?: FormName;
  /** A path of places; the document where it is left out. */
  readonly of?: readonly number[];
  readonly without?: readonly number[];
  readonly excluding?: Omission;
  readonly prefixes?: string;
}

export function callOf({
  source,
  as = 'text',
  form = 'c14n',
  of,
  without,
  excluding,
  prefixes,
}: FormSource): FormQuery {
  const { member, more } = FORMS[form];
  return {
    source: as === 'text' ? source : Buffer.from(source, as),
    member,
    of: of ?? null,
    excluding: excluding ?? (without === undefined ? 'left-out' : 'node'),
    without: without ?? [],
    more: prefixes === undefined ? more : [more[0] ?? false, prefixes],
  };
}

const given = <D extends FormSource>(expect: (data: D) => Expectation): Law<D> =>
  example({ input: callOf, probe: formed, expect });

interface FormVector extends FormSource {
  readonly then: string;
  /** There may be no form. */
  readonly may?: 'refuse';
}

export const vector = given(({ form = 'c14n', then, may }: FormVector) => {
  const whole = asGiven(FORMS[form].member, then);
  return may === 'refuse' ? either(whole, throws()) : whole;
});

/** There is no canonical form. */
export const refused = given(() => throws());

/** No prefix is written though it is not used. */
const EXCLUSIVE = { inclusive: undefined, exclusive: [] } as const;

const canonicalizationOf = (form: FormName): Canonicalization =>
  'exclusive' in FORMS[form].form ? 'exclusive' : 'inclusive';

/**
 * The form of a tree is the one that libxml2's own program gives; where it is not installed, that of our canonicalizer, which is tested against
 * it. xmllint keeps comments: trees that have them are for the form that keeps them, too.
 */
export const isAsXmllintGives = drawnProperty({
  inputs: ({ trees: kind }: { readonly form: FormName; readonly trees: TreeKind }) => documentsOf(kind),
  told: (document, { form }) => {
    const query = queryOf(document, form);
    lintLater(`${query.source}`, canonicalizationOf(form));
    return query;
  },
  probe: formed,
  expect: (document, { form }, { source }) =>
    satisfies('the form that xmllint gives', (value) => {
      const how = canonicalizationOf(form);
      const theirs = linted(`${source}`, how) ?? canonicalize(document, { comments: true, exclusive: EXCLUSIVE[how] });
      const text = Buffer.isBuffer(value) ? value.toString() : value;
      return text === theirs || `xmllint gives ${theirs}`;
    }),
});
