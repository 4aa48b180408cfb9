/** 3/xml-module: forms of trees that scripts changed. */
import fc from 'fast-check';
import { list } from '../../../language/expectation.js';
import { drawnProperty } from '../../../language/law.js';
import { liftedWith } from '../../support/lifted-with.js';
import { someText, trees } from './canonical-drawn.js';
import { documentOf, elementsIn, lineTo, pathsIn, type TreePath, type XmlElement } from './canonical-tree.js';
import { canonicalize } from './canonicalizer.js';
import { asGiven, elementIn, FORMS, type FormName, type FormQuery, queryOf } from './forms.js';

/** A call of a mutator on the element at a place. Where there is `copied`, the element there is its argument. */
interface MutatorCall {
  readonly at: TreePath;
  readonly member: string;
  readonly args: readonly (string | null)[];
  readonly copied?: TreePath;
}

/** What is drawn of a change, before it is known which elements there are. */
interface MutationDraft {
  readonly kind: keyof typeof KINDS;
  readonly place: number;
  readonly other: number;
  readonly name: string;
  readonly text: string;
}

/** What a call makes of its element; `copy` is the element that is copied. */
interface Mutator {
  readonly of: 'leaf' | 'parent' | 'any';
  readonly member: string;
  readonly args: (draft: MutationDraft) => readonly (string | null)[];
  readonly made: (element: XmlElement, draft: MutationDraft, copy: XmlElement) => XmlElement;
}

const without = (element: XmlElement, { name }: MutationDraft): XmlElement => ({
  ...element,
  attributes: element.attributes.filter((one) => one.name !== name),
});

const KINDS = {
  text: {
    ...{ of: 'leaf', member: 'setText', args: ({ text }) => [text] },
    made: (element, { text }) => ({ ...element, children: [{ kind: 'text', text }] }),
  },
  'no-text': { of: 'leaf', member: 'setText', args: () => [null], made: (element) => ({ ...element, children: [] }) },
  attribute: {
    ...{ of: 'any', member: 'setAttribute', args: ({ name, text }) => [name, text] },
    made: (element, draft) => ({
      ...element,
      attributes: [...without(element, draft).attributes, { name: draft.name, value: draft.text }],
    }),
  },
  'no-attribute': { of: 'any', member: 'removeAttribute', args: ({ name }) => [name], made: without },
  'null-attribute': { of: 'any', member: 'setAttribute', args: ({ name }) => [name, null], made: without },
  'no-attributes': {
    ...{ of: 'any', member: 'removeAllAttributes', args: () => [] },
    made: (element) => ({ ...element, attributes: [] }),
  },
  'no-children': {
    ...{ of: 'parent', member: 'removeChildren', args: () => [] },
    made: (element) => ({ ...element, children: [] }),
  },
  'no-such-children': {
    ...{ of: 'parent', member: 'removeChildren', args: ({ name }) => [name] },
    made: (element, { name }) => ({
      ...element,
      children: element.children.filter((child) => child.kind !== 'element' || child.name !== name),
    }),
  },
  child: {
    ...{ of: 'parent', member: 'addChild', args: () => [] },
    made: (element, _, copy) => ({ ...element, children: [...element.children, copy] }),
  },
} as const satisfies { readonly [kind: string]: Mutator };

const drafts: fc.Arbitrary<MutationDraft> = fc.record({
  kind: fc.constantFrom<(keyof typeof KINDS)[]>(
    ...['text', 'text', 'no-text', 'attribute', 'attribute', 'no-attribute', 'null-attribute', 'no-attributes'] as const,
    ...['no-children', 'no-such-children', 'child', 'child'] as const,
  ), // biome-ignore format: a list
  place: fc.nat(99),
  other: fc.nat(99),
  name: fc.constantFrom('a', 'b', 'B', 'ab', 'a-b', '_', 'é', 'new'),
  text: someText,
});

/** The tree with another element at a place. A copy is the same object as its original, and is another place. */
function replaced(root: XmlElement, [first, ...rest]: TreePath, by: (element: XmlElement) => XmlElement): XmlElement {
  if (first === undefined) return by(root);
  const places = root.children.flatMap((child, i) => (child.kind === 'element' ? [i] : []));
  const children = root.children.map((child, i) =>
    i === places[first] && child.kind === 'element' ? replaced(child, rest, by) : child,
  );
  return { ...root, children };
}

/** The change that a draft means in this tree, and the tree that comes of it; nothing where no element fits. */
function changed(root: XmlElement, draft: MutationDraft) {
  const { of, member, args, made }: Mutator = KINDS[draft.kind];
  const all = pathsIn(root);
  const fitting = all.filter((path) => {
    const isLeaf = elementsIn(elementAt(root, path)).length === 0;
    return of === 'any' || isLeaf === (of === 'leaf');
  });
  const at = fitting[draft.place % fitting.length];
  const from = all[draft.other % all.length];
  if (at === undefined || from === undefined) return undefined;
  const copy = elementAt(root, from);
  return {
    change: { at, member, args: args(draft), ...(draft.kind === 'child' ? { copied: from } : {}) },
    root: replaced(root, at, (element) => made(element, draft, copy)),
  };
}

const elementAt = (root: XmlElement, path: TreePath): XmlElement => lineTo(root, path).at(-1) ?? root;

/** A tree and what becomes of it, step by step. */
interface MutationHistory {
  readonly first: XmlElement;
  readonly changes: readonly MutatorCall[];
  readonly stages: readonly XmlElement[];
}

const historyOf = (first: XmlElement, all: readonly MutationDraft[]): MutationHistory =>
  all.reduce(
    ({ changes, stages }: MutationHistory, draft) => {
      const next = changed(stages.at(-1) ?? first, draft);
      if (next === undefined) return { first, changes, stages };
      return { first, changes: [...changes, next.change], stages: [...stages, next.root] };
    },
    { first, changes: [], stages: [] },
  );

interface FormsAfterChanges extends FormQuery {
  readonly changes: readonly MutatorCall[];
}

/** After each call of a mutator the form is that of the changed tree. */
export const afterChanges = drawnProperty({
  inputs: (_: { readonly form: FormName }) =>
    fc
      .tuple(trees('data'), fc.array(drafts, { minLength: 1, maxLength: 6 }))
      .map(([first, all]) => historyOf(first, all))
      .filter(({ changes }) => changes.length > 0),
  told: ({ first, changes }, { form }): FormsAfterChanges => {
    const query = queryOf(documentOf(first), form);
    return { ...query, changes, more: [undefined, ...query.more] };
  },
  probe: liftedWith((input: FormsAfterChanges, t, at) => {
    const document = t.xml.parse(`${input.source}`);
    const args: unknown[] = [document];
    return input.changes.map((change) => {
      const given: unknown[] = change.copied === undefined ? change.args.concat() : [at(document, change.copied, t)];
      t.invoke(at(document, change.at, t), change.member, given);
      return t.invoke(t.xml, input.member, args.concat(input.more));
    });
  }, elementIn),
  expect: ({ stages }, { form }) => {
    const { member, form: of } = FORMS[form];
    return list(...stages.map((stage) => asGiven(member, canonicalize(documentOf(stage), of))));
  },
});
