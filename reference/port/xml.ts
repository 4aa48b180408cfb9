import type { PortOutcome } from './outcome.js';

/**
 * The parts of a document, in order. An element is followed by its declarations and attributes, then by its content. An empty prefix or
 * namespace means that there is none.
 */
export type XmlPart =
  | [kind: 'element', prefix: string, name: string, namespace: string]
  | [kind: 'declaration', prefix: string, namespace: string]
  | [kind: 'attribute', prefix: string, name: string, namespace: string, value: string]
  | [kind: 'text', text: string]
  | [kind: 'comment', text: string]
  | [kind: 'instruction', target: string, data: string]
  | [kind: 'end'];

/** The host side of the XML module. The host parses; the parsed tree belongs only to the realm. */
export interface XmlPort {
  /**
   * Reports the parts of a document. The value is whether all of it was read: entities in other files are omitted. A document that is not
   * well-formed, or that exceeds the limits, fails with `SyntaxError`.
   */
  readonly parse: (document: string | Uint8Array, report: (...part: XmlPart) => void) => PortOutcome<boolean>;
}
