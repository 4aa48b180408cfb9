/** Drawn trees: each kind has much of one thing, and `mixed` has something of everything. */
import fc from 'fast-check';
import { unicodeText } from '../../support/arbitraries.js';
import {
  type Binding,
  type DocumentTree,
  nameParts,
  type TreeNode,
  type XmlAttribute,
  type XmlCharacters,
  type XmlElement,
  type XmlInstruction,
} from './tree.js';

/** Names whose order differs by code points, by UTF-16 units, by letters without case and by length. */
const NAMES = [
  'a', 'b', 'B', 'ab', 'aB', 'a-b', 'a.b', 'a_b', 'a0', '_', 'é', 'ﷰ', '\u{10000}', 'name', 'Name',
] as const; // biome-ignore format: a list
export const PREFIXES = ['p', 'q', 'pq', 'P', 'p0', 'é', '_'] as const;
/** None is relative, which canonical forms refuse. Their order differs from that of the prefixes. */
const NAMESPACES = [
  'urn:z', 'urn:a', 'urn:a:b', 'URN:b', 'http://example.org/', 'http://example.org/?a=1', 'http://example.org/a', "urn:'a'",
] as const; // biome-ignore format: a list
/** Few names, so that they repeat; some resemble members, some each other. */
export const ELEMENTS = ['x', 'y', 'xy', 'X', 'é', 'a-b', 'text', 'tags', 'length'] as const;
export const ATTRIBUTES = ['a', 'b', 'ab', 'A', 'ü', 'c.d', 'name', 'length'] as const;

export type TreeKind = keyof typeof KINDS;

interface Weights {
  readonly namespaces?: number;
  readonly attributes?: number;
  readonly xml?: boolean;
  readonly children: readonly ('element' | 'text' | 'comment' | 'instruction')[];
  readonly depth?: number;
  readonly text?: 'plain' | 'any';
  /** Elements and attributes are looked up by their local names, which are few. */
  readonly looked?: boolean;
}

const ALL = ['element', 'element', 'text', 'comment', 'instruction'] as const;

const KINDS = {
  namespaces: { namespaces: 3, attributes: 1, children: ['element'] },
  attributes: { namespaces: 1, attributes: 6, children: ['element'], depth: 1, text: 'any' },
  text: { children: ['element', 'text', 'text', 'text'], depth: 2, text: 'any' },
  comments: { children: ['element', 'comment', 'text', 'comment'] },
  instructions: { children: ['element', 'instruction', 'text', 'instruction'] },
  'xml-attributes': { attributes: 1, xml: true, children: ['element'], depth: 4 },
  // Elements and their attributes only.
  data: { attributes: 3, children: ['element'] },
  mixed: { namespaces: 2, attributes: 2, xml: true, children: ALL, text: 'any' },
  members: { attributes: 4, children: ALL, text: 'any', looked: true },
  'members-in-namespaces': { namespaces: 2, attributes: 4, children: ALL, text: 'any', looked: true },
} as const satisfies { readonly [kind: string]: Weights }; // biome-ignore format: a table

/** Characters that a document may not contain. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const SPECIAL = fc.string({
  unit: fc.constantFrom(...'<>&"\'\t\n\r ]-?#;a', ']]>', '&amp;', 'é', '€', '\x7f', '\u0085', '\u2028', '\ufffd', '😀'),
  maxLength: 12,
});
export const someText = fc.oneof(
  SPECIAL,
  unicodeText(8).map((text) => text.replace(NOT_XML, '\t')),
);
const plainText = fc.constantFrom('', 'x', 'y z', ' ', '1', '\n  ');
const textOf = ({ text }: Weights): fc.Arbitrary<string> => (text === 'any' ? someText : plainText);

const texts = (weights: Weights): fc.Arbitrary<XmlCharacters> =>
  textOf(weights).map((text) => ({ kind: 'text', text }));

/** Text of comments and instructions, in which references are not replaced. */
const raw = someText.map((text) => text.replaceAll('\r', ' ').replaceAll('-', '=').replaceAll('?>', '? >'));

const comments: fc.Arbitrary<XmlCharacters> = raw.map((text) => ({ kind: 'comment', text }));

const instructions: fc.Arbitrary<XmlInstruction> = fc.record({
  kind: fc.constant('instruction' as const),
  target: fc.constantFrom('a', 'B', 'x-ml', 'é', '_'),
  data: raw.map((text) => text.replace(/^[\t\n ]+/, '')),
});

const declarations = (most: number): fc.Arbitrary<Binding[]> => {
  const uri = fc.constantFrom(...NAMESPACES);
  const prefixed = fc.tuple(fc.constantFrom(...PREFIXES), uri);
  const byDefault = fc.tuple(fc.constant(''), fc.oneof(uri, fc.constant('')));
  return fc.uniqueArray(fc.oneof(prefixed, prefixed, byDefault), { maxLength: most, selector: ([prefix]) => prefix });
};

/** Names of elements or attributes, half of them with a prefix if there are namespaces. */
function names({ namespaces = 0, looked = false }: Weights, few: readonly string[]): fc.Arbitrary<string> {
  const local = fc.constantFrom<string[]>(...(looked ? few : NAMES));
  if (namespaces === 0) return local;
  const prefixed = fc.tuple(fc.constantFrom(...PREFIXES), local).map(([prefix, name]) => `${prefix}:${name}`);
  return fc.oneof(local, prefixed);
}

function attributeLists(weights: Weights): fc.Arbitrary<XmlAttribute[]> {
  const { attributes = 0, xml = false, looked = false } = weights;
  const usual = fc.record({ name: names(weights, ATTRIBUTES), value: textOf(weights) });
  const language = fc.record({ name: fc.constant('xml:lang'), value: fc.constantFrom('', 'de', 'en-GB') });
  const space = fc.record({ name: fc.constant('xml:space'), value: fc.constantFrom('preserve', 'default') });
  const one = xml ? fc.oneof(usual, language, space) : usual;
  const selector = ({ name }: XmlAttribute): string | undefined => (looked ? nameParts(name)[1] : name);
  return fc.uniqueArray(one, { maxLength: attributes + (xml ? 1 : 0), selector });
}

const elements = (weights: Weights, depth: number): fc.Arbitrary<XmlElement> =>
  fc.record({
    kind: fc.constant('element' as const),
    name: names(weights, ELEMENTS),
    declares: declarations(weights.namespaces ?? 0),
    attributes: attributeLists(weights),
    children: depth === 0 ? fc.constant([]) : fc.array(nodes(weights, depth), { maxLength: 4 }),
  });

/** The nodes of a tree of this depth. */
const nodes = (weights: Weights, depth: number): fc.Arbitrary<TreeNode> => {
  const ofKind = {
    element: () => elements(weights, depth - 1),
    text: () => texts(weights),
    comment: () => comments,
    instruction: () => instructions,
  };
  return fc.oneof(...weights.children.map((kind): fc.Arbitrary<TreeNode> => ofKind[kind]()));
};

/** Declares used namespaces that are not in scope, and keeps one of several attributes with one name and namespace. */
function wellFormed(element: XmlElement, outer: ReadonlyMap<string, string> = new Map()): XmlElement {
  const used = [element.name, ...element.attributes.map(({ name }) => name)].map((name) => nameParts(name)[0]);
  const own = new Set(element.declares.map(([prefix]) => prefix));
  const isKnown = (prefix: string): boolean =>
    prefix === '' || prefix === 'xml' || outer.has(prefix) || own.has(prefix);
  const lacking = [...new Set(used)].filter((prefix) => !isKnown(prefix));
  const declares = [
    ...element.declares,
    ...lacking.map((prefix): Binding => [prefix, `urn:of:${prefix.codePointAt(0)}`]),
  ];
  const scope = declares.length === 0 ? outer : new Map([...outer, ...declares]);
  const attributes = new Map<string, XmlAttribute>();
  for (const attribute of element.attributes) {
    const [prefix, local] = nameParts(attribute.name);
    attributes.set(`${prefix === '' ? '' : scope.get(prefix)} ${local}`, attribute);
  }
  const children = element.children.map((child) => (child.kind === 'element' ? wellFormed(child, scope) : child));
  return { ...element, declares, attributes: [...attributes.values()], children };
}

/** Trees of a kind. */
export function trees(kind: TreeKind): fc.Arbitrary<XmlElement> {
  const weights: Weights = KINDS[kind];
  return elements(weights, weights.depth ?? 3).map((element) => wellFormed(element));
}

/** Documents that are trees of a kind. */
export const documentsOf = (kind: TreeKind): fc.Arbitrary<DocumentTree> =>
  fc.record({ before: fc.constant([]), root: trees(kind), after: fc.constant([]), seed: fc.nat() });

const outside = fc.array(fc.oneof<fc.Arbitrary<TreeNode>[]>(comments, instructions), { maxLength: 3 });

/** Documents with content beside their element. */
export const documents: fc.Arbitrary<DocumentTree> = fc.record({
  before: outside,
  root: trees('comments'),
  after: outside,
  seed: fc.nat(),
});
