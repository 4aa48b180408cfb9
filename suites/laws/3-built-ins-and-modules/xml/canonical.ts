/** 3/xml-module/xml-c14n, xml-serialize, xml-serialize-to-string: canonical forms of trees that are drawn, and of documents that are given. */
import fc from 'fast-check';
import { throws } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import { documents, type TreeKind, trees } from './canonical-drawn.js';
import { type DocumentTree, documentOf, pathsIn, type TreePath } from './canonical-tree.js';
import { asGiven, FORMS, type FormName, type FormQuery, formed, formOf, type Omission, queryOf } from './forms.js';

/** Which node is asked for, and which node within is left out. */
export interface NodeChoice {
  readonly of: 'document' | 'root' | 'inner';
  readonly excluding: Omission;
}

interface ChosenNodes {
  readonly document: DocumentTree;
  readonly of: TreePath | null;
  readonly without: TreePath;
}

const isBelow = (path: TreePath, above: TreePath): boolean =>
  path.length > above.length && above.every((index, i) => path[i] === index);

/** Trees with an element to ask for and, where one is to be excluded, one that is in it. */
export const places = (kind: TreeKind, place: NodeChoice): fc.Arbitrary<ChosenNodes> =>
  trees(kind)
    .map((root) => ({ root, candidates: candidatesIn(pathsIn(root), place) }))
    .filter(({ candidates }) => candidates.length > 0)
    .chain(({ root, candidates }) =>
      fc.constantFrom(...candidates).map((candidate) => ({ document: documentOf(root), ...candidate })),
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

/** Any tree of a kind has the form that a canonicalizer of ours gives it, written from the recommendations. */
export const drawn = drawnProperty({
  inputs: ({ trees: kind, ...place }: NodeChoice & { readonly trees: TreeKind; readonly form: FormName }) =>
    places(kind, place),
  told: ({ document, of, without }, { form, excluding }) => queryOf(document, form, { of, excluding, without }),
  probe: formed,
  expect: ({ document }, { form }, asked) => formOf(document, asked, FORMS[form].form),
});

/** Comments and processing instructions beside the element of a document. */
export const outside = drawnProperty({
  inputs: (_: { readonly form: FormName }) => documents,
  told: (document, { form }) => queryOf(document, form),
  probe: formed,
  expect: (document, { form }, asked) => formOf(document, asked, FORMS[form].form),
});

/** A document, and what is asked of it. */
export interface FormSource {
  readonly source: string;
  /** As it is, or its bytes in an encoding. */
  readonly as?: 'text' | 'utf8' | 'latin1' | 'utf16le';
  readonly form?: FormName;
  /** A path of places; the document where it is left out. */
  readonly of?: readonly number[];
  readonly without?: readonly number[];
  readonly prefixes?: string;
}

export function callOf({ source, as = 'text', form = 'c14n', of, without, prefixes }: FormSource): FormQuery {
  const { member, more } = FORMS[form];
  return {
    source: as === 'text' ? source : Buffer.from(source, as),
    member,
    of: of ?? null,
    excluding: without === undefined ? 'left-out' : 'node',
    without: without ?? [],
    more: prefixes === undefined ? more : [more[0] ?? false, prefixes],
  };
}

export const vector = example({
  input: callOf,
  probe: formed,
  expect: ({ form = 'c14n', then }: FormSource & { readonly then: string }) => asGiven(FORMS[form].member, then),
});

/** There is no canonical form. */
export const refused = example({
  input: (data: FormSource) => callOf(data),
  probe: formed,
  expect: () => throws(),
});
