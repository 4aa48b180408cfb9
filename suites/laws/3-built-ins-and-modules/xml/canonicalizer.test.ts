/** The canonicalizer against the recommendations' examples, and against xmllint where it is installed. */
import fc from 'fast-check';
import test from 'tape';
import { documents, type TreeKind, trees } from './canonical-drawn.js';
import { type Document, documentOf, writtenDocument } from './canonical-tree.js';
import { canonical } from './canonicalizer.js';
import { linted } from './xmllint.js';

const KINDS: readonly TreeKind[] = [
  'namespaces',
  'attributes',
  'text',
  'comments',
  'instructions',
  'xml-attributes',
  'mixed',
];

const FORMS = { inclusive: undefined, exclusive: [] } as const;

/** Forms that both give of a document; xmllint gives none where it is not installed. */
function agree(document: Document): void {
  const source = writtenDocument(document);
  for (const how of ['inclusive', 'exclusive'] as const) {
    const theirs = linted(source, how);
    const ours = canonical(document, { comments: true, exclusive: FORMS[how] });
    if (theirs !== undefined && theirs !== ours) throw new Error(`${how}\n${source}\n${theirs}\n${ours}`);
  }
}

for (const kind of KINDS)
  test(`trees of kind ${kind} have the canonical form that xmllint gives`, (t) => {
    fc.assert(
      fc.property(trees(kind), (tree) => agree(documentOf(tree))),
      { numRuns: 40 },
    );
    t.pass('all alike');
    t.end();
  });

test('what stands outside of the element is written as xmllint writes it', (t) => {
  fc.assert(fc.property(documents, agree), { numRuns: 40 });
  t.pass('all alike');
  t.end();
});
