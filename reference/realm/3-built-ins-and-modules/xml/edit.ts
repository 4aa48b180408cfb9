/** The mutators. The values come from scripts; everything else was checked. */
import { each, type Growing, growing, OwnTypeError, push } from '../../support/intrinsics.js';
import { indexOf } from '../../support/text.js';
import { meant } from '../../support/utf8.js';
import { elementCopy } from './copy.js';
import { isQualifiedName, partsOf, writtenName } from './names.js';
import {
  type Attribute,
  alone,
  type Child,
  type Element,
  elementsIn,
  namespacesAt,
  none,
  withOne,
  xmlNamespace,
} from './tree.js';

/**
 * 3/xml-module/node-set-attribute. `null` and `undefined` delete the attribute. An undeclared prefix is part of the name. A name like a
 * declaration makes an attribute; if the element declares the same prefix, the serialized document is not well-formed.
 */
export function setAttribute(element: Element, qualified: string, value: unknown): void {
  if (!isQualifiedName(qualified)) throw new OwnTypeError(`attribute name "${qualified}" is not valid`);
  if (value === undefined || value === null) {
    removeAttribute(element, qualified);
    return;
  }
  const text = textOf(value);
  if (declares(element, qualified)) throw new OwnTypeError(`the element declares "${qualified}"`);
  const attribute = newAttribute(element, qualified, text);
  let isNew = true;
  each(element.attributes, (known) => {
    const isAlike = known.name === attribute.name && known.namespace === attribute.namespace;
    if (!isAlike && writtenName(known) !== qualified) return;
    known.value = text;
    isNew = false;
  });
  if (isNew) element.attributes = withOne(element.attributes, attribute);
}

function declares({ declarations }: Element, qualified: string): boolean {
  let isDeclared = false;
  each(declarations, ({ prefix }) => {
    isDeclared ||= qualified === (prefix === '' ? 'xmlns' : `xmlns:${prefix}`);
  });
  return isDeclared;
}

function newAttribute(element: Element, qualified: string, value: string): Attribute {
  const { prefix, local } = partsOf(qualified);
  const namespace = prefix === 'xml' ? xmlNamespace : prefix === '' ? '' : (namespacesAt(element).get(prefix) ?? '');
  return namespace === ''
    ? { prefix: '', name: qualified, namespace, value }
    : { prefix, name: local, namespace, value };
}

/** The attribute with a qualified name, or else the first whose local name is the text. */
export function attributeOf({ attributes }: Element, name: string): Attribute | undefined {
  for (let at = 0; at < attributes.length; at += 1) if (attributes[at]?.name === name) return attributes[at];
  for (let at = 0; at < attributes.length; at += 1) {
    const attribute = attributes[at];
    if (attribute !== undefined && writtenName(attribute) === name) return attribute;
  }
  return undefined;
}

/** 3/xml-module/node-remove-attribute */
export function removeAttribute(element: Element, name: string): void {
  const removed = attributeOf(element, name);
  const kept = growing<Attribute>();
  each(element.attributes, (attribute) => {
    if (attribute !== removed) push(kept, attribute);
  });
  element.attributes = kept;
}

/** 3/xml-module/node-set-text. `null` and `undefined` delete the text. */
export function setText(element: Element, value: unknown): void {
  const text = value === undefined || value === null ? '' : textOf(value);
  removeChildren(element, undefined);
  if (text !== '') element.children = withOne(element.children, { kind: 'text', target: '', text });
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new OwnTypeError('setval is not a string');
  if (indexOf(value, '\0') >= 0) throw new OwnTypeError('the value contains NUL');
  return meant(value);
}

/** 3/xml-module/node-remove-children: removes the elements with a name, or all children. */
export function removeChildren(element: Element, name: string | undefined): void {
  const kept = growing<Child>();
  each(element.children, (child) => {
    if (name !== undefined && (child.kind !== 'element' || child.name !== name)) push(kept, child);
    else if (child.kind === 'element') child.parent = undefined;
  });
  element.children = kept;
}

/** 3/xml-module/node-add-child */
export function addChild(element: Element, original: Element): void {
  addAll(element, copiesFor(element, [original]));
}

/** 3/xml-wrapper-objects/node-tags: replaces all children by copies. */
export function replaceChildren(element: Element, originals: readonly Element[]): void {
  const copies = copiesFor(element, originals);
  removeChildren(element, undefined);
  addAll(element, copies);
}

/** 3/xml-wrapper-objects/node-tags-abc: removes the elements with a name and appends copies. */
export function replaceNamed(element: Element, name: string, originals: readonly Element[]): void {
  const copies = copiesFor(element, originals);
  removeChildren(element, name);
  addAll(element, copies);
}

/**
 * 3/xml-wrapper-objects/node-tag-abc: replaces the first element with a name by a copy, or appends the copy if there is no such element.
 */
export function replaceFirst(element: Element, name: string, original: Element | undefined): void {
  const copies = copiesFor(element, original === undefined ? [] : [original]);
  const { children } = element;
  const replaced = elementsIn(children, name)[0];
  element.children = none;
  each(children, (child) => addAll(element, child === replaced ? copies : alone(child)));
  if (replaced === undefined) addAll(element, copies);
  else replaced.parent = undefined;
}

/** Copies before anything is removed, because the originals may be among the removed nodes. */
function copiesFor(element: Element, originals: readonly Element[]): Growing<Child> {
  const around = namespacesAt(element);
  const copies = growing<Child>();
  each(originals, (original) => each(elementCopy(original, around), (copy) => push(copies, copy)));
  return copies;
}

function addAll(element: Element, copies: readonly Child[]): void {
  each(copies, (copy) => {
    if (copy.kind === 'element') copy.parent = element;
    element.children = withOne(element.children, copy);
  });
}
