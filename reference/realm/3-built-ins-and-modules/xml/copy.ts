import { each, type Growing, growing, push } from '../../support/intrinsics.js';
import { type Declaration, type Mark, NamespaceBindings } from './bindings.js';
import { Builder } from './builder.js';
import { alone, type Child, type Element, walkTree, withOne } from './tree.js';

/**
 * A deep copy of an element for a place with the namespaces `around`. Names keep prefix and namespace. The outermost element declares the
 * namespaces that the copy uses and that neither it nor its place declares.
 */
export function elementCopy(original: Element, around: NamespaceBindings): Growing<Child> {
  const builder = new Builder();
  walkTree(alone(original), {
    enter: ({ prefix, name, namespace, declarations, attributes }) => {
      builder.open(prefix, name, namespace);
      each(declarations, (one) => builder.declare(one.prefix, one.namespace));
      each(attributes, (one) => builder.attribute(one.prefix, one.name, one.namespace, one.value));
      return true;
    },
    leaf: (leaf) => builder.leaf(leaf),
    leave: () => builder.close(),
  });
  each(builder.children, (copy) => {
    if (copy.kind !== 'element') return;
    each(missingIn(copy, around), (one) => {
      copy.declarations = withOne(copy.declarations, one);
    });
  });
  return builder.children;
}

/** Declarations for names in an element that neither it nor its surroundings declare. */
function missingIn(top: Element, around: NamespaceBindings): readonly Declaration[] {
  const missing = growing<Declaration>();
  const within = new NamespaceBindings();
  const mark = around.mark;
  let level: CopyLevel | undefined;
  const use = (prefix: string, namespace: string): void => {
    const known = within.get(prefix) ?? around.get(prefix) ?? '';
    if (prefix === 'xml' || known === namespace) return;
    around.set(prefix, namespace);
    push(missing, { prefix, namespace });
  };
  walkTree(alone(top), {
    enter: ({ prefix, namespace, declarations, attributes }) => {
      level = { mark: within.mark, outer: level };
      within.setAll(declarations);
      use(prefix, namespace);
      each(attributes, (attribute) => {
        if (attribute.prefix !== '') use(attribute.prefix, attribute.namespace);
      });
      return true;
    },
    leaf: () => undefined,
    leave: () => {
      within.goBack(level?.mark);
      level = level?.outer;
    },
  });
  around.goBack(mark);
  return missing;
}

/** An open element of the walk. */
interface CopyLevel {
  readonly mark: Mark;
  readonly outer: CopyLevel | undefined;
}
