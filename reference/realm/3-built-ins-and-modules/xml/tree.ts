/** Documents as data. No function here is recursive, because scripts may build trees of any depth. */
import { each, type Growing, growing, push } from '../../support/intrinsics.js';
import { join } from '../../support/text.js';
import { type Declaration, NamespaceBindings } from './bindings.js';

/** An empty prefix or namespace means none. */
export interface Attribute {
  readonly prefix: string;
  readonly name: string;
  readonly namespace: string;
  value: string;
}

export interface Element {
  readonly kind: 'element';
  readonly prefix: string;
  readonly name: string;
  readonly namespace: string;
  declarations: Growing<Declaration>;
  attributes: Growing<Attribute>;
  children: Growing<Child>;
  /** `undefined` once the node was removed. */
  parent: Parent | undefined;
}

export interface Leaf {
  readonly kind: 'text' | 'comment' | 'instruction';
  /** The target of a processing instruction. */
  readonly target: string;
  readonly text: string;
}

export interface Document {
  readonly kind: 'document';
  children: Growing<Child>;
  /** False if the document refers to entities that were not read. */
  readonly isWhole: boolean;
}

export type Child = Element | Leaf;
type Parent = Element | Document;

export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** The shared empty list, since most elements have no attributes. */
export const none: Growing<never> = growing();

/** Adds an item to the list of an element, and returns the list. */
export function withOne<T>(list: Growing<T>, one: T): Growing<T> {
  const own = list === none ? growing<T>() : list;
  push(own, one);
  return own;
}

/** The ancestors of an element, the outermost first. */
export function ancestorsOf({ parent }: Element): readonly Element[] {
  const inner = growing<Element>();
  for (let at = parent; at?.kind === 'element'; at = at.parent) push(inner, at);
  const outer = growing<Element>();
  for (let at = inner.length - 1; at >= 0; at -= 1) {
    const element = inner[at];
    if (element !== undefined) push(outer, element);
  }
  return outer;
}

/** The namespaces in scope at an element. */
export function namespacesAt(element: Element): NamespaceBindings {
  const namespaces = new NamespaceBindings();
  each(ancestorsOf(element), ({ declarations }) => namespaces.setAll(declarations));
  namespaces.setAll(element.declarations);
  return namespaces;
}

/** The document that an element belongs to; `undefined` for removed elements and their descendants. */
export function documentOf(element: Element): Document | undefined {
  let at: Parent | undefined = element;
  while (at?.kind === 'element') at = at.parent;
  return at;
}

export function rootOf({ children }: Document): Element | undefined {
  return elementsIn(children)[0];
}

/** The elements among children, optionally only those with a name. */
export function elementsIn(children: readonly Child[], name?: string): Growing<Element> {
  const elements = growing<Element>();
  each(children, (child) => {
    if (child.kind === 'element' && (name === undefined || child.name === name)) push(elements, child);
  });
  return elements;
}

/** Receives the nodes of a walk. */
interface Visitor {
  /** `false` skips the content of the element. */
  readonly enter: (element: Element) => boolean;
  readonly leaf: (leaf: Leaf) => void;
  /** Called for each element that was entered. */
  readonly leave: (element: Element) => void;
}

interface WalkLevel {
  readonly element: Element | undefined;
  readonly children: readonly Child[];
  next: number;
  readonly outer: WalkLevel | undefined;
}

/** Walks through children and all their descendants, in document order. */
export function walkTree(children: readonly Child[], visitor: Visitor): void {
  let level: WalkLevel | undefined = { element: undefined, children, next: 0, outer: undefined };
  while (level !== undefined) {
    const child: Child | undefined = level.children[level.next];
    level.next += 1;
    if (child === undefined) {
      if (level.element !== undefined) visitor.leave(level.element);
      level = level.outer;
    } else if (child.kind !== 'element') visitor.leaf(child);
    else if (visitor.enter(child)) level = { element: child, children: child.children, next: 0, outer: level };
  }
}

/** The text of an element and of all its descendants. */
export function textIn({ children }: Element): string {
  const texts = growing<string>();
  walkTree(children, {
    enter: () => true,
    leave: () => undefined,
    leaf: ({ kind, text }) => {
      if (kind === 'text') push(texts, text);
    },
  });
  return join(texts, '');
}

/** A list with one child, to walk through. */
export function alone(child: Child): Growing<Child> {
  const children = growing<Child>();
  push(children, child);
  return children;
}
