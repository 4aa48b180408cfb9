/** Calls for a canonical form, and their expected results. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { NamedSteps } from '../../../../spec/types/step.js';
import { type Expectation, equal } from '../../../language/expectation.js';
import { type CanonicalizationOptions, canonicalize } from './canonicalizer.js';
import type { DocumentTree, TreePath } from './tree.js';

export type FormName = keyof typeof FORMS;

interface FormCall {
  readonly member: 'c14n' | 'serialize' | 'serializeToString' | 'exclusiveC14n';
  /** Arguments after the excluded node. */
  readonly more: readonly Plain[];
  readonly form: CanonicalizationOptions;
}

/** The ways to request a form. */
export const FORMS = {
  c14n: { member: 'c14n', more: [], form: {} },
  serialize: { member: 'serialize', more: [], form: {} },
  'serialize-to-string': { member: 'serializeToString', more: [], form: {} },
  exclusive: { member: 'exclusiveC14n', more: [], form: { exclusive: [] } },
  'exclusive-without-comments': { member: 'exclusiveC14n', more: [false], form: { exclusive: [] } },
  'exclusive-with-comments': { member: 'exclusiveC14n', more: [true], form: { exclusive: [], comments: true } },
} as const satisfies { readonly [name: string]: FormCall };

/** The form of an optional argument: a node, or none in one of these ways. */
export type Omission = 'left-out' | 'undefined' | 'null' | 'node';

/** The requested node, by default the document, and the excluded one. Elements are found by their positions. */
export interface FormNodes {
  readonly of?: TreePath | null | undefined;
  readonly without?: TreePath | undefined;
  /** The node of `without`, or none if that is omitted. */
  readonly excluding?: Omission | undefined;
}

/** An element in the form of steps. */
export const elementAt = (path: TreePath, root = '$root'): string =>
  [root, ...path.flatMap((index) => ['$tags', index])].join('.');

const UNDEFINED = { $undefined: true };

/** The call that requests a form of `$doc` or of a node in it. */
export function formCall(form: FormName, nodes: FormNodes = {}, more: readonly Plain[] = FORMS[form].more) {
  const { of = null, without, excluding = without === undefined ? 'left-out' : 'node' } = nodes;
  const omissions = {
    'left-out': more.length > 0 ? [UNDEFINED] : [],
    undefined: [UNDEFINED],
    null: [null],
    node: [elementAt(without ?? [])],
  };
  const node = of === null ? '$doc' : elementAt(of);
  return { on: 'xml', call: [FORMS[form].member, node, ...omissions[excluding], ...more] };
}

/** Steps that only succeed if the nodes are found; other requirements judge that they are. */
export const nodesIn = ({ of, without }: FormNodes): NamedSteps => ({
  node: ['Object', 'getPrototypeOf', elementAt(of ?? [])],
  excluded: ['Object', 'getPrototypeOf', elementAt(without ?? [])],
});

/** A form of a document, in the type that `member` returns. */
export const asGiven = (member: string, text: string): Expectation =>
  equal(member === 'serializeToString' ? text : Buffer.from(text));

/** A drawn document, and the requested form. */
export interface ChosenNodes {
  readonly document: DocumentTree;
  readonly of: TreePath | null;
  readonly without: TreePath;
}

/** The expected result of a call on a tree. */
export function formOf(
  chosen: ChosenNodes,
  form: FormName,
  excluding?: Omission,
  more: CanonicalizationOptions = {},
): Expectation {
  const { document, of, without } = chosen;
  const { member, form: own } = FORMS[form];
  const excluded = excluding === 'node' ? without : undefined;
  return asGiven(member, canonicalize(document, { ...own, ...more, of: of ?? undefined, without: excluded }));
}
