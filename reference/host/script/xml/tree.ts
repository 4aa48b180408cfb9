/** 3/xml-module/xml-parse: reads the tree that libxml2 made. */
import type { XmlPart } from '../../../port/xml.js';
import { fields, type Memory } from './memory.js';

/** Kinds of nodes in libxml2. */
const kinds = { element: 1, text: 3, section: 4, instruction: 7, comment: 8 } as const;

type Tell = (...part: XmlPart) => void;

const { node: place, declaration: declared } = fields;

/** Tells all that is in a document, which has as many levels as it likes: there is no recursion. */
export function tellTree(memory: Memory, document: number, tell: Tell): void {
  memory.forgetNames();
  let node = memory.number(document + place.children);
  while (node !== 0) {
    const first = tellNode(memory, node, tell);
    node = first === 0 ? following(memory, document, node, tell) : first;
  }
}

/** Tells a node alone, and returns the first in it. */
function tellNode(memory: Memory, node: number, tell: Tell): number {
  switch (memory.number(node + place.type)) {
    case kinds.element:
      return tellElement(memory, node, tell);
    case kinds.text:
    case kinds.section:
      tell('text', contentOf(memory, node));
      break;
    case kinds.instruction:
      tell('instruction', nameOf(memory, node), contentOf(memory, node));
      break;
    case kinds.comment:
      tell('comment', contentOf(memory, node));
      break;
  }
  return 0;
}

function tellElement(memory: Memory, node: number, tell: Tell): number {
  tell('element', prefixOf(memory, node), nameOf(memory, node), namespaceOf(memory, node));
  let declaration = memory.number(node + place.declarations);
  for (; declaration !== 0; declaration = memory.number(declaration + declared.next))
    tell('declaration', nameAt(memory, declaration + declared.prefix), nameAt(memory, declaration + declared.uri));
  let attribute = memory.number(node + place.attributes);
  for (; attribute !== 0; attribute = memory.number(attribute + place.next))
    tell(
      'attribute',
      prefixOf(memory, attribute),
      nameOf(memory, attribute),
      namespaceOf(memory, attribute),
      textOf(memory, attribute),
    );
  const first = memory.number(node + place.children);
  if (first === 0) tell('end');
  return first;
}

/** What comes behind a node that has nothing in it; elements that end there are told. */
function following(memory: Memory, document: number, last: number, tell: Tell): number {
  let node = last;
  while (node !== document) {
    const next = memory.number(node + place.next);
    if (next !== 0) return next;
    node = memory.number(node + place.parent);
    if (node !== document) tell('end');
  }
  return 0;
}

/** A name that a field points to. */
const nameAt = (memory: Memory, field: number): string => memory.name(memory.number(field));

const nameOf = (memory: Memory, node: number): string => nameAt(memory, node + place.name);

const contentOf = (memory: Memory, node: number): string => memory.text(memory.number(node + place.content));

function prefixOf(memory: Memory, node: number): string {
  const namespace = memory.number(node + place.namespace);
  return namespace === 0 ? '' : nameAt(memory, namespace + declared.prefix);
}

function namespaceOf(memory: Memory, node: number): string {
  const namespace = memory.number(node + place.namespace);
  return namespace === 0 ? '' : nameAt(memory, namespace + declared.uri);
}

/** With all entities replaced an attribute has texts alone in it. */
function textOf(memory: Memory, attribute: number): string {
  let value = '';
  let part = memory.number(attribute + place.children);
  for (; part !== 0; part = memory.number(part + place.next)) value += contentOf(memory, part);
  return value;
}
