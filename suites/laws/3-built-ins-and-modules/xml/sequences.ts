/** 3/xml-module: forms and readings of documents that scripts change step by step, against a tree that the law changes. */
import fc from 'fast-check';
import { attempted, list, presumed, record } from '../../../language/expectation.js';
import { drawnProperty } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { liftedWith } from '../../support/lifted-with.js';
import { canonicalize } from './canonicalizer.js';
import { ATTRIBUTES, ELEMENTS, someText, trees } from './drawn-trees.js';
import { asGiven, elementIn, FORMS, type FormName, type FormQuery, queryOf } from './forms.js';
import { LOOKED_UP, readingOf, readNode } from './reading.js';
import {
  documentOf,
  elementOf,
  elementsIn,
  lineTo,
  pathsIn,
  type TreePath,
  writtenDocument,
  type XmlElement,
} from './tree.js';

/** A change of the element at a place: a call of a method, or an assignment to a member. Elements at `nodes` are its arguments. */
interface TreeChange {
  readonly at: TreePath;
  readonly member: string;
  readonly args: readonly (string | null)[];
  readonly nodes: readonly TreePath[];
  /** These are elements of another document. */
  readonly isForeign: boolean;
}

/** What is drawn of a change, before it is known which elements there are. */
interface ChangeDraft {
  readonly kind: keyof typeof CHANGES;
  readonly place: number;
  readonly others: readonly number[];
  readonly attribute: string;
  readonly element: string;
  readonly text: string | null;
  /** It is made by an assignment, where there is one. */
  readonly isAssigned: boolean;
}

/** What a change makes of its element; `copies` are those of its arguments. */
interface ChangeKind {
  /** Of which elements it is made where no ruling is needed. */
  readonly of: 'leaf' | 'parent' | 'any';
  /** The method and its arguments, or the member that is assigned to, and the value. */
  readonly call: (draft: ChangeDraft) => readonly [member: string, ...args: (string | null)[]];
  readonly takes?: 'own' | 'foreign' | 'children';
  readonly made: (element: XmlElement, draft: ChangeDraft, copies: readonly XmlElement[]) => XmlElement;
}

type Made = ChangeKind['made'];

const withText: Made = (element, { text }) => ({ ...element, children: text === null ? [] : [{ kind: 'text', text }] });
const without: Made = ({ attributes, ...element }, draft) => ({
  ...element,
  attributes: attributes.filter(({ name }) => name !== draft.attribute),
});
const withAttribute: Made = (element, draft, copies) => {
  const { attributes, ...others } = without(element, draft, copies);
  const { attribute: name, text: value } = draft;
  return { ...others, attributes: value === null ? attributes : [...attributes, { name, value }] };
};
const withoutNamed: Made = ({ children, ...element }, draft) => ({
  ...element,
  children: children.filter((child) => child.kind !== 'element' || child.name !== draft.element),
});
const withMore: Made = ({ children, ...element }, _, copies) => ({ ...element, children: [...children, ...copies] });

const setText: ChangeKind['call'] = ({ isAssigned, text }) => [isAssigned ? '$text' : 'setText', text];
const setAttribute: ChangeKind['call'] = ({ isAssigned, attribute, text }) =>
  isAssigned ? [`$attr$${attribute}`, text] : ['setAttribute', attribute, text];

const CHANGES = {
  text: { of: 'leaf', call: setText, made: withText },
  attribute: { of: 'any', call: setAttribute, made: withAttribute },
  'no-attribute': { of: 'any', call: ({ attribute }) => ['removeAttribute', attribute], made: without },
  'no-attributes': { of: 'any', call: () => ['removeAllAttributes'], made: (element) => ({ ...element, attributes: [] }) },
  'no-children': { of: 'parent', call: () => ['removeChildren'], made: (element) => ({ ...element, children: [] }) },
  'no-such-children': { of: 'parent', call: ({ element }) => ['removeChildren', element], made: withoutNamed },
  child: { of: 'parent', call: () => ['addChild'], takes: 'own', made: withMore },
  'foreign-child': { of: 'parent', call: () => ['addChild'], takes: 'foreign', made: withMore },
  // Of nodes that hold no tags, tables judge it.
  children: { of: 'parent', call: () => ['$tags'], takes: 'children', made: (element, _, children) => ({ ...element, children }) },
} as const satisfies { readonly [kind: string]: ChangeKind }; // biome-ignore format: a table

/** The document whose nodes are added as well. */
const FOREIGN = elementOf(
  'o',
  {},
  elementOf('x', { a: '5' }, '5', elementOf('y', { b: '6' }, '6')),
  elementOf('é', {}, '<'),
  elementOf('text'),
  elementOf('xy', {}, '7', elementOf('x'), '8', elementOf('x', {}, '9')),
);

const elementAt = (root: XmlElement, path: TreePath): XmlElement => lineTo(root, path).at(-1) ?? root;

/** The tree with another element at a place. A copy is the same object as its original, and is another place. */
function replaced(root: XmlElement, [first, ...rest]: TreePath, by: (element: XmlElement) => XmlElement): XmlElement {
  if (first === undefined) return by(root);
  const places = root.children.flatMap((child, i) => (child.kind === 'element' ? [i] : []));
  const children = root.children.map((child, i) =>
    i === places[first] && child.kind === 'element' ? replaced(child, rest, by) : child,
  );
  return { ...root, children };
}

/** Copies of copies would grow without bounds. */
const MOST_COPIED = 12;
const MOST_ELEMENTS = 300;

/** The elements that are arguments of a change at a place. */
function takenBy(
  { takes }: ChangeKind,
  root: XmlElement,
  at: TreePath,
  numbers: readonly number[],
): readonly TreePath[] {
  if (takes === undefined) return [];
  const children = elementsIn(takes === 'foreign' ? FOREIGN : elementAt(root, at)).map((_, i) => [
    ...(takes === 'foreign' ? [] : at),
    i,
  ]);
  const own = pathsIn(root).filter((path) => pathsIn(elementAt(root, path)).length <= MOST_COPIED);
  const all = takes === 'own' ? own : children;
  const wanted = takes === 'children' ? numbers : numbers.slice(0, 1);
  return wanted.flatMap((number) => all.slice(number % all.length).slice(0, 1));
}

/** The change that a draft means in this tree, and the tree that comes of it; nothing where no element fits. */
function changed(root: XmlElement, draft: ChangeDraft, isRuled: boolean) {
  const kind: ChangeKind = CHANGES[draft.kind];
  const all = pathsIn(root);
  const fitting = all.filter((path) => {
    const isLeaf = elementsIn(elementAt(root, path)).length === 0;
    return kind.of === 'any' || (isRuled && kind.takes !== 'children') || isLeaf === (kind.of === 'leaf');
  });
  const at = fitting[draft.place % fitting.length];
  if (at === undefined || all.length > MOST_ELEMENTS) return undefined;
  const isForeign = kind.takes === 'foreign';
  const nodes = takenBy(kind, root, at, draft.others);
  const copies = nodes.map((path) => elementAt(isForeign ? FOREIGN : root, path));
  const [member, ...args] = kind.call(draft);
  const change: TreeChange = { at, member, args, nodes, isForeign };
  return { change, root: replaced(root, at, (element) => kind.made(element, draft, copies)) };
}

/** A tree and what becomes of it, step by step. */
interface ChangeHistory {
  readonly first: XmlElement;
  readonly changes: readonly TreeChange[];
  readonly stages: readonly XmlElement[];
}

const historyOf = (first: XmlElement, drafts: readonly ChangeDraft[], isRuled: boolean): ChangeHistory =>
  drafts.reduce(
    (history: ChangeHistory, draft) => {
      const next = changed(history.stages.at(-1) ?? first, draft, isRuled);
      if (next === undefined) return history;
      return { first, changes: [...history.changes, next.change], stages: [...history.stages, next.root] };
    },
    { first, changes: [], stages: [] },
  );

interface ChangedForms extends FormQuery {
  readonly changes: readonly TreeChange[];
  readonly foreign: string;
}

/** Makes each change and serializes the document after it; reads all of it in the end. */
const makeChanges = liftedWith(
  (input: ChangedForms, t, at, read, names) => {
    const document = t.xml.parse(`${input.source}`);
    const foreign = t.xml.parse(input.foreign);
    const form = (): unknown => {
      const args: unknown[] = [document];
      return t.invoke(t.xml, input.member, args.concat(input.more));
    };
    const before = form();
    const forms = input.changes.map((change) =>
      t.attempt(() => {
        const node: { [name: string]: unknown } = Object(at(document, change.at, t));
        const nodes: unknown[] = change.nodes.map((path) => at(change.isForeign ? foreign : document, path, t));
        if (change.member === '$tags') node.$tags = nodes;
        else if (change.member.charAt(0) === '$') node[change.member] = change.args[0];
        else t.invoke(node, change.member, nodes.length > 0 ? nodes : change.args);
        return form();
      }),
    );
    return { before, forms, read: read(document.$root, names) };
  },
  elementIn,
  readNode,
  LOOKED_UP,
);

const METHODS = [
  ...(['text', 'text', 'attribute', 'attribute', 'no-attribute', 'no-attributes'] as const),
  ...(['no-children', 'no-such-children', 'child', 'child'] as const),
];

const drafts = (
  kinds: readonly (keyof typeof CHANGES)[],
  isRuled: boolean,
  maxLength: number,
): fc.Arbitrary<ChangeDraft[]> => {
  const draft = fc.record({
    kind: fc.constantFrom(...kinds),
    place: fc.nat(99),
    others: fc.array(fc.nat(99), { minLength: 1, maxLength: 3 }),
    attribute: fc.constantFrom<string[]>(...ATTRIBUTES, 'B', 'a-b', '_', 'new'),
    element: fc.constantFrom<string[]>(...ELEMENTS, 'a', 'b', 'ab'),
    text: fc.option(someText, { freq: 4 }),
    isAssigned: isRuled ? fc.boolean() : fc.constant(false),
  });
  return fc.array(draft, { minLength: 1, maxLength });
};

/** Histories of documents; where rulings say what changes make of any element, and all is read in the end, they are `isRuled`. */
const changing = (inputs: fc.Arbitrary<ChangeHistory>, isRuled: boolean): Law<{ readonly form?: FormName }> =>
  drawnProperty({
    inputs: () => inputs.filter(({ changes }) => changes.length > 0),
    told: ({ first, changes }, { form = 'serialize-to-string' }): ChangedForms => {
      const query = queryOf(documentOf(first), form);
      const foreign = writtenDocument(documentOf(FOREIGN));
      return { ...query, changes, foreign, more: query.more.length === 0 ? [] : [undefined, ...query.more] };
    },
    probe: makeChanges,
    expect: ({ first, stages }, { form = 'serialize-to-string' }) => {
      const { member, form: of } = FORMS[form];
      const [before, ...after] = [first, ...stages].map((stage) =>
        asGiven(member, canonicalize(documentOf(stage), of)),
      );
      const forms = list(...after.map((one) => attempted(one)));
      if (!isRuled) return record({ before, forms });
      const read = readingOf(stages.at(-1) ?? first);
      return record({ before: presumed(`xml.${member}()`, before), forms, read });
    },
  });

/** After each call of a method the form is that of the changed tree. */
export const formsAfterChanges = changing(
  fc.tuple(trees('data'), drafts(METHODS, false, 6)).map(([first, all]) => historyOf(first, all, false)),
  false,
);

const START = elementOf(
  'r',
  { a: '1' },
  't',
  elementOf('x', { b: '2' }, 'u', elementOf('y'), 'v'),
  elementOf('y', {}, 'w'),
  elementOf('x'),
);

export const sequences = changing(
  drafts([...METHODS, 'foreign-child', 'children'], true, 20).map((all) => historyOf(START, all, true)),
  true,
);
