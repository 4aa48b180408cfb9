/** 3/xml-module/xml-c14n, xml-serialize, xml-serialize-to-string: canonical forms of drawn trees and of given documents. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { attempted, either, list, satisfies, throws } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import type { StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { canonicalize } from './canonicalizer.js';
import { followedExactly, orderOn, PARSED } from './documents.js';
import { documents, documentsOf, type TreeKind } from './drawn-trees.js';
import {
  asGiven,
  type ChosenNodes,
  FORMS,
  type FormName,
  type FormNodes,
  formCall,
  formOf,
  nodesIn,
  type Omission,
} from './forms.js';
import { type Canonicalization, linted, lintLater } from './linter.js';
import { pathsIn, type TreePath, writtenDocument } from './tree.js';

/** The requested node, and the node within that is excluded. */
export interface NodeChoice {
  readonly of: 'document' | 'root' | 'inner';
  readonly excluding: Omission;
}

const isBelow = (path: TreePath, above: TreePath): boolean =>
  path.length > above.length && above.every((index, i) => path[i] === index);

/** Trees with a requested element and, if one is excluded, an element within it. */
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

/** Requests a form of a document. */
export const formOrder = (document: string | Buffer, form: FormName, nodes: FormNodes = {}, more?: readonly Plain[]) =>
  orderOn({ document }, { ...PARSED, ...nodesIn(nodes) }, [formCall(form, nodes, more)]);

/** A drawn document has the form of our own canonicalizer, which follows the recommendations. */
const formLaw = <D extends FormChoice>(inputs: (data: D) => fc.Arbitrary<ChosenNodes>): Law<D> =>
  drawnProperty({
    inputs,
    inputOf: ({ document, ...nodes }, { form, excluding = 'left-out' }: D) =>
      formOrder(writtenDocument(document), form, { ...nodes, excluding }),
    probe: followedExactly,
    expect: (nodes, { form, excluding }) => list(attempted(formOf(nodes, form, excluding))),
  });

/** Any tree of a kind. */
export const givesDrawnForm = formLaw(({ trees, ...place }: FormChoice & NodeChoice & { readonly trees: TreeKind }) =>
  places(trees, place),
);

/** Comments and processing instructions beside the element of a document. */
export const givesFormOfOutside = formLaw((_: FormChoice) =>
  documents.map((document) => ({ document, of: null, without: [] })),
);

/** A document, and the requested form. */
export interface FormSource extends FormNodes {
  readonly source: string;
  /** Unchanged, or as bytes in an encoding. */
  readonly as?: 'text' | 'utf8' | 'latin1' | 'utf16le';
  readonly form?: FormName;
  readonly prefixes?: string;
}

function orderOf({ source, as = 'text', form = 'c14n', prefixes, ...nodes }: FormSource): StepOrder {
  const [comments = false] = FORMS[form].more;
  const document = as === 'text' ? source : Buffer.from(source, as);
  return formOrder(document, form, nodes, prefixes === undefined ? FORMS[form].more : [comments, prefixes]);
}

interface FormVector extends FormSource {
  readonly then: string;
  /** There may be no form. */
  readonly may?: 'refuse';
}

export const givesForm = example({
  input: (row: FormVector) => orderOf(row),
  probe: followedExactly,
  expect: ({ form = 'c14n', then, may }) => {
    const whole = attempted(asGiven(FORMS[form].member, then));
    return list(may === 'refuse' ? either(whole, attempted(throws())) : whole);
  },
});

/** There is no canonical form. */
export const refusesForm: Law<FormSource> = example({
  input: orderOf,
  probe: followedExactly,
  expect: () => list(attempted(throws())),
});

/** No unused prefix is written. */
const EXCLUSIVE = { inclusive: undefined, exclusive: [] } as const;

const canonicalizationOf = (form: FormName): Canonicalization =>
  'exclusive' in FORMS[form].form ? 'exclusive' : 'inclusive';

/**
 * The form of a tree equals that of libxml2's own program, or, if it is not installed, that of our canonicalizer, which is
 * tested against it. xmllint keeps comments, so trees with comments also need a form that keeps them.
 */
export const isAsXmllintGives = drawnProperty({
  inputs: ({ trees: kind }: { readonly form: FormName; readonly trees: TreeKind }) => documentsOf(kind),
  inputOf: (document, { form }) => {
    const source = writtenDocument(document);
    lintLater(source, canonicalizationOf(form));
    return formOrder(source, form);
  },
  probe: followedExactly,
  expect: (document, { form }) =>
    satisfies('the form of xmllint', (outcomes) => {
      const how = canonicalizationOf(form);
      const ours = (): string => canonicalize(document, { comments: true, exclusive: EXCLUSIVE[how] });
      const theirs = linted(writtenDocument(document), how) ?? ours();
      return String(outcomes) === `returned,${theirs}` || `xmllint gives ${theirs}`;
    }),
});
