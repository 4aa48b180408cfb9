/** Documents as data. Nothing here calls itself: what scripts build may have any depth. */
import { each, type Growing, growing, push } from '../../support/intrinsics.js';
import { join } from '../../support/text.js';
import { type Declaration, NamespaceBindings } from './bindings.js';

/** An empty prefix or namespace is none. */
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
  /** `undefined` once it was removed. */
  parent: Parent | undefined;
}

export interface Leaf {
  readonly kind: 'text' | 'comment' | 'instruction';
  /** Of an instruction. */
  readonly target: string;
  readonly text: string;
}

export interface Document {
  readonly kind: 'document';
  children: Growing<Child>;
  /** Not where it refers to entities that were not read. */
  readonly isWhole: boolean;
}

export type Child = Element | Leaf;
export type Parent = Element | Document;

export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** What elements have of what they have none of: most are without attributes. */
export const none: Growing<never> = growing();

/** The list of an element with one more in it. */
export function withOne<T>(list: Growing<T>, one: T): Growing<T> {
  const own = list === none ? growing<T>() : list;
  push(own, one);
  return own;
}

/** The elements around one, the outermost first. */
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

/** What holds at an element. */
export function namespacesAt(element: Element): NamespaceBindings {
  const namespaces = new NamespaceBindings();
  each(ancestorsOf(element), ({ declarations }) => namespaces.setAll(declarations));
  namespaces.setAll(element.declarations);
  return namespaces;
}

/** The document that an element belongs to; `undefined` for one that was removed, and all within. */
export function documentOf(element: Element): Document | undefined {
  let at: Parent | undefined = element;
  while (at?.kind === 'element') at = at.parent;
  return at;
}

export function rootOf({ children }: Document): Element | undefined {
  return elementsIn(children)[0];
}

/** Those among children that are elements, or elements of a name. */
export function elementsIn(children: readonly Child[], name?: string): Growing<Element> {
  const elements = growing<Element>();
  each(children, (child) => {
    if (child.kind === 'element' && (name === undefined || child.name === name)) push(elements, child);
  });
  return elements;
}

/** What a walk meets. */
export interface Visitor {
  /** `false` leaves out what is in the element. */
  readonly enter: (element: Element) => boolean;
  readonly leaf: (leaf: Leaf) => void;
  /** Told for each element that was entered. */
  readonly leave: (element: Element) => void;
}

interface WalkLevel {
  readonly element: Element | undefined;
  readonly children: readonly Child[];
  next: number;
  readonly outer: WalkLevel | undefined;
}

/** Goes through children and all that is in them, in the order of the document. */
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

/** All text in an element, that of elements within it, too. */
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
