/**
 * The forms of a tree in Canonical XML 1.1 and Exclusive XML Canonicalization 1.0: for a whole document, or for an element
 * with its content, without one excluded element. Written from the recommendations.
 */
import {
  type Binding,
  type DocumentTree,
  lineTo,
  nameParts,
  type TreeNode,
  type TreePath,
  type XmlElement,
} from './tree.js';

export interface CanonicalizationOptions {
  /** The element; by default the document. */
  readonly of?: TreePath | undefined;
  readonly without?: TreePath | undefined;
  readonly comments?: boolean | undefined;
  /** The prefixes that an exclusive form treats as in an inclusive one; by default the form is inclusive. */
  readonly exclusive?: readonly string[] | undefined;
}

type Namespaces = ReadonlyMap<string, string>;

/** The context of a written node: the namespaces in scope, and those that its ancestors have written. */
interface NamespaceContext {
  readonly scope: Namespaces;
  readonly rendered: Namespaces;
}

interface FormOptions {
  readonly comments: boolean;
  readonly exclusive: readonly string[] | undefined;
  readonly without: XmlElement | undefined;
}

export function canonicalize(
  document: DocumentTree,
  { of, without, comments = false, exclusive }: CanonicalizationOptions,
): string {
  const { before, root, after } = document;
  const options: FormOptions = {
    comments,
    exclusive,
    without: without === undefined ? undefined : lineTo(root, without).at(-1),
  };
  const line = lineTo(root, of ?? []);
  if (options.without !== undefined && line.includes(options.without)) return '';
  const apex = line.at(-1) ?? root;
  const ancestors = line.slice(0, -1);
  const around = { scope: inScope(ancestors), rendered: new Map() };
  const inherited = exclusive === undefined ? inheritedBy(apex, ancestors) : apex;
  const element = elementForm(inherited, around, options);
  if (of !== undefined) return element;
  const outside = (nodes: typeof before): string[] => nodes.map((node) => nodeForm(node, around, options));
  return [...outside(before), element, ...outside(after)].filter((part) => part !== '').join('\n');
}

const NO_NAMESPACES: Namespaces = new Map([['', '']]);

const declaredIn = (scope: Namespaces, declares: readonly Binding[]): Namespaces => new Map([...scope, ...declares]);

const inScope = (line: readonly XmlElement[]): Namespaces =>
  line.reduce((scope, { declares }) => declaredIn(scope, declares), NO_NAMESPACES);

/** An element with excluded ancestors inherits their language and white space; `xml:id` and others are not inherited. */
function inheritedBy(apex: XmlElement, ancestors: readonly XmlElement[]): XmlElement {
  const own = apex.attributes.map(({ name }) => name);
  const taken = ['xml:lang', 'xml:space'].flatMap((name) => {
    if (own.includes(name)) return [];
    const nearest = [...ancestors].reverse().flatMap(({ attributes }) => attributes.filter((one) => one.name === name));
    return nearest.slice(0, 1);
  });
  return { ...apex, attributes: [...apex.attributes, ...taken] };
}

function nodeForm(node: TreeNode, around: NamespaceContext, options: FormOptions): string {
  switch (node.kind) {
    case 'element':
      return node === options.without ? '' : elementForm(node, around, options);
    case 'text':
      return node.text.replace(/[&<>\r]/g, (character) => TEXT[character] ?? character);
    case 'comment':
      return options.comments ? `<!--${node.text}-->` : '';
    case 'instruction':
      return `<?${node.target}${node.data === '' ? '' : ` ${node.data}`}?>`;
  }
}

const TEXT: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const VALUE: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

const valueForm = (value: string): string =>
  value.replace(/[&<"\t\n\r]/g, (character) => VALUE[character] ?? character);

function elementForm(element: XmlElement, around: NamespaceContext, options: FormOptions): string {
  const { name, declares, attributes, children } = element;
  const scope = declaredIn(around.scope, declares);
  const shown = namespacesOf(element, scope, options).filter(
    ([prefix, uri]) => (around.rendered.get(prefix) ?? '') !== uri && (prefix === '' || uri !== ''),
  );
  const inside = { scope, rendered: declaredIn(around.rendered, shown) };
  const namespaces = [...shown]
    .sort(([a], [b]) => inOrder(a, b))
    .map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${valueForm(uri)}"`);
  const content = children.map((child) => nodeForm(child, inside, options));
  return `<${name}${namespaces.join('')}${attributesForm(attributes, scope)}>${content.join('')}</${name}>`;
}

/** The namespaces that matter at an element: all in scope, or the used and the listed ones. */
function namespacesOf({ name, attributes }: XmlElement, scope: Namespaces, { exclusive }: FormOptions): Binding[] {
  if (exclusive === undefined) return [...scope];
  const ofAttributes = attributes.map((one) => nameParts(one.name)[0]).filter((prefix) => prefix !== '');
  const used = new Set([nameParts(name)[0], ...ofAttributes]);
  const listed = new Set(exclusive.map((prefix) => (prefix === '#default' ? '' : prefix)));
  return [...scope].filter(([prefix]) => used.has(prefix) || listed.has(prefix));
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** First those without a namespace; then by namespace, then by local name. */
function attributesForm(attributes: XmlElement['attributes'], scope: Namespaces): string {
  const placed = attributes.map(({ name, value }) => {
    const [prefix, local] = nameParts(name);
    const uri = prefix === '' ? '' : prefix === 'xml' ? XML_NAMESPACE : (scope.get(prefix) ?? '');
    return { uri, local, written: ` ${name}="${valueForm(value)}"` };
  });
  return placed
    .sort((a, b) => inOrder(a.uri, b.uri) || inOrder(a.local, b.local))
    .map(({ written }) => written)
    .join('');
}

/** By code points, which is the order of bytes in UTF-8 but not of UTF-16. */
const inOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
