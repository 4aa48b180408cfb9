/** Trees of XML as data, and documents that represent the same tree in many ways. */

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
}

/** Text or a comment. */
export interface XmlCharacters {
  readonly kind: 'text' | 'comment';
  readonly text: string;
}

export interface XmlInstruction {
  readonly kind: 'instruction';
  readonly target: string;
  readonly data: string;
}

export type TreeNode = XmlElement | XmlCharacters | XmlInstruction;

export interface DocumentTree {
  readonly before: readonly TreeNode[];
  readonly root: XmlElement;
  readonly after: readonly TreeNode[];
  /** The seed of the spellings; without it each part is written in the plainest way. */
  readonly seed?: number;
}

/** The position of an element: its index among the elements of its parent, from the root on. */
export type TreePath = readonly number[];

/** An element with attributes by their names; strings are its text nodes. */
export const elementOf = (
  name: string,
  values: { readonly [name: string]: string } = {},
  ...children: readonly (XmlElement | string)[]
): XmlElement => ({
  kind: 'element',
  name,
  declares: [],
  attributes: Object.entries(values).map(([attribute, value]) => ({ name: attribute, value })),
  children: children.map((child) => (typeof child === 'string' ? { kind: 'text', text: child } : child)),
});

/** Only a document element. */
export const documentOf = (root: XmlElement): DocumentTree => ({ before: [], root, after: [] });

export const elementsIn = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter((child): child is XmlElement => child.kind === 'element');

/** Character data of a node and of its descendants. */
export const contentOf = (node: TreeNode): string =>
  node.kind === 'element' ? node.children.map(contentOf).join('') : node.kind === 'text' ? node.text : '';

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

/** The positions of all elements below and including this one. */
export const pathsIn = (root: XmlElement, at: TreePath = []): readonly TreePath[] => [
  at,
  ...elementsIn(root).flatMap((child, i) => pathsIn(child, [...at, i])),
];

/** Both parts of a name; without a prefix it is empty. */
export function nameParts(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** Successive numbers below a bound, which select the spelling in each place. The last one is the plainest. */
type Chooser = (bound: number) => number;

const plainest: Chooser = (bound) => bound - 1;

function choices(seed: number): Chooser {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % bound;
  };
}

const ENTITIES: { readonly [character: string]: string } = {
  ...{ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' },
};

/** Characters unchanged, or as one of their references, which is required if `must` returns true. */
const characters = (text: string, choose: Chooser, must: (character: string, before: string) => boolean): string =>
  [...text]
    .map((character, i, all) => {
      const code = character.codePointAt(0) ?? 0;
      const hex = code.toString(16);
      const references = [`&#x${hex};`, `&#x0${hex.toUpperCase()};`, `&#${code};`, ENTITIES[character] ?? `&#${code};`];
      return references[choose(must(character, all[i - 1] ?? ']') ? 4 : 12)] ?? character;
    })
    .join('');

/** The preceding text may end with brackets. */
const mustBeReference = (character: string, before: string): boolean =>
  '<&\r'.includes(character) || (character === '>' && before === ']');

function writtenText(text: string, choose: Chooser): string {
  if (choose(5) === 0)
    return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA[')}]]>`;
  const written = characters(text, choose, mustBeReference);
  return choose(4) === 0 ? written.replaceAll('\n', '\r\n') : written;
}

const BLANKS = ['  ', '\n', '\t', ' \r\n ', ' '] as const;

function writtenElement({ name, declares, attributes, children }: XmlElement, choose: Chooser): string {
  const blank = (): string => BLANKS[choose(BLANKS.length)] ?? ' ';
  const declared = declares.map(([prefix, uri]) => ({ name: prefix === '' ? 'xmlns' : `xmlns:${prefix}`, value: uri }));
  const all = [...declared, ...attributes].map(({ name: of, value }) => {
    const quote = choose(2) === 0 ? "'" : '"';
    const written = characters(value, choose, (character) => `<&\t\n\r${quote}`.includes(character));
    return `${blank()}${of}${choose(4) === 0 ? ' = ' : '='}${quote}${written}${quote}`;
  });
  const tag = `${name}${(choose(3) === 0 ? all.reverse() : all).join('')}${choose(3) === 0 ? blank() : ''}`;
  if (children.length === 0 && choose(2) === 0) return `<${tag}/>`;
  const inner = children.map((child) => writtenNode(child, choose)).join('');
  return `<${tag}>${inner}</${name}${choose(3) === 0 ? blank() : ''}>`;
}

function writtenNode(node: TreeNode, choose: Chooser): string {
  switch (node.kind) {
    case 'element':
      return writtenElement(node, choose);
    case 'text':
      return writtenText(node.text, choose);
    case 'comment':
      return `<!--${node.text}-->`;
    case 'instruction':
      return `<?${node.target}${node.data === '' ? '' : (BLANKS[choose(BLANKS.length)] ?? ' ')}${node.data}?>`;
  }
}

/** A document with white space between the parts outside its element. */
export function writtenDocument({ before, root, after, seed }: DocumentTree): string {
  const choose = seed === undefined ? plainest : choices(seed);
  return ['<?xml version="1.0"?>', ...[...before, root, ...after].map((node) => writtenNode(node, choose))].join('\n');
}
