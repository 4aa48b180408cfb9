/** Trees that are drawn: each kind of them has much of one thing, and `mixed` has something of all. */
import fc from 'fast-check';
import { unicodeText } from '../../support/arbitraries.js';
import {
  type Binding,
  type DocumentTree,
  type ElementStyle,
  nameParts,
  type TreeNode,
  type XmlAttribute,
  type XmlComment,
  type XmlElement,
  type XmlInstruction,
  type XmlText,
} from './canonical-tree.js';

/** Names whose order differs by code points, by UTF-16 units, by letters without case and by length. */
export const NAMES = [
  'a', 'b', 'B', 'ab', 'aB', 'a-b', 'a.b', 'a_b', 'a0', '_', 'é', 'ﷰ', '\u{10000}', 'name', 'Name',
] as const; // biome-ignore format: a list
export const PREFIXES = ['p', 'q', 'pq', 'P', 'p0', 'é', '_'] as const;
/** None is relative, which canonical forms refuse. Their order is another than that of the prefixes. */
const NAMESPACES = [
  'urn:z', 'urn:a', 'urn:a:b', 'URN:b', 'http://example.org/', 'http://example.org/?a=1', 'http://example.org/a', "urn:'a'",
] as const; // biome-ignore format: a list

export type TreeKind = keyof typeof KINDS;

interface Weights {
  readonly namespaces?: number;
  readonly attributes?: number;
  readonly xml?: boolean;
  readonly children: readonly ('element' | 'text' | 'comment' | 'instruction')[];
  readonly depth?: number;
  readonly text?: 'plain' | 'any';
}

const KINDS = {
  namespaces: { namespaces: 3, attributes: 1, children: ['element'] },
  attributes: { namespaces: 1, attributes: 6, children: ['element'], depth: 1, text: 'any' },
  text: { children: ['element', 'text', 'text', 'text'], depth: 2, text: 'any' },
  comments: { children: ['element', 'comment', 'text', 'comment'] },
  instructions: { children: ['element', 'instruction', 'text', 'instruction'] },
  'xml-attributes': { attributes: 1, xml: true, children: ['element'], depth: 4 },
  // Elements and their attributes alone.
  data: { attributes: 3, children: ['element'] },
  mixed: { namespaces: 2, attributes: 2, xml: true, children: ['element', 'element', 'text', 'comment', 'instruction'], text: 'any' },
} as const satisfies { readonly [kind: string]: Weights }; // biome-ignore format: a table

/** Characters that may stand in a document. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const SPECIAL = fc.string({
  unit: fc.constantFrom(...'<>&"\'\t\n\r ]]>a;', '&amp;', 'é', '\u0085', '\u2028', '😀'),
  maxLength: 12,
});
export const someText = fc.oneof(
  SPECIAL,
  unicodeText(8).map((text) => text.replace(NOT_XML, '\t')),
);
const plainText = fc.constantFrom('', 'x', 'y z', ' ', '1', '\n  ');
const textOf = ({ text }: Weights): fc.Arbitrary<string> => (text === 'any' ? someText : plainText);

const texts = (weights: Weights): fc.Arbitrary<XmlText> =>
  fc.record({
    kind: fc.constant('text' as const),
    text: textOf(weights),
    spelled: fc.constantFrom(...(['plain', 'plain', 'windows', 'section', 'decimal', 'hexadecimal'] as const)),
  });

/** Text of comments and instructions, in which no reference is read. */
const raw = someText.map((text) => text.replaceAll('\r', ' ').replaceAll('-', '=').replaceAll('?>', '? >'));

export const comments: fc.Arbitrary<XmlComment> = raw.map((text) => ({ kind: 'comment', text }));

export const instructions: fc.Arbitrary<XmlInstruction> = fc.record({
  kind: fc.constant('instruction' as const),
  target: fc.constantFrom('a', 'B', 'x-ml', 'é', '_'),
  data: raw.map((text) => text.replace(/^[\t\n ]+/, '')),
  gap: fc.constantFrom(' ', '   ', '\n', '\t '),
});

const styles: fc.Arbitrary<ElementStyle> = fc.record({
  quote: fc.constantFrom<ElementStyle['quote'][]>('"', "'"),
  gap: fc.constantFrom(' ', '  ', '\n', '\t'),
  isReversed: fc.boolean(),
  isShort: fc.boolean(),
  references: fc.constantFrom<ElementStyle['references'][]>('decimal', 'hexadecimal'),
});

const declarations = (most: number): fc.Arbitrary<Binding[]> => {
  const uri = fc.constantFrom(...NAMESPACES);
  const prefixed = fc.tuple(fc.constantFrom(...PREFIXES), uri);
  const byDefault = fc.tuple(fc.constant(''), fc.oneof(uri, fc.constant('')));
  return fc.uniqueArray(fc.oneof(prefixed, prefixed, byDefault), { maxLength: most, selector: ([prefix]) => prefix });
};

/** Names of elements and attributes, half of them with a prefix where there are namespaces. */
function names({ namespaces = 0 }: Weights): fc.Arbitrary<string> {
  const local = fc.constantFrom(...NAMES);
  if (namespaces === 0) return local;
  const prefixed = fc.tuple(fc.constantFrom(...PREFIXES), local).map(([prefix, name]) => `${prefix}:${name}`);
  return fc.oneof(local, prefixed);
}

function attributeLists(weights: Weights): fc.Arbitrary<XmlAttribute[]> {
  const { attributes = 0, xml = false } = weights;
  const usual = fc.record({ name: names(weights), value: textOf(weights) });
  const language = fc.record({ name: fc.constant('xml:lang'), value: fc.constantFrom('', 'de', 'en-GB') });
  const space = fc.record({ name: fc.constant('xml:space'), value: fc.constantFrom('preserve', 'default') });
  const one = xml ? fc.oneof(usual, language, space) : usual;
  return fc.uniqueArray(one, { maxLength: attributes + (xml ? 1 : 0), selector: ({ name }) => name });
}

const elements = (weights: Weights, depth: number): fc.Arbitrary<XmlElement> =>
  fc.record({
    kind: fc.constant('element' as const),
    name: names(weights),
    declares: declarations(weights.namespaces ?? 0),
    attributes: attributeLists(weights),
    children: depth === 0 ? fc.constant([]) : fc.array(nodes(weights, depth), { maxLength: 4 }),
    style: styles,
  });

/** Those that a tree of such depth has. */
const nodes = (weights: Weights, depth: number): fc.Arbitrary<TreeNode> => {
  const ofKind = {
    element: () => elements(weights, depth - 1),
    text: () => texts(weights),
    comment: () => comments,
    instruction: () => instructions,
  };
  return fc.oneof(...weights.children.map((kind): fc.Arbitrary<TreeNode> => ofKind[kind]()));
};

/** Declares what is used and not in scope, and keeps but one of the attributes that would have the same name in the same namespace. */
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

const outside = fc.array(fc.oneof<fc.Arbitrary<XmlComment | XmlInstruction>[]>(comments, instructions), {
  maxLength: 3,
});

/** Documents with something beside their element. */
export const documents: fc.Arbitrary<DocumentTree> = fc.record({
  before: outside,
  root: trees('comments'),
  after: outside,
});
