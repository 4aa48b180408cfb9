/** 3/xml-module: forms and readings of documents that scripts change step by step, against a tree that the law changes. */
import fc from 'fast-check';
import type { Step } from '../../../../spec/types/step.js';
import { anything, attempted, list, presumed, record } from '../../../language/expectation.js';
import { drawnProperty } from '../../../language/law.js';
import type { StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { liftedWith } from '../../support/lifted-with.js';
import { canonicalize } from './canonicalizer.js';
import { literal, orderOn, PARSED } from './documents.js';
import { ATTRIBUTES, ELEMENTS, someText, trees } from './drawn-trees.js';
import { asGiven, elementAt, FORMS, type FormName, formCall } from './forms.js';
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

/** The drawn part of a change, before its elements are known. */
interface ChangeDraft {
  readonly kind: keyof typeof CHANGES;
  readonly place: number;
  readonly others: readonly number[];
  readonly attribute: string;
  readonly element: string;
  readonly text: string | null;
  /** The change is an assignment, if there is one. */
  readonly isAssigned: boolean;
}

/** The effect of a change on its element; `copies` are those of its arguments. */
interface ChangeKind {
  /** The elements that it applies to without a ruling. */
  readonly of: 'leaf' | 'parent' | 'any';
  /** The method and its arguments, or the assigned member and the value. */
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
  // Tables judge it for nodes without tags.
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

const elementIn = (root: XmlElement, path: TreePath): XmlElement => lineTo(root, path).at(-1) ?? root;

/** The tree with another element at a position. A copy is the same object as its original, but has another position. */
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

/** The elements that are arguments of a change: small ones of the tree, those of the other document, or children. */
function takenBy(
  { takes }: ChangeKind,
  root: XmlElement,
  at: TreePath,
  numbers: readonly number[],
): readonly TreePath[] {
  const isSmall = (path: TreePath): boolean => pathsIn(elementIn(root, path)).length <= MOST_COPIED;
  const childrenOf = (of: TreePath, tree: XmlElement): readonly TreePath[] =>
    elementsIn(elementIn(tree, of)).map((_, i) => [...of, i]);
  const all = {
    own: () => pathsIn(root).filter(isSmall),
    foreign: () => childrenOf([], FOREIGN),
    children: () => childrenOf(at, root),
    nothing: () => [],
  }[takes ?? 'nothing']();
  const some = takes === 'children' ? numbers : numbers.slice(0, 1);
  return some.flatMap((number) => all.slice(number % all.length).slice(0, 1));
}

/** A method of an element is called, or a member is assigned. */
function stepFor(on: string, [member, ...args]: ReturnType<ChangeKind['call']>, nodes: readonly string[]): Step {
  const values = args.map((arg) => (arg === null ? null : literal(arg)));
  if (member === '$tags') return { on, set: ['$$tags', nodes] };
  if (member.startsWith('$')) return { on, set: [literal(member), ...values] };
  return { on, call: [member, ...values, ...nodes], shown: false };
}

/** The step of a draft in this tree, and the resulting tree; undefined if no element fits. */
function changed(root: XmlElement, draft: ChangeDraft, isRuled: boolean) {
  const kind: ChangeKind = CHANGES[draft.kind];
  const all = pathsIn(root);
  const fitting = all.filter((path) => {
    const isLeaf = elementsIn(elementIn(root, path)).length === 0;
    return kind.of === 'any' || (isRuled && kind.takes !== 'children') || isLeaf === (kind.of === 'leaf');
  });
  const at = fitting[draft.place % fitting.length];
  if (at === undefined || all.length > MOST_ELEMENTS) return undefined;
  const [tree, from] = kind.takes === 'foreign' ? [FOREIGN, '$other.$root'] : [root, '$doc.$root'];
  const nodes = takenBy(kind, root, at, draft.others);
  const copies = nodes.map((path) => elementIn(tree, path));
  const references = nodes.map((path) => elementAt(path, from));
  return {
    step: stepFor(elementAt(at, '$doc.$root'), kind.call(draft), references),
    root: replaced(root, at, (element) => kind.made(element, draft, copies)),
  };
}

/** A tree and its changes, step by step. */
interface ChangeHistory {
  readonly first: XmlElement;
  readonly steps: readonly Step[];
  readonly stages: readonly XmlElement[];
}

const historyOf = (first: XmlElement, drafts: readonly ChangeDraft[], isRuled: boolean): ChangeHistory =>
  drafts.reduce(
    (history: ChangeHistory, draft) => {
      const next = changed(history.stages.at(-1) ?? first, draft, isRuled);
      if (next === undefined) return history;
      return { first, steps: [...history.steps, next.step], stages: [...history.stages, next.root] };
    },
    { first, steps: [], stages: [] },
  );

/** Follows steps, and reads all of the document that the last one returns. */
const followAndRead = liftedWith(
  (order: StepOrder, t, read, names) => {
    const outcomes: unknown = t.steps(order);
    const all: readonly (readonly unknown[])[] = Array.isArray(outcomes) ? outcomes : [];
    const last = all[all.length - 1] || t.unobservable('the document is not parsed');
    return { ended: all.slice(0, -1), read: read(last[1], names) };
  },
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

/** Histories of documents: `isRuled` if rulings define the effect on any element, and everything is read at the end. */
const changing = (inputs: fc.Arbitrary<ChangeHistory>, isRuled: boolean): Law<{ readonly form?: FormName }> =>
  drawnProperty({
    inputs: () => inputs.filter(({ steps }) => steps.length > 0),
    inputOf: ({ first, steps }, { form = 'serialize-to-string' }) => {
      const [document, other] = [first, FOREIGN].map((root) => writtenDocument(documentOf(root)));
      const all = [formCall(form), ...steps.flatMap((step) => [step, formCall(form)]), { value: '$doc.$root' }];
      return orderOn({ document: `${document}`, other: `${other}` }, PARSED, all);
    },
    probe: followAndRead,
    expect: ({ first, stages }, { form = 'serialize-to-string' }) => {
      const { member, form: of } = FORMS[form];
      const formed = (root: XmlElement) => attempted(asGiven(member, canonicalize(documentOf(root), of)));
      const before = isRuled ? presumed(`xml.${member}()`, formed(first)) : formed(first);
      const ended = list(before, ...stages.flatMap((stage) => [attempted(anything), formed(stage)]));
      return record({ ended, read: isRuled ? readingOf(stages.at(-1) ?? first) : anything });
    },
  });

/** After each call of a method the form equals that of the changed tree. */
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

export const followsModel = changing(
  drafts([...METHODS, 'foreign-child', 'children'], true, 20).map((all) => historyOf(START, all, true)),
  true,
);
