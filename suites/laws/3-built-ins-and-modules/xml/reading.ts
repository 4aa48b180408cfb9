/** 3/xml-wrapper-objects: all members of all nodes of a document, and their expected values. */
import { ATTRIBUTES, ELEMENTS } from './drawn-trees.js';
import { contentOf, elementsIn, nameParts, type XmlElement } from './tree.js';

/** Names that are looked up at every element. */
export const LOOKED_UP: { readonly elements: readonly string[]; readonly attributes: readonly string[] } = {
  elements: ELEMENTS,
  attributes: ['id', ...ATTRIBUTES],
};

/** Reads every member of a node and its descendants; nodes are shown as their `id`. Lifted with probes. */
export const readNode = (root: unknown, names: typeof LOOKED_UP): unknown => {
  const member = (of: unknown, name: string): unknown => (of === undefined || of === null ? of : Object(of)[name]);
  const list = (of: unknown): readonly unknown[] => (Array.isArray(of) ? of : []);
  const id = (node: unknown): unknown => member(node, '$attr$id');
  const ids = (nodes: unknown): unknown => (Array.isArray(nodes) ? nodes.map(id) : 'no array');
  function read(node: unknown): unknown {
    const attrs = member(node, '$attrs');
    // Another requirement judges the value of a missing attribute.
    const value = (name: string): unknown => {
      const found = member(attrs, name);
      return found === null ? undefined : found;
    };
    const named = (before: string): unknown[] => names.elements.map((name) => id(member(node, before + name)));
    return {
      name: member(node, '$name'),
      ns: member(node, '$ns'),
      text: member(node, '$text'),
      parent: id(member(node, '$parent')),
      values: names.attributes.map((name) => member(node, `$attr$${name}`)),
      attributes: names.attributes.map(value),
      plain: named(''),
      first: named('$tag$'),
      all: names.elements.map((name) => ids(member(node, `$tags$${name}`))),
      tags: list(member(node, '$tags')).map(read),
    };
  }
  return read(root);
};

const localOf = ({ name }: { readonly name: string }): string => nameParts(name)[1];

const idOf = (element: XmlElement | undefined): string | undefined =>
  element?.attributes.find(({ name }) => name === 'id')?.value;

/** The expected values of an element, from our own oracle. */
export function readingOf(
  element: XmlElement,
  outer: ReadonlyMap<string, string> = new Map(),
  parent?: XmlElement,
): object {
  const scope = new Map([...outer, ...element.declares]);
  const values = LOOKED_UP.attributes.map((name) => element.attributes.find((one) => localOf(one) === name)?.value);
  const all = LOOKED_UP.elements.map((name) => elementsIn(element).filter((one) => localOf(one) === name));
  const first = all.map(([one]) => idOf(one));
  return {
    name: localOf(element),
    ns: scope.get(nameParts(element.name)[0]) || undefined,
    text: contentOf(element),
    parent: idOf(parent),
    values,
    attributes: values,
    plain: first,
    first,
    all: all.map((elements) => elements.map(idOf)),
    tags: elementsIn(element).map((child) => readingOf(child, scope, element)),
  };
}
