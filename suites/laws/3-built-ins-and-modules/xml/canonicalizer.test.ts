/** The canonicalizer against the recommendations' examples, and against xmllint if it is installed. */
import fc from 'fast-check';
import test from 'tape';
import { canonicalize } from './canonicalizer.js';
import { documents, documentsOf, type TreeKind } from './drawn-trees.js';
import { linted, lintLater } from './linter.js';
import { type DocumentTree, writtenDocument } from './tree.js';

const KINDS: readonly TreeKind[] = [
  ...(['namespaces', 'attributes', 'text', 'comments', 'instructions', 'xml-attributes', 'data', 'mixed'] as const),
  ...(['members', 'members-in-namespaces'] as const),
];

const FORMS = { inclusive: undefined, exclusive: [] } as const;
const WAYS = ['inclusive', 'exclusive'] as const;

/** Both programs return the same forms of a document; xmllint returns none if it is not installed. */
function agree(document: DocumentTree): void {
  const source = writtenDocument(document);
  for (const how of WAYS) {
    const theirs = linted(source, how);
    const ours = canonicalize(document, { comments: true, exclusive: FORMS[how] });
    if (theirs !== undefined && theirs !== ours) throw new Error(`${how}\n${source}\n${theirs}\n${ours}`);
  }
}

function allAgree(documents: fc.Arbitrary<DocumentTree>): void {
  const drawing = { numRuns: 40, seed: Date.now() };
  // The same as the judged ones below, all in one run of xmllint.
  for (const document of fc.sample(documents, drawing))
    for (const how of WAYS) lintLater(writtenDocument(document), how);
  fc.assert(fc.property(documents, agree), drawing);
}

for (const kind of KINDS)
  test(`trees of kind ${kind} have the canonical form that xmllint gives`, (t) => {
    allAgree(documentsOf(kind));
    t.pass('all alike');
    t.end();
  });

test('content outside the element is written as by xmllint', (t) => {
  allAgree(documents);
  t.pass('all alike');
  t.end();
});
