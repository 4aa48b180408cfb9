/** 3/xml-wrapper-objects: reading a document. The oracles are tables, and drawn trees. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { equal } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { liftedWith } from '../../support/lifted-with.js';
import { type DocumentRow, type LookupWay, lookup, readingsIn, readsAs } from './documents.js';
import { documentsOf } from './drawn-trees.js';
import { LOOKED_UP, readingOf, readNode } from './reading.js';
import { writtenDocument, type XmlElement } from './tree.js';

export const readsMembers: Law<DocumentRow> = (row) => readsAs(row, readingsIn(row));

/** Elements or attributes that are looked up by name. */
interface LookupRow extends DocumentRow {
  readonly by: LookupWay;
  readonly finds: { readonly [name: string]: Plain };
}

export const findsByName: Law<LookupRow> = ({ by, finds: found, ...row }) =>
  readsAs(
    row,
    Object.entries(found).map(([name, value]) => [lookup(by, name), value]),
  );

/** The name of the case is that of two elements and of an attribute. */
export const findsInherited: Law<{ readonly by: LookupWay }> = ({ by, name = '' }) => {
  const first = { node: name, text: '2' };
  const second = { node: name, text: '3' };
  const found = { plain: first, tag: first, tags: [first, second], attr: '4', attrs: '4' };
  const document = `<r a="1" ${name}="4"><x>1</x><${name}>2</${name}><${name}>3</${name}></r>`;
  return readsAs({ document }, [[lookup(by, name), found[by]]]);
};

export const staysMethod: Law<object> = ({ name = '' }) =>
  readsAs({ document: `<r><${name}>1</${name}></r>` }, [[lookup('plain', name), 'a function']]);

/** The content of the root, and of a child with the same content. */
export const hasContent: Law<{ readonly document: string; readonly text: string }> = ({ document, text }) =>
  readsMembers({
    document: `<all>0${document}<last>1</last></all>`,
    reads: { '$root.r.$text': text, '$root.$text': `0${text}1`, 'all.r.$text': text },
  });

/** Names, values and contents of this number of characters; each has another last character. */
export const readsLong = example({
  input: ({ size }: { readonly size: number }) => ({ size, named: namedOf(size) }),
  probe: ({ size, named }, t) => {
    const name = 'n'.repeat(named);
    const doc = t.xml.parse(`<r><${name}1 ${name}2="${'v'.repeat(size)}3">${'t'.repeat(size)}4</${name}1></r>`);
    const found: { readonly [name: string]: unknown } = Object(doc.$root);
    const node: { readonly [name: string]: unknown } = Object(doc.$root.$tags[0]);
    const ends = (text: unknown): unknown => [`${text}`.length, `${text}`.slice(0, 2), `${text}`.slice(-2)];
    const texts = [node.$name, node[`$attr$${name}2`], node.$text].map(ends);
    return texts.concat([typeof found[`$tag$${name}1`], typeof found[`$tag$${name}2`]]);
  },
  expect: ({ size }) =>
    equal([[namedOf(size) + 1, 'nn', 'n1'], [size + 1, 'vv', 'v3'], [size + 1, 'tt', 't4'], 'object', 'undefined']),
});

/** All hosts refuse names longer than fifty thousand bytes. */
const namedOf = (size: number): number => Math.min(size, 40000);

/** Every element with a unique attribute `id`. */
function identified(element: XmlElement, ids: { last: number }): XmlElement {
  const id = { name: 'id', value: `${++ids.last}` };
  const children = element.children.map((child) => (child.kind === 'element' ? identified(child, ids) : child));
  return { ...element, attributes: [id, ...element.attributes], children };
}

/** Reads every member of every node. */
export const readsTrees = drawnProperty({
  inputs: ({ kind }: { readonly kind: 'members' | 'members-in-namespaces' }) =>
    documentsOf(kind).map((document) => ({ ...document, root: identified(document.root, { last: 0 }) })),
  inputOf: (document) => writtenDocument(document),
  probe: liftedWith(
    (document: string, t, read, names) => {
      const parsed = t.attempt(() => t.xml.parse(document));
      if (parsed[0] === 'threw') t.unobservable(`xml.parse() throws ${parsed[1]}`);
      return read(Object(parsed[1]).$root, names);
    },
    readNode,
    LOOKED_UP,
  ),
  expect: ({ root }) => equal(readingOf(root)),
});
