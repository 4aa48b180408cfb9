import { each, type Growing, growing, push } from '../../support/intrinsics.js';
import { joined } from './base.js';
import { type Attribute, ancestorsOf, type Element, xmlNamespace } from './tree.js';

/** Canonical XML 1.1, 2.4: the `xml:` attributes that an element inherits when its ancestors are omitted. */
export function attributesOfApex(element: Element): Growing<Attribute> {
  const attributes = growing<Attribute>();
  each(element.attributes, (attribute) => {
    if (!isBase(attribute)) push(attributes, attribute);
  });
  const ancestors = ancestorsOf(element);
  each(['lang', 'space'], (name) => {
    const value = nearest(ancestors, name);
    if (value !== undefined && xmlAttribute(element, name) === undefined) push(attributes, written(name, value));
  });
  const base = baseOf(ancestors, xmlAttribute(element, 'base'));
  if (base !== undefined) push(attributes, written('base', base));
  return attributes;
}

function written(name: string, value: string): Attribute {
  return { prefix: 'xml', name, namespace: xmlNamespace, value };
}

function isBase({ namespace, name }: Attribute): boolean {
  return namespace === xmlNamespace && name === 'base';
}

function xmlAttribute({ attributes }: Element, name: string): string | undefined {
  let value: string | undefined;
  each(attributes, (attribute) => {
    if (attribute.namespace === xmlNamespace && attribute.name === name) value = attribute.value;
  });
  return value;
}

function nearest(ancestors: readonly Element[], name: string): string | undefined {
  let value: string | undefined;
  each(ancestors, (ancestor) => {
    value = xmlAttribute(ancestor, name) ?? value;
  });
  return value;
}

/** An empty result is omitted. */
function baseOf(ancestors: readonly Element[], own: string | undefined): string | undefined {
  let base: string | undefined;
  each(ancestors, (ancestor) => {
    base = together(base, xmlAttribute(ancestor, 'base'));
  });
  if (base === undefined) return own;
  const whole = together(base, own);
  return whole === '' ? undefined : whole;
}

function together(base: string | undefined, reference: string | undefined): string | undefined {
  return base === undefined || reference === undefined ? (reference ?? base) : joined(base, reference);
}
