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
  const content = () => memory.text(memory.number(node + place.content));
  switch (memory.number(node + place.type)) {
    case kinds.element:
      return tellElement(memory, node, tell);
    case kinds.text:
    case kinds.section:
      tell('text', content());
      break;
    case kinds.instruction:
      tell('instruction', nameOf(memory, node), content());
      break;
    case kinds.comment:
      tell('comment', content());
      break;
  }
  return 0;
}

function tellElement(memory: Memory, node: number, tell: Tell): number {
  tell('element', ...expandedName(memory, node));
  let declaration = memory.number(node + place.declarations);
  for (; declaration !== 0; declaration = memory.number(declaration + declared.next))
    tell('declaration', ...declarationAt(memory, declaration));
  let attribute = memory.number(node + place.attributes);
  for (; attribute !== 0; attribute = memory.number(attribute + place.next))
    tell('attribute', ...expandedName(memory, attribute), textOf(memory, attribute));
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

function nameOf(memory: Memory, node: number): string {
  return memory.name(memory.number(node + place.name));
}

function expandedName(memory: Memory, node: number): [prefix: string, name: string, namespace: string] {
  const namespace = memory.number(node + place.namespace);
  const [prefix, uri] = namespace === 0 ? ['', ''] : declarationAt(memory, namespace);
  return [prefix, nameOf(memory, node), uri];
}

function declarationAt(memory: Memory, declaration: number): [prefix: string, namespace: string] {
  const at = (field: number) => memory.name(memory.number(declaration + field));
  return [at(declared.prefix), at(declared.uri)];
}

/** With all entities replaced an attribute has texts alone in it. */
function textOf(memory: Memory, attribute: number): string {
  let value = '';
  let part = memory.number(attribute + place.children);
  for (; part !== 0; part = memory.number(part + place.next)) value += memory.text(memory.number(part + place.content));
  return value;
}
