/** What is asked of a target for a canonical form, and what must come of it. */
import { type Expectation, equal } from '../../../language/expectation.js';
import type { Probe } from '../../../language/trial.js';
import type { ElementPath, XmlDocument } from './canonical-tree.js';
import { type CanonicalForm, canonical } from './canonicalizer.js';

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
export type ExclusionForm = 'left-out' | 'undefined' | 'null' | 'node';

/** One call. Elements are found by their places. */
export interface FormQuery {
  readonly source: string | Uint8Array;
  readonly member: string;
  /** The document where it is null. */
  readonly of: ElementPath | null;
  readonly excluding: ExclusionForm;
  readonly without: ElementPath;
  readonly more: readonly unknown[];
}

/** Parses the document, finds the nodes, makes the call and gives what it returns. */
export const formed: Probe<FormQuery> = ({ source, member, of, excluding, without, more }, t) => {
  const parsed = () => {
    try {
      return t.xml.parse(typeof source === 'string' ? source : Buffer.from(source));
    } catch (_) {
      return t.unobservable('parse() refuses the document');
    }
  };
  const document = parsed();
  const nodeAt = (path: readonly number[]): object => {
    const lost = (): never => t.unobservable('$root and $tags do not lead to the element');
    let node = document.$root || lost();
    for (let i = 0; i < path.length; i++) node = (node.$tags || [])[path[i] || 0] || lost();
    return node;
  };
  const args: unknown[] = [of === null ? document : nodeAt(of)];
  if (excluding === 'node') args.push(nodeAt(without));
  else if (excluding === 'null') args.push(null);
  else if (excluding === 'undefined' || more.length > 0) args.push(undefined);
  return t.invoke(t.xml, member, args.concat(more));
};

/** A form of a document, as `member` gives it. */
export const asGiven = (member: string, text: string): Expectation =>
  equal(member === 'serializeToString' ? text : Buffer.from(text));

/** What must come of a call on a tree. */
export function expected(
  document: XmlDocument,
  { member, of, excluding, without }: FormQuery,
  form: CanonicalForm,
): Expectation {
  const excluded = excluding === 'node' ? without : undefined;
  return asGiven(member, canonical(document, { ...form, of: of ?? undefined, without: excluded }));
}
