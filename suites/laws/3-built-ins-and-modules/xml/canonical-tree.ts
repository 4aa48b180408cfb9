/** Trees of XML as data, and documents that say the same tree in many ways. */

export type Binding = readonly [prefix: string, uri: string];

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}

export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  /** Namespaces that are declared here; the prefix of the default namespace is empty. */
  readonly declares: readonly Binding[];
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly TreeNode[];
  readonly style?: ElementStyle;
}

/** What one and the same element may look like. */
export interface ElementStyle {
  readonly quote: '"' | "'";
  /** What stands before each attribute. */
  readonly gap: string;
  readonly isReversed: boolean;
  /** One that is empty is written as one tag. */
  readonly isShort: boolean;
  readonly references: ReferenceStyle;
}

/** How a character is written that cannot stand for itself. */
type ReferenceStyle = 'decimal' | 'hexadecimal';

export interface XmlText {
  readonly kind: 'text';
  readonly text: string;
  readonly spelled?: 'plain' | 'section' | 'windows' | ReferenceStyle;
}

export interface XmlComment {
  readonly kind: 'comment';
  readonly text: string;
}

export interface XmlInstruction {
  readonly kind: 'instruction';
  readonly target: string;
  readonly data: string;
  /** White space between the two. */
  readonly gap?: string;
}

export type TreeNode = XmlElement | XmlText | XmlComment | XmlInstruction;

export interface DocumentTree {
  readonly before: readonly (XmlComment | XmlInstruction)[];
  readonly root: XmlElement;
  readonly after: readonly (XmlComment | XmlInstruction)[];
}

/** The way to an element: which of the elements in its parent it is, from the root on. */
export type TreePath = readonly number[];

/** A document element alone. */
export const documentOf = (root: XmlElement): DocumentTree => ({ before: [], root, after: [] });

export const elementsIn = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter((child): child is XmlElement => child.kind === 'element');

/** The elements from the root to the one at `path`. */
export function lineTo(root: XmlElement, path: TreePath): readonly XmlElement[] {
  const line = [root];
  for (const index of path) {
    const next = elementsIn(line.at(-1) ?? root)[index];
    if (next === undefined) throw new Error(`no element at ${path.join('/')}`);
    line.push(next);
  }
  return line;
}

/** The ways to all elements below and including this one. */
export const pathsIn = (root: XmlElement, at: TreePath = []): readonly TreePath[] => [
  at,
  ...elementsIn(root).flatMap((child, i) => pathsIn(child, [...at, i])),
];

/** Both parts of a name; without a prefix it is empty. */
export function nameParts(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

const REFERENCES: { readonly [spelling in ReferenceStyle]: (character: string) => string } = {
  decimal: (character) => `&#${character.codePointAt(0)};`,
  hexadecimal: (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
};

const NAMED: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const named = (character: string): string => NAMED[character] ?? character;

const plain = (text: string): string =>
  text
    .replace(/[&<]/g, named)
    // What stands before the text may end with brackets.
    .replace(/(^|\])>/g, '$1&gt;')
    .replaceAll('\r', '&#13;');

const SPELLINGS: { readonly [spelling in NonNullable<XmlText['spelled']>]: (text: string) => string } = {
  plain,
  windows: (text) => plain(text).replaceAll('\n', '\r\n'),
  section: (text) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA[')}]]>`,
  decimal: (text) => [...text].map(REFERENCES.decimal).join(''),
  hexadecimal: (text) => [...text].map(REFERENCES.hexadecimal).join(''),
};

const STYLE: ElementStyle = { quote: '"', gap: ' ', isReversed: false, isShort: true, references: 'decimal' };

function writtenElement({ name, declares, attributes, children, style = STYLE }: XmlElement): string {
  const { quote, gap, isReversed, isShort, references } = style;
  const declared = declares.map(([prefix, uri]) => ({ name: prefix === '' ? 'xmlns' : `xmlns:${prefix}`, value: uri }));
  const all = [...declared, ...attributes].map(({ name: of, value }) => {
    const escaped = value.replace(/[&<]/g, named).replace(/[\t\n\r]/g, REFERENCES[references]);
    return `${gap}${of}=${quote}${escaped.replaceAll(quote, REFERENCES[references](quote))}${quote}`;
  });
  const tag = `${name}${(isReversed ? all.reverse() : all).join('')}`;
  if (children.length === 0 && isShort) return `<${tag}/>`;
  return `<${tag}>${children.map(writtenNode).join('')}</${name}>`;
}

/** A node as documents write it. */
export function writtenNode(node: TreeNode): string {
  switch (node.kind) {
    case 'element':
      return writtenElement(node);
    case 'text':
      return SPELLINGS[node.spelled ?? 'plain'](node.text);
    case 'comment':
      return `<!--${node.text}-->`;
    case 'instruction':
      return `<?${node.target}${node.data === '' ? '' : (node.gap ?? ' ')}${node.data}?>`;
  }
}

/** A document with white space between what stands outside of its element. */
export const writtenDocument = ({ before, root, after }: DocumentTree): string =>
  ['<?xml version="1.0"?>', ...before.map(writtenNode), writtenNode(root), ...after.map(writtenNode)].join('\n');
