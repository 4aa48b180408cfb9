/** 3/xml-wrapper-objects: what is read of a document. The oracles are tables, and drawn trees. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { anything, attempted, equal, record } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { BEFORE, type By, isParsed, perform, reads as readsOf, scriptOf } from './playing.js';
import {
  ATTRIBUTES,
  childElements,
  choices,
  trees as drawnTrees,
  ELEMENTS,
  type ResolvedElement,
  sourceOf,
  textContent,
} from './trees.js';

export { reads } from './playing.js';

/** Elements or attributes that are looked up by name. */
interface Lookup {
  readonly document: Plain;
  readonly by: By;
  readonly finds: { readonly [name: string]: Plain };
}

export const lookup: Law<Lookup> = ({ document, by, finds }) =>
  readsOf({
    document,
    reads: Object.fromEntries(Object.entries(finds).map(([name, value]) => [`$root/${BEFORE[by]}${name}`, value])),
  });

/** The name is that of the case. */
type WithCaseName<D> = D & { readonly name?: string };

export const inheritedElement: Law<{ readonly by: By }> = ({ by, name = '' }: WithCaseName<{ by: By }>) => {
  const found = { node: name, text: '2' };
  const one = by === 'tags' ? [found, { node: name, text: '3' }] : found;
  return lookup({ document: `<r><x>1</x><${name}>2</${name}><${name}>3</${name}></r>`, by, finds: { [name]: one } });
};

export const inheritedAttribute: Law<{ readonly by: By }> = ({ by, name = '' }: WithCaseName<{ by: By }>) =>
  lookup({ document: `<r a="1" ${name}="2"/>`, by, finds: { [name]: '2' } });

export const staysMethod: Law<object> = ({ name = '' }: WithCaseName<object>) =>
  readsOf({ document: `<r><${name}>1</${name}></r>`, reads: { [`$root/${name}`]: 'a function' } });

/** Child tags after the arrays that were read of them were emptied, filled and turned round. */
export const arraysApart = example({
  input: () => '<r><x>1</x><y>2</y><x>3</x></r>',
  probe: (document, t) => {
    const doc = t.xml.parse(document);
    const root = doc.$root;
    const named = (): unknown[] => Object(root).$tags$x;
    const told = (): unknown => [root.$tags.map((one) => one.$text), named().length, t.xml.c14n(doc).toString()];
    const before = told();
    const tags = root.$tags as unknown[];
    tags.reverse();
    tags.push(root);
    named().length = 0;
    named()[0] = root;
    return [before, told()];
  },
  expect: () => {
    const same = [['1', '2', '3'], 2, '<r><x>1</x><y>2</y><x>3</x></r>'];
    return equal([same, same]);
  },
});

/** What the document leaves open: that all of it can be read is all that is expected. */
export const recordsReads = example({
  input: ({ document, paths }: { readonly document: string; readonly paths: readonly string[] }) => ({
    ...scriptOf({ document }),
    paths,
  }),
  probe: perform,
  expect: ({ paths }) =>
    record({ ...isParsed, read: { expects: 'list', items: paths.map(() => attempted(anything)) } }),
});

interface InNamespace {
  readonly document: string;
  readonly at?: string;
  readonly called?: string;
  readonly ns: Plain;
}

export const inNamespace: Law<InNamespace> = ({ document, at = '$root', called = 'r', ns }) =>
  readsOf({ document, reads: { [`${at}/$ns`]: ns, [`${at}/$name`]: called } });

/** The content of the root, and of a child that is written alike. */
export const holds: Law<{ readonly document: string; readonly text: string }> = ({ document, text }) =>
  readsOf({
    document: `<all>0${document}<last>1</last></all>`,
    reads: { '$root/r/$text': text, '$root/$text': `0${text}1`, 'all/r/$text': text },
  });

/** Names, values and contents of so many characters; each has another last character. */
export const long = example({
  input: ({ size }: { readonly size: number }) => ({ size }),
  probe: ({ size }, t) => {
    // Longer names than fifty thousand bytes are refused everywhere.
    const name = 'n'.repeat(Math.min(size, 40000));
    const doc = t.xml.parse(`<r><${name}1 ${name}2="${'v'.repeat(size)}3">${'t'.repeat(size)}4</${name}1></r>`);
    const node = doc.$root.$tags[0] || doc.$root;
    const on: { readonly [name: string]: unknown } = Object(node);
    const value = `${on[`$attr$${name}2`]}`;
    const found: { readonly [name: string]: unknown } = Object(doc.$root);
    const told = (text: string): unknown => [text.length, text.slice(0, 2), text.slice(-2)];
    return [
      told(node.$name),
      told(value),
      told(node.$text),
      typeof found[`$tag$${name}1`],
      typeof found[`$tag$${name}2`],
    ];
  },
  expect: ({ size }) => {
    const named = Math.min(size, 40000) + 1;
    return equal([[named, 'nn', 'n1'], [size + 1, 'vv', 'v3'], [size + 1, 'tt', 't4'], 'object', 'undefined']);
  },
});

export const recordsIdentity = example({
  input: () => ({}),
  probe: (_, t) => {
    const doc = t.xml.parse('<r a="1"><x>1</x><y/></r>');
    const root = doc.$root;
    const member = (on: object, name: string): unknown => Object(on)[name];
    const same = (on: object, name: string): boolean => {
      const first = member(on, name);
      return first === member(on, name);
    };
    const json = (value: unknown): unknown => t.attempt(() => t.invoke(JSON, 'stringify', [value]));
    const keys = (value: unknown): unknown => t.attempt(() => Object.keys(Object(value)));
    return {
      same: [same(doc, '$root'), same(root, '$attrs'), same(root, '$tags'), (root.$tags[0] || root).$parent === root],
      keys: [keys(doc), keys(root), keys(root.$attrs)],
      json: [json(doc), json(root), json(root.$attrs)],
      texts: [t.attempt(() => `${doc}`), t.attempt(() => `${root}`), t.attempt(() => `${root.$attrs}`)],
    };
  },
  expect: () => anything,
});

/** Reads every member of every node. Elements are told by their attribute `id`. */
export const trees = drawnProperty({
  inputs: ({ namespaces }: { readonly namespaces: boolean }) =>
    fc.record({ tree: drawnTrees(namespaces), seed: fc.nat() }),
  told: ({ tree, seed }) => ({
    ...{ document: sourceOf(tree, choices(seed)) },
    ...{ elements: ELEMENTS, attributes: ['id', ...ATTRIBUTES] },
  }),
  probe: ({ document, elements, attributes }, t) => {
    const parsed = t.attempt(() => t.xml.parse(document));
    if (parsed[0] === 'threw') t.unobservable(`xml.parse() throws ${parsed[1]}`);
    const member = (of: unknown, name: string): unknown => (of === undefined || of === null ? of : Object(of)[name]);
    const list = (of: unknown): readonly unknown[] => (Array.isArray(of) ? of : []);
    const id = (node: unknown): unknown => member(node, '$attr$id');
    const ids = (nodes: unknown): unknown => (Array.isArray(nodes) ? nodes.map(id) : 'no array');
    function read(node: unknown): unknown {
      const attrs = member(node, '$attrs');
      // What is there for an attribute that is not is judged elsewhere.
      const value = (name: string): unknown => {
        const found = member(attrs, name);
        return found === null ? undefined : found;
      };
      const named = (before: string): unknown[] => elements.map((name) => id(member(node, before + name)));
      return {
        name: member(node, '$name'),
        ns: member(node, '$ns'),
        text: member(node, '$text'),
        parent: id(member(node, '$parent')),
        values: attributes.map((name) => member(node, `$attr$${name}`)),
        attributes: attributes.map(value),
        plain: named(''),
        first: named('$tag$'),
        all: elements.map((name) => ids(member(node, `$tags$${name}`))),
        tags: list(member(node, '$tags')).map(read),
      };
    }
    return read(member(parsed[1], '$root'));
  },
  expect: ({ tree }) => equal(readingOf(tree)),
});

const idOf = (element: ResolvedElement | undefined): string | undefined =>
  element?.attributes.find(({ name }) => name === 'id')?.value;

function readingOf(element: ResolvedElement, parent?: ResolvedElement): object {
  const values = ['id', ...ATTRIBUTES].map((name) => element.attributes.find((one) => one.name === name)?.value);
  const all = ELEMENTS.map((name) => childElements(element).filter((one) => one.name === name));
  const first = all.map(([one]) => idOf(one));
  return {
    name: element.name,
    ns: element.ns === '' ? undefined : element.ns,
    text: textContent(element),
    parent: idOf(parent),
    values,
    attributes: values,
    plain: first,
    first,
    all: all.map((elements) => elements.map(idOf)),
    tags: childElements(element).map((child) => readingOf(child, element)),
  };
}
