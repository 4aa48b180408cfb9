import type { PortOutcome } from './outcome.js';

/**
 * What a document is made of, in its order. An element comes with its declarations and attributes before all that is in it; an empty
 * prefix or namespace is none.
 */
export type XmlPart =
  | [kind: 'element', prefix: string, name: string, namespace: string]
  | [kind: 'declaration', prefix: string, namespace: string]
  | [kind: 'attribute', prefix: string, name: string, namespace: string, value: string]
  | [kind: 'text', text: string]
  | [kind: 'comment', text: string]
  | [kind: 'instruction', target: string, data: string]
  | [kind: 'end'];

/** Behind the XML module. The host reads; what was read is the realm's alone. */
export interface XmlPort {
  /**
   * Tells the parts of a document. The value is whether all of it was read: entities that stand in other files are left out. What is not
   * well-formed, or needs more than a document may, fails as `SyntaxError`.
   */
  readonly parse: (document: string | Uint8Array, tell: (...part: XmlPart) => void) => PortOutcome<boolean>;
}
