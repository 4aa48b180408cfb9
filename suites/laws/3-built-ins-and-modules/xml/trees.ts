/** Trees of XML as laws draw them: what they are, and how they may be written. */
import fc from 'fast-check';

interface ResolvedAttribute {
  readonly prefix: string;
  readonly name: string;
  readonly ns: string;
  readonly value: string;
}

/** Text that is written as such or as a CDATA section, and what is no content. */
interface LeafNode {
  readonly kind: 'text' | 'cdata' | 'comment' | 'instruction';
  readonly value: string;
}

export interface ResolvedElement {
  readonly kind: 'element';
  readonly prefix: string;
  readonly name: string;
  /** Name of the namespace; empty for none. */
  readonly ns: string;
  /** Namespaces that it declares, by prefix. */
  readonly declares: readonly (readonly [prefix: string, ns: string])[];
  readonly attributes: readonly ResolvedAttribute[];
  readonly children: readonly ResolvedNode[];
}

type ResolvedNode = ResolvedElement | LeafNode;

const isElement = (node: ResolvedNode): node is ResolvedElement => node.kind === 'element';
export const childElements = ({ children }: ResolvedElement): readonly ResolvedElement[] => children.filter(isElement);

/** Character data of the node and of all that it holds. */
export const textContent = (node: ResolvedNode): string => {
  if (isElement(node)) return node.children.map(textContent).join('');
  return node.kind === 'text' || node.kind === 'cdata' ? node.value : '';
};

/** Characters that are written in a way of their own somewhere, and some of each length in UTF-8. */
const character = fc.constantFrom(
  ...['a', 'b', ' ', '\n', '\t', '\r', '<', '>', '&', '"', "'", ']', ']]>', '-', '?', ';', '#', 'é', '€', '😀', '\x7f', '\u2028', '\ufffd'],
); // biome-ignore format: a list
export const text: fc.Arbitrary<string> = fc.string({ unit: character, maxLength: 8 });

const other: fc.Arbitrary<LeafNode> = fc.oneof(
  { weight: 4, arbitrary: text.map((value): LeafNode => ({ kind: 'text', value })) },
  text.map((value): LeafNode => ({ kind: 'cdata', value: value.replaceAll('\r', '').replaceAll(']]>', '') })),
  text.map((value): LeafNode => ({ kind: 'comment', value: value.replaceAll(/[-\r]/g, '') })),
  text.map((value): LeafNode => ({ kind: 'instruction', value: value.replaceAll(/[?\r]/g, '').trimStart() })),
);

/** Few names, so that they repeat; some are like members, some like each other. */
export const ELEMENTS = ['x', 'y', 'xy', 'X', 'é', 'a-b', 'text', 'tags', 'length'] as const;
export const ATTRIBUTES = ['a', 'b', 'ab', 'A', 'ü', 'c.d', 'name', 'length'] as const;

/** Names of namespaces by the numbers that are drawn; the first one is none. */
const SPACES = ['', 'urn:one', 'urn:two'] as const;

/** A tree as it is drawn, before it is known which prefixes have a meaning where. */
interface TreeDraft {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string, prefixed: boolean])[];
  readonly children: readonly (TreeDraft | LeafNode)[];
  /** Numbers of the namespaces that are declared for no prefix, and for `p`; beyond the last, none is. */
  readonly spaces: readonly [unprefixed: number, prefixed: number];
  readonly isPrefixed: boolean;
}

const isOther = (of: TreeDraft | LeafNode): of is LeafNode => 'kind' in of;

const drawnTree = (depth: number, namespaces: boolean): fc.Arbitrary<TreeDraft> => {
  const spaces = namespaces ? fc.tuple(fc.nat(6), fc.nat(6)) : fc.constant([9, 9] as const);
  const children = depth === 0 ? [other] : [other, drawnTree(depth - 1, namespaces), drawnTree(depth - 1, namespaces)];
  return fc.record({
    name: fc.constantFrom(...ELEMENTS),
    attributes: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...ATTRIBUTES), text, namespaces ? fc.boolean() : fc.constant(false)),
      { maxLength: 4, selector: ([name]) => name },
    ),
    children: fc.array(fc.oneof(...children), { maxLength: 4 }),
    spaces,
    isPrefixed: namespaces ? fc.boolean() : fc.constant(false),
  });
};

/** Every element with an attribute `id` of its own, by which it is told from others. */
function resolved(drawn: TreeDraft, scope: { readonly [prefix: string]: string }, id: () => string): ResolvedElement {
  const [unprefixed, prefixed] = drawn.spaces.map((number) => SPACES[number]);
  const declares = [
    ...(unprefixed === undefined ? [] : [['', unprefixed] as const]),
    // A prefix cannot be taken back.
    ...(prefixed === undefined || prefixed === '' ? [] : [['p', prefixed] as const]),
  ];
  const inside: { readonly [prefix: string]: string } = { ...scope, ...Object.fromEntries(declares) };
  const prefix = drawn.isPrefixed && inside.p !== undefined ? 'p' : '';
  const attributes = drawn.attributes.map(([name, value, wanted]): ResolvedAttribute => {
    const ns = wanted ? inside.p : undefined;
    return { prefix: ns === undefined ? '' : 'p', name, ns: ns ?? '', value };
  });
  return {
    kind: 'element',
    prefix,
    name: drawn.name,
    ns: inside[prefix] ?? '',
    declares,
    attributes: [{ prefix: '', name: 'id', ns: '', value: id() }, ...attributes],
    children: drawn.children.map((child) => (isOther(child) ? child : resolved(child, inside, id))),
  };
}

/** Trees, up to four elements deep. */
export const trees = (namespaces: boolean): fc.Arbitrary<ResolvedElement> =>
  drawnTree(3, namespaces).map((drawn) => {
    let last = 0;
    return resolved(drawn, {}, () => `${++last}`);
  });

/** Numbers below a bound, one after the other, that follow from a seed: how things are written in each place. */
type Chooser = (bound: number) => number;

export function choices(seed: number): Chooser {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % bound;
  };
}

const ENTITIES: { readonly [character: string]: string } = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A character as it is, or as one of its references where it need not be. */
function reference(character: string, choose: Chooser, must: boolean): string {
  const code = character.codePointAt(0) ?? 0;
  const ways = [
    ENTITIES[character],
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#x0${code.toString(16).toUpperCase()};`,
  ];
  const way = choose(must ? 4 : 12);
  return way < 4 ? (ways[way] ?? `&#${code};`) : character;
}

const characters = (value: string, choose: Chooser, must: string): string =>
  [...value].map((one) => reference(one, choose, must.includes(one))).join('');

/** A tree as a document may have it: the same one whatever is chosen. */
export function sourceOf(node: ResolvedNode, choose: Chooser): string {
  switch (node.kind) {
    case 'text':
      return characters(node.value, choose, '<&>\r');
    case 'cdata':
      return `<![CDATA[${node.value}]]>`;
    case 'comment':
      return `<!--${node.value}-->`;
    case 'instruction':
      return `<?to${node.value === '' ? '' : ` ${node.value}`}?>`;
    case 'element':
      return writtenElement(node, choose);
  }
}

const BLANKS = [' ', '  ', '\n', '\t', ' \r\n '] as const;
const tagOf = ({ prefix, name }: { readonly prefix: string; readonly name: string }): string =>
  prefix === '' ? name : `${prefix}:${name}`;

function writtenElement(element: ResolvedElement, choose: Chooser): string {
  const blank = (): string => BLANKS[choose(BLANKS.length)] ?? ' ';
  const value = (of: string): string => {
    const quote = choose(2) === 0 ? '"' : "'";
    return `${quote}${characters(of, choose, `<&\t\n\r${quote}`)}${quote}`;
  };
  const attributes = [
    ...element.declares.map(([prefix, ns]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, ns] as const),
    ...element.attributes.map((one) => [tagOf(one), one.value] as const),
  ].map(([name, of]) => `${blank()}${name}${choose(4) === 0 ? ' = ' : '='}${value(of)}`);
  const head = `<${tagOf(element)}${attributes.join('')}${choose(3) === 0 ? blank() : ''}`;
  if (element.children.length === 0 && choose(2) === 0) return `${head}/>`;
  const inner = element.children.map((child) => sourceOf(child, choose)).join('');
  return `${head}>${inner}</${tagOf(element)}${choose(3) === 0 ? blank() : ''}>`;
}
