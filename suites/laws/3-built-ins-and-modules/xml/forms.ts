/** What is asked of a target for a canonical form, and what must come of it. */
import { type Expectation, equal } from '../../../language/expectation.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { type CanonicalForm, canonicalize } from './canonicalizer.js';
import { type DocumentTree, type TreePath, writtenDocument } from './tree.js';

export type FormName = keyof typeof FORMS;

interface FormCall {
  readonly member: 'c14n' | 'serialize' | 'serializeToString' | 'exclusiveC14n';
  /** Arguments behind the node that is excluded. */
  readonly more: readonly unknown[];
  readonly form: CanonicalForm;
}

/** The ways to ask for a form. */
export const FORMS = {
  c14n: { member: 'c14n', more: [], form: {} },
  serialize: { member: 'serialize', more: [], form: {} },
  'serialize-to-string': { member: 'serializeToString', more: [], form: {} },
  exclusive: { member: 'exclusiveC14n', more: [], form: { exclusive: [] } },
  'exclusive-without-comments': { member: 'exclusiveC14n', more: [false], form: { exclusive: [] } },
  'exclusive-with-comments': { member: 'exclusiveC14n', more: [true], form: { exclusive: [], comments: true } },
} as const satisfies { readonly [name: string]: FormCall };

/** How an optional argument is given: a node, or none in one of these ways. */
export type Omission = 'left-out' | 'undefined' | 'null' | 'node';

/** Which node is asked for, and which one is left out. Elements are found by their places. */
export interface FormNodes {
  /** The document where it is null. */
  readonly of: TreePath | null;
  readonly excluding: Omission;
  readonly without: TreePath;
}

/** One call. */
export interface FormQuery extends FormNodes {
  readonly source: string | Uint8Array;
  readonly member: string;
  readonly more: readonly unknown[];
}

/** A whole document. */
export const WHOLE: FormNodes = { of: null, excluding: 'left-out', without: [] };

/** A document that is drawn, and what is asked of it. */
export interface ChosenNodes {
  readonly document: DocumentTree;
  readonly of: TreePath | null;
  readonly without: TreePath;
}

/** The call that asks for a form of a document. */
export const queryOf = (document: DocumentTree, form: FormName, nodes: FormNodes = WHOLE): FormQuery => {
  const { member, more } = FORMS[form];
  return { source: writtenDocument(document), member, more, ...nodes };
};

/** The element of a document at a place. In the probe language, and lifted with probes. */
export const elementIn = (document: ReturnType<World['xml']['parse']>, path: TreePath, t: World): object => {
  const lost = (): never => t.unobservable('$root and $tags do not lead to the element');
  let node = document.$root || lost();
  for (let i = 0; i < path.length; i++) node = (node.$tags || [])[path[i] || 0] || lost();
  return node;
};

/** Parses the document, finds the nodes, makes the call and gives what it returns. */
export const formed = liftedWith((query: FormQuery, t, at) => {
  const parsed = () => {
    try {
      return t.xml.parse(typeof query.source === 'string' ? query.source : Buffer.from(query.source));
    } catch (_) {
      return t.unobservable('parse() refuses the document');
    }
  };
  const document = parsed();
  const args: unknown[] = [query.of === null ? document : at(document, query.of, t)];
  if (query.excluding === 'node') args.push(at(document, query.without, t));
  else if (query.excluding === 'null') args.push(null);
  else if (query.excluding === 'undefined' || query.more.length > 0) args.push(undefined);
  return t.invoke(t.xml, query.member, args.concat(query.more));
}, elementIn);

/** A form of a document, as `member` gives it. */
export const asGiven = (member: string, text: string): Expectation =>
  equal(member === 'serializeToString' ? text : Buffer.from(text));

/** What must come of a call on a tree. */
export function formOf(
  { document, of, without }: ChosenNodes,
  form: FormName,
  excluding: Omission,
  more: CanonicalForm = {},
): Expectation {
  const { member, form: own } = FORMS[form];
  const excluded = excluding === 'node' ? without : undefined;
  return asGiven(member, canonicalize(document, { ...own, ...more, of: of ?? undefined, without: excluded }));
}
