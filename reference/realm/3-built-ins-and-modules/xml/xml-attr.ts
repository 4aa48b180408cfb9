import { create, each, growing, grown, PrivateSet, push } from '../../support/intrinsics.js';
import { defineTag, hideConstructor } from '../../support/members.js';
import { createNamed } from '../../support/named.js';
import { meant } from '../../support/utf8.js';
import { attributeOf } from './edit.js';
import type { Element } from './tree.js';

const prototype = {};
defineTag(prototype, 'XMLAttr');
hideConstructor(prototype);

/** 3/xml-wrapper-objects: XMLAttr, a live view of the attributes of an element. */
export function createXmlAttr(element: Element): object {
  const values = {
    get: (name: string) => attributeOf(element, meant(name))?.value,
    names: () => namesOf(element),
    set: undefined,
    delete: undefined,
  };
  return createNamed(values, create(prototype));
}

function namesOf({ attributes }: Element): readonly string[] {
  const known = new PrivateSet();
  const names = growing<string>();
  each(attributes, ({ name }) => {
    if (!known.has(name)) push(names, name);
    known.add(name);
  });
  return grown(names);
}
