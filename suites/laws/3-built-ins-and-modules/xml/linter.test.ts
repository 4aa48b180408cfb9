/** Forms of many documents in one run of xmllint, if it is installed. */
import test from 'tape';
import { type Canonicalization, linted, lintLater } from './linter.js';

/** `undefined` for documents that xmllint does not read. */
const DOCUMENTS: readonly (readonly [source: string, form: string | undefined])[] = [
  ['<a b="1"/>', '<a b="1"></a>'],
  ['<a>', undefined],
  ['', undefined],
  ['<a/><a/>', undefined],
  ['<separator/>', '<separator></separator>'],
  ['<?xml version="1.0"?>\n<!--x-->\n<é>\r\n&#13;</é>\n', '<!--x-->\n<é>\n&#xD;</é>'],
  ['<!DOCTYPE a [<!ENTITY b SYSTEM "0">]><a>&b;</a>', '<a></a>'],
  ['<a b="2"/>', '<a b="2"></a>'],
];

const isInstalled = linted('<installed/>', 'inclusive') !== undefined;

for (const how of ['inclusive', 'exclusive'] as const satisfies readonly Canonicalization[])
  test(`${how} forms are those of their documents, whatever others are asked for with them`, (t) => {
    for (const [source] of DOCUMENTS) lintLater(source, how);
    for (const [source, form] of DOCUMENTS.toReversed())
      t.equal(linted(source, how), isInstalled ? form : undefined, JSON.stringify(source));
    t.equal(linted('<later/>', how), isInstalled ? '<later></later>' : undefined, 'one that nobody spoke of');
    t.end();
  });

test('the two forms of a document differ', (t) => {
  const source = '<a xmlns:p="urn:p"/>';
  for (const how of ['inclusive', 'exclusive'] as const) lintLater(source, how);
  t.equal(linted(source, 'inclusive'), isInstalled ? '<a xmlns:p="urn:p"></a>' : undefined);
  t.equal(linted(source, 'exclusive'), isInstalled ? '<a></a>' : undefined);
  t.end();
});
