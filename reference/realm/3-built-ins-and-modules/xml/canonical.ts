/** Canonical XML 1.1 and Exclusive XML Canonicalization 1.0 of a document or an element, optionally without one of its descendants. */
import { each, type Growing, growing, type PrivateSet, push } from '../../support/intrinsics.js';
import { errorOf } from '../../support/outcome.js';
import { join } from '../../support/text.js';
import { isAbsolute } from './base.js';
import { type Declaration, type Mark, NamespaceBindings } from './bindings.js';
import { escapedAttribute, escapedText } from './escape.js';
import { attributesOfApex } from './inherited.js';
import { writtenName } from './names.js';
import { compareText, order } from './order.js';
import { type Attribute, alone, ancestorsOf, type Document, type Element, type Leaf, none, walkTree } from './tree.js';

export interface CanonicalForm {
  readonly excluded: Element | undefined;
  readonly withComments: boolean;
  /**
   * Prefixes treated as in inclusive canonicalization, the empty one for the default namespace; `undefined` for inclusive canonicalization.
   */
  readonly inclusivePrefixes: PrivateSet | undefined;
}

/** The canonical form of a document or element. Throws InternalError if it has none. */
export function canonical(top: Element | Document, document: Document, form: CanonicalForm): string {
  check(document);
  const writer = new CanonicalWriter(form);
  if (top.kind === 'document') writer.document(top);
  else writer.subtree(top);
  return writer.whole();
}

/** 2.1 and 1.3: entities must have been read, and no namespace may be a relative URI. */
function check({ isWhole, children }: Document): void {
  if (!isWhole) throw errorOf('InternalError', 'the document has entities that were not read');
  walkTree(children, {
    enter: ({ declarations }) => {
      each(declarations, ({ namespace }) => {
        if (namespace !== '' && !isAbsolute(namespace))
          throw errorOf('InternalError', `the namespace "${namespace}" is a relative URI`);
      });
      return true;
    },
    leaf: () => undefined,
    leave: () => undefined,
  });
}

/** An open element with declarations, and the marks from before them. */
interface CanonicalLevel {
  readonly element: Element;
  readonly inScope: Mark;
  readonly written: Mark;
  readonly outer: CanonicalLevel | undefined;
}

class CanonicalWriter {
  readonly #form: CanonicalForm;
  readonly #parts = growing<string>();
  /** Namespaces in scope, and those that were written. */
  readonly #inScope = new NamespaceBindings();
  readonly #written = new NamespaceBindings();
  #level: CanonicalLevel | undefined;

  constructor(form: CanonicalForm) {
    this.#form = form;
  }

  whole(): string {
    return join(this.#parts, '');
  }

  /** Nodes outside the root are on lines of their own. */
  document({ children }: Document): void {
    let isBehind = false;
    each(children, (child) => {
      if (child.kind === 'element') {
        isBehind = true;
        this.#content(child);
        return;
      }
      if (child.kind === 'comment' && !this.#form.withComments) return;
      if (isBehind) push(this.#parts, '\n');
      this.#leaf(child);
      if (!isBehind) push(this.#parts, '\n');
    });
  }

  /** Includes the namespaces and `xml:` attributes that the element inherits. */
  subtree(apex: Element): void {
    const ancestors = ancestorsOf(apex);
    let isLeftOut = false;
    const declarations = growing<Declaration>();
    each(ancestors, (ancestor) => {
      isLeftOut ||= ancestor === this.#form.excluded;
      each(ancestor.declarations, (declaration) => push(declarations, declaration));
    });
    if (isLeftOut) return;
    this.#inScope.setAll(declarations);
    const isExclusive = this.#form.inclusivePrefixes !== undefined;
    this.#content(apex, declarations, isExclusive ? apex.attributes : attributesOfApex(apex));
  }

  /** Writes an element and its content; the outermost one includes what it inherits. */
  #content(top: Element, inherited: readonly Declaration[] = none, attributes = top.attributes): void {
    walkTree(alone(top), {
      enter: (element) => {
        if (element === this.#form.excluded) return false;
        if (element === top) this.#open(element, inherited, attributes);
        else this.#open(element, none, element.attributes);
        return true;
      },
      leaf: (leaf) => this.#leaf(leaf),
      leave: (element) => this.#close(element),
    });
  }

  #open(element: Element, inherited: readonly Declaration[], attributes: readonly Attribute[]): void {
    const { mark: inScope } = this.#inScope;
    const { mark: written } = this.#written;
    this.#inScope.setAll(element.declarations);
    const added = this.#mayDeclare(element, inherited) ? this.#added(element, inherited) : none;
    if (inScope !== this.#inScope.mark || written !== this.#written.mark)
      this.#level = { element, inScope, written, outer: this.#level };
    push(this.#parts, `<${writtenName(element)}${declarationsText(added)}${attributesText(attributes)}>`);
  }

  /** Without exclusion most elements have nothing to declare. */
  #mayDeclare({ declarations }: Element, inherited: readonly Declaration[]): boolean {
    return this.#form.inclusivePrefixes !== undefined || declarations.length > 0 || inherited.length > 0;
  }

  /** The declarations that an element needs; from here on they count as written. */
  #added(element: Element, inherited: readonly Declaration[]): Growing<Declaration> {
    const added = growing<Declaration>();
    this.#eachPrefix(element, inherited, (prefix) => {
      const namespace = this.#inScope.get(prefix) ?? '';
      if (prefix === 'xml' || (this.#written.get(prefix) ?? '') === namespace) return;
      this.#written.set(prefix, namespace);
      push(added, { prefix, namespace });
    });
    return added;
  }

  /** Visits the prefixes that may need a declaration, including those already declared. */
  #eachPrefix(element: Element, inherited: readonly Declaration[], visit: (prefix: string) => void): void {
    const { inclusivePrefixes } = this.#form;
    const tellDeclared = ({ prefix }: Declaration): void => {
      if (inclusivePrefixes === undefined || inclusivePrefixes.has(prefix)) visit(prefix);
    };
    each(inherited, tellDeclared);
    each(element.declarations, tellDeclared);
    if (inclusivePrefixes === undefined) return;
    visit(element.prefix);
    each(element.attributes, ({ prefix }) => {
      if (prefix !== '') visit(prefix);
    });
  }

  #close(element: Element): void {
    push(this.#parts, `</${writtenName(element)}>`);
    const level = this.#level;
    if (level?.element !== element) return;
    this.#inScope.goBack(level.inScope);
    this.#written.goBack(level.written);
    this.#level = level.outer;
  }

  #leaf({ kind, target, text }: Leaf): void {
    if (kind === 'text') push(this.#parts, escapedText(text));
    else if (kind === 'instruction') push(this.#parts, text === '' ? `<?${target}?>` : `<?${target} ${text}?>`);
    else if (this.#form.withComments) push(this.#parts, `<!--${text}-->`);
  }
}

function declarationsText(declarations: Growing<Declaration>): string {
  if (declarations.length === 0) return '';
  order(declarations, (one, other) => compareText(one.prefix, other.prefix));
  const texts = growing<string>();
  each(declarations, ({ prefix, namespace }) =>
    push(texts, ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapedAttribute(namespace)}"`),
  );
  return join(texts, '');
}

function attributesText(attributes: readonly Attribute[]): string {
  if (attributes.length === 0) return '';
  const ordered = growing<Attribute>();
  each(attributes, (attribute) => push(ordered, attribute));
  order(ordered, (one, other) => compareText(one.namespace, other.namespace) || compareText(one.name, other.name));
  const texts = growing<string>();
  each(ordered, (attribute) => push(texts, ` ${writtenName(attribute)}="${escapedAttribute(attribute.value)}"`));
  return join(texts, '');
}
