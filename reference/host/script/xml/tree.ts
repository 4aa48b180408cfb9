/** 3/xml-module/xml-parse: reads the tree of libxml2. */
import type { XmlPart } from '../../../port/xml.js';
import { fields, type Memory } from './memory.js';

/** Kinds of nodes in libxml2. */
const kinds = { element: 1, text: 3, section: 4, instruction: 7, comment: 8 } as const;

type ReportPart = (...part: XmlPart) => void;

const { node: place, declaration: declared } = fields;

/** Reports all nodes of a document. It is not recursive, because documents may have any depth. */
export function reportTree(memory: Memory, document: number, report: ReportPart): void {
  memory.forgetNames();
  let node = memory.number(document + place.children);
  while (node !== 0) {
    const first = reportNode(memory, node, report);
    node = first === 0 ? following(memory, document, node, report) : first;
  }
}

/** Reports a node without its children, and returns its first child. */
function reportNode(memory: Memory, node: number, report: ReportPart): number {
  switch (memory.number(node + place.type)) {
    case kinds.element:
      return reportElement(memory, node, report);
    case kinds.text:
    case kinds.section:
      report('text', contentOf(memory, node));
      break;
    case kinds.instruction:
      report('instruction', nameOf(memory, node), contentOf(memory, node));
      break;
    case kinds.comment:
      report('comment', contentOf(memory, node));
      break;
  }
  return 0;
}

function reportElement(memory: Memory, node: number, report: ReportPart): number {
  report('element', prefixOf(memory, node), nameOf(memory, node), namespaceOf(memory, node));
  let declaration = memory.number(node + place.declarations);
  for (; declaration !== 0; declaration = memory.number(declaration + declared.next))
    report('declaration', nameAt(memory, declaration + declared.prefix), nameAt(memory, declaration + declared.uri));
  let attribute = memory.number(node + place.attributes);
  for (; attribute !== 0; attribute = memory.number(attribute + place.next))
    report(
      'attribute',
      prefixOf(memory, attribute),
      nameOf(memory, attribute),
      namespaceOf(memory, attribute),
      textOf(memory, attribute),
    );
  const first = memory.number(node + place.children);
  if (first === 0) report('end');
  return first;
}

/** The next node after one without children; reports the end of elements that end there. */
function following(memory: Memory, document: number, last: number, report: ReportPart): number {
  let node = last;
  while (node !== document) {
    const next = memory.number(node + place.next);
    if (next !== 0) return next;
    node = memory.number(node + place.parent);
    if (node !== document) report('end');
  }
  return 0;
}

/** The name behind a pointer in a field. */
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

/** With all entities replaced, an attribute contains only text nodes. */
function textOf(memory: Memory, attribute: number): string {
  let value = '';
  let part = memory.number(attribute + place.children);
  for (; part !== 0; part = memory.number(part + place.next)) value += contentOf(memory, part);
  return value;
}
