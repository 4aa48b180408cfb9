import {
  create,
  type Growing,
  getProperty,
  growing,
  grown,
  hasOwn,
  isArray,
  makeBare,
  mapped,
  OwnTypeError,
  push,
} from '../../support/intrinsics.js';
import { defineMethods, defineTag, hideConstructor } from '../../support/members.js';
import { createNamed, type NamedValues } from '../../support/named.js';
import { privateValues } from '../../support/private-values.js';
import { slice } from '../../support/text.js';
import { meant } from '../../support/utf8.js';
import { isSince, members, type RuntimeVersion } from '../../support/versions.js';
import {
  addChild,
  attributeOf,
  removeAttribute,
  removeChildren,
  replaceChildren,
  replaceFirst,
  replaceNamed,
  setAttribute,
  setText,
} from './edit.js';
import { type Child, type Document, documentOf, type Element, elementsIn, rootOf, textIn } from './tree.js';
import { createXmlAttr } from './xml-attr.js';

/** 3/versioning/0-7-11: the version since which documents can be changed. */
const changing: RuntimeVersion = '0.7.11';

const elements = privateValues<Element>();
const documents = privateValues<Document>();

/** The element behind an XMLNode. */
export function elementOf(value: unknown): Element | undefined {
  return elements.of(value);
}

/** The document behind an XMLDoc. */
export function documentBehind(value: unknown): Document | undefined {
  return documents.of(value);
}

const documentPrototype = {};
const nodePrototype = {};

const methods = {
  /** 3/xml-module/node-add-child */
  addChild(this: unknown, node: unknown): void {
    addChild(changed(this), sourceOf('node', node));
  },

  /** 3/xml-module/node-remove-all-attributes */
  removeAllAttributes(this: unknown): void {
    changed(this).attributes = growing();
  },

  /** 3/xml-module/node-remove-attribute */
  removeAttribute(this: unknown, name: unknown): void {
    removeAttribute(changed(this), nameOf('name', name));
  },

  /** 3/xml-module/node-remove-children */
  removeChildren(this: unknown, name?: unknown): void {
    const element = changed(this);
    const isAll = name === undefined || name === null;
    removeChildren(element, isAll ? undefined : nameOf('selector', name));
  },

  /** 3/xml-module/node-remove-text */
  removeText(this: unknown): void {
    setText(changed(this), null);
  },

  /** 3/xml-module/node-set-attribute */
  setAttribute(this: unknown, name: unknown, value: unknown): void {
    setAttribute(changed(this), nameOf('name', name), value);
  },

  /** 3/xml-module/node-set-text */
  setText(this: unknown, value: unknown): void {
    setText(changed(this), value);
  },
};

defineTag(documentPrototype, 'XMLDoc');
hideConstructor(documentPrototype);
defineTag(nodePrototype, 'XMLNode');
hideConstructor(nodePrototype);
defineMethods(nodePrototype, methods);
members(nodePrototype, {
  addChild: changing,
  removeAllAttributes: changing,
  removeAttribute: changing,
  removeChildren: changing,
  removeText: changing,
  setAttribute: changing,
  setText: changing,
});

/** 3/xml-wrapper-objects: XMLDoc. Its root is also a member with the root's name. */
export function createXmlDoc(document: Document): object {
  const rootName = () => rootOf(document)?.name;
  const values = {
    get: (name: string) => (name === '$root' || meant(name) === rootName() ? wrapped(rootOf(document)) : undefined),
    names: () => [rootName() ?? ''],
    set: undefined,
    delete: undefined,
  };
  return documents.add(createNamed(values, create(documentPrototype)), document);
}

/** The named values of an element. A document has thousands of them, and a class needs the least memory for each. */
class ElementValues implements NamedValues {
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
  }

  get(name: string): unknown {
    return memberOf(this.#element, meant(name));
  }

  names(): readonly string[] {
    return namesOf(this.#element);
  }

  set(name: string, value: unknown): void {
    assign(this.#element, meant(name), value);
  }

  delete(name: string): void {
    remove(this.#element, meant(name));
  }
}

makeBare(ElementValues);
members(ElementValues.prototype, { set: changing, delete: changing });

/** 3/xml-wrapper-objects: XMLNode. */
function createXmlNode(element: Element): object {
  return elements.add(createNamed(new ElementValues(element), create(nodePrototype)), element);
}

function wrapped(element: Element | undefined): object | undefined {
  return element === undefined ? undefined : createXmlNode(element);
}

/** The prefix of members that name attributes. */
const attribute = '$attr$';
const tag = '$tag$';
const tags = '$tags$';

/** The rest of a member name after a prefix, if it has that prefix. */
function nameAfter(beginning: string, member: string): string | undefined {
  return slice(member, 0, beginning.length) === beginning ? slice(member, beginning.length) : undefined;
}

/** The child name in a member name: `$tag$abc`, or `abc` alone. */
function childName(member: string): string | undefined {
  return nameAfter(tag, member) ?? (slice(member, 0, 1) === '$' ? undefined : member);
}

function memberOf(element: Element, member: string): unknown {
  switch (member) {
    case '$name':
      return element.name;
    case '$ns':
      return element.namespace === '' ? undefined : element.namespace;
    case '$parent':
      return element.parent?.kind === 'element' ? wrapped(element.parent) : undefined;
    case '$attrs':
      return element.attributes.length === 0 ? undefined : createXmlAttr(element);
    case '$text':
      return textIn(element);
    case '$tags':
      return mapped(elementsIn(element.children), createXmlNode);
  }
  return namedValue(element, member);
}

function namedValue(element: Element, member: string): unknown {
  const attributeName = nameAfter(attribute, member);
  if (attributeName !== undefined) return attributeOf(element, attributeName)?.value;
  const name = nameAfter(tags, member);
  if (name !== undefined) return mapped(elementsIn(element.children, name), createXmlNode);
  // Methods are found on the prototype.
  return isMethod(member) ? undefined : wrapped(elementsIn(element.children, childName(member) ?? '')[0]);
}

function isMethod(member: string): boolean {
  return hasOwn(methods, member) && isSince(changing);
}

/** Lists only existing members; as on real hosts, `$text` if the first child has content of its own. */
function namesOf(element: Element): readonly string[] {
  const { namespace, attributes, children } = element;
  const names = growing<string>();
  push(names, '$name');
  if (namespace !== '') push(names, '$ns');
  if (attributes.length > 0) push(names, '$attrs');
  if (hasContent(children[0])) push(names, '$text');
  if (elementsIn(children).length > 0) push(names, '$tags');
  return grown(names);
}

function hasContent(child: Child | undefined): boolean {
  return child !== undefined && child.kind !== 'element' && (child.kind !== 'instruction' || child.text !== '');
}

function assign(element: Element, member: string, value: unknown): void {
  requireDocument(element);
  const attributeName = nameAfter(attribute, member);
  const name = nameAfter(tags, member);
  const child = childName(member);
  if (member === '$text') setText(element, value);
  else if (member === '$tags') replaceChildren(element, isNothing(value) ? growing() : sourcesOf(value));
  else if (attributeName !== undefined) setAttribute(element, attributeName, value);
  else if (name !== undefined) replaceNamed(element, name, sourcesOf(value));
  else if (child !== undefined) replaceFirst(element, child, sourceOf('setval', value));
  else throw new OwnTypeError(`"${member}" cannot be assigned`);
}

function remove(element: Element, member: string): void {
  requireDocument(element);
  const attributeName = nameAfter(attribute, member);
  const child = childName(member);
  if (member === '$text') setText(element, null);
  else if (member === '$tags') removeChildren(element, undefined);
  else if (attributeName !== undefined) removeAttribute(element, attributeName);
  else if (child !== undefined) removeChildren(element, child);
  else throw new OwnTypeError(`"${member}" cannot be deleted`);
}

/** The name that a method received. */
function nameOf(what: string, value: unknown): string {
  if (typeof value !== 'string') throw new OwnTypeError(`${what} is not a string`);
  return meant(value);
}

/** The element that a method is called on. */
function changed(value: unknown): Element {
  const element = elementOf(value);
  if (element === undefined) throw new OwnTypeError('"this" is not a XMLNode object');
  requireDocument(element);
  return element;
}

/** A removed node can be read and copied into a document; as on real hosts, it cannot be changed. */
function requireDocument(element: Element): void {
  if (documentOf(element) === undefined) throw new OwnTypeError('XMLNode is detached');
}

/** The element to copy; for a document, its root. */
function sourceOf(name: string, value: unknown): Element {
  const document = documentBehind(value);
  const element = document === undefined ? elementOf(value) : rootOf(document);
  if (element === undefined) throw new OwnTypeError(`${name} is not a XMLNode object`);
  return element;
}

function sourcesOf(value: unknown): readonly Element[] {
  const sources: Growing<Element> = growing();
  if (!isArray(value)) throw new OwnTypeError('setval is not an array');
  for (let at = 0; at < value.length; at += 1) push(sources, sourceOf(`setval[${at}]`, getProperty(value, at)));
  return sources;
}

function isNothing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
