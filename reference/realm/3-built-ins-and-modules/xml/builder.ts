import type { XmlPart } from '../../../port/xml.js';
import { type Growing, growing, push } from '../../support/intrinsics.js';
import { type Child, type Element, type Leaf, none, withOne } from './tree.js';

/** Builds trees from their parts. */
export class Builder {
  /** The outermost nodes. */
  readonly children: Growing<Child> = growing();
  #inner: Element | undefined;

  /** A bound function, which callers may pass on. */
  readonly add = (...part: XmlPart): void => {
    switch (part[0]) {
      case 'element':
        this.open(part[1], part[2], part[3]);
        break;
      case 'declaration':
        this.declare(part[1], part[2]);
        break;
      case 'attribute':
        this.attribute(part[1], part[2], part[3], part[4]);
        break;
      case 'end':
        this.close();
        break;
      case 'instruction':
        this.leaf({ kind: 'instruction', target: part[1], text: part[2] });
        break;
      default:
        this.leaf({ kind: part[0], target: '', text: part[1] });
    }
  };

  open(prefix: string, name: string, namespace: string): void {
    const element: Element = {
      kind: 'element',
      prefix,
      name,
      namespace,
      declarations: none,
      attributes: none,
      children: none,
      parent: this.#inner,
    };
    this.#put(element);
    this.#inner = element;
  }

  /** Adds to the innermost open element. A prefix cannot be bound to an empty namespace. */
  declare(prefix: string, namespace: string): void {
    if (prefix !== '' && namespace === '') return;
    const inner = this.#inner;
    if (inner !== undefined) inner.declarations = withOne(inner.declarations, { prefix, namespace });
  }

  /** Adds to the innermost open element. */
  attribute(prefix: string, name: string, namespace: string, value: string): void {
    const inner = this.#inner;
    if (inner !== undefined) inner.attributes = withOne(inner.attributes, { prefix, name, namespace, value });
  }

  leaf(leaf: Leaf): void {
    this.#put(leaf);
  }

  close(): void {
    const outer = this.#inner?.parent;
    this.#inner = outer?.kind === 'element' ? outer : undefined;
  }

  #put(child: Child): void {
    const inner = this.#inner;
    if (inner === undefined) push(this.children, child);
    else inner.children = withOne(inner.children, child);
  }
}
