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
  readonly text: string;
}

/** What a change makes of its element; `copies` are those of its arguments. */
interface ChangeKind {
  /** Of which elements it is made where no ruling is needed. */
  readonly of: 'leaf' | 'parent' | 'any';
  readonly member: string | ((draft: ChangeDraft) => string);
  readonly args?: (draft: ChangeDraft) => readonly (string | null)[];
  readonly takes?: 'own' | 'foreign' | 'children';
  readonly made: (element: XmlElement, draft: ChangeDraft, copies: readonly XmlElement[]) => XmlElement;
}

const withText = (element: XmlElement, { text }: ChangeDraft): XmlElement => ({
  ...element,
  children: [{ kind: 'text', text }],
});
const withNothing = (element: XmlElement): XmlElement => ({ ...element, children: [] });
const withMore = (element: XmlElement, _: ChangeDraft, copies: readonly XmlElement[]): XmlElement => ({
  ...element,
  children: [...element.children, ...copies],
});
const without = (element: XmlElement, { attribute }: ChangeDraft): XmlElement => ({
  ...element,
  attributes: element.attributes.filter(({ name }) => name !== attribute),
});
const withAttribute = (element: XmlElement, draft: ChangeDraft): XmlElement => ({
  ...element,
  attributes: [...without(element, draft).attributes, { name: draft.attribute, value: draft.text }],
});

const CHANGES = {
  text: { of: 'leaf', member: 'setText', args: ({ text }) => [text], made: withText },
  'text-assigned': { of: 'leaf', member: '$text', args: ({ text }) => [text], made: withText },
  'no-text': { of: 'leaf', member: 'setText', args: () => [null], made: withNothing },
  'no-text-assigned': { of: 'leaf', member: '$text', args: () => [null], made: withNothing },
  attribute: { of: 'any', member: 'setAttribute', args: ({ attribute, text }) => [attribute, text], made: withAttribute },
  'attribute-assigned': { of: 'any', member: ({ attribute }) => `$attr$${attribute}`, args: ({ text }) => [text], made: withAttribute },
  'no-attribute': { of: 'any', member: 'removeAttribute', args: ({ attribute }) => [attribute], made: without },
  'null-attribute': { of: 'any', member: 'setAttribute', args: ({ attribute }) => [attribute, null], made: without },
  'null-attribute-assigned': { of: 'any', member: ({ attribute }) => `$attr$${attribute}`, args: () => [null], made: without },
  'no-attributes': { of: 'any', member: 'removeAllAttributes', made: (element) => ({ ...element, attributes: [] }) },
  'no-children': { of: 'parent', member: 'removeChildren', made: withNothing },
  'no-such-children': {
    of: 'parent',
    member: 'removeChildren',
    args: ({ element }) => [element],
    made: ({ children, ...element }, { element: name }) => ({
      ...element,
      children: children.filter((child) => child.kind !== 'element' || child.name !== name),
    }),
  },
  child: { of: 'parent', member: 'addChild', takes: 'own', made: withMore },
  'foreign-child': { of: 'parent', member: 'addChild', takes: 'foreign', made: withMore },
  // Of nodes that hold no tags, tables judge it.
  'children-assigned': { of: 'parent', member: '$tags', takes: 'children', made: (element, _, children) => ({ ...element, children }) },
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
  const member = typeof kind.member === 'string' ? kind.member : kind.member(draft);
  const change: TreeChange = { at, member, args: kind.args?.(draft) ?? [], nodes, isForeign };
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
  ...['text', 'text', 'no-text', 'attribute', 'attribute', 'no-attribute', 'null-attribute', 'no-attributes'],
  ...['no-children', 'no-such-children', 'child', 'child'],
] as const satisfies readonly (keyof typeof CHANGES)[];

const ASSIGNMENTS = [
  ...['text-assigned', 'no-text-assigned', 'attribute-assigned', 'null-attribute-assigned', 'children-assigned'],
  'foreign-child',
] as const satisfies readonly (keyof typeof CHANGES)[];

const drafts = (kinds: readonly (keyof typeof CHANGES)[], maxLength: number): fc.Arbitrary<ChangeDraft[]> => {
  const draft = fc.record({
    kind: fc.constantFrom(...kinds),
    place: fc.nat(99),
    others: fc.array(fc.nat(99), { minLength: 1, maxLength: 3 }),
    attribute: fc.constantFrom<string[]>(...ATTRIBUTES, 'B', 'a-b', '_', 'new'),
    element: fc.constantFrom<string[]>(...ELEMENTS, 'a', 'b', 'ab'),
    text: someText,
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
  fc.tuple(trees('data'), drafts(METHODS, 6)).map(([first, all]) => historyOf(first, all, false)),
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
  drafts([...METHODS, ...ASSIGNMENTS], 20).map((all) => historyOf(START, all, true)),
  true,
);
