import fc from 'fast-check';
import load from 'libxml2-wasm/lib/libxml2raw.mjs';
import test from 'tape';
import { xmlResult } from '../../../testing/xml-realm.js';
import { fields, Memory } from './memory.js';

/** A document as text, the index of the element that is canonicalized, and the index of the excluded one. */
interface Trial {
  readonly document: string;
  readonly root: number;
  readonly excluded: number | undefined;
  readonly exclusive: boolean;
  readonly withComments: boolean;
  readonly prefixes: readonly string[];
}

const prefixes = ['', 'p', 'q', 'r'];
const namespaces = ['u:u', 'v:v', 'w:w'];
/** Bases that libxml2 joins as RFC 3986 does; it keeps dots of other paths. */
const bases = ['http://h/a/b', 'http://h', 'c/d', '/e', 'f', 'n/o/'];

/** Namespaces in scope, by prefix. */
type Scope = Readonly<Record<string, string>>;

/** Text of an element in which all prefixes are declared. */
function element(scope: Scope, levels: number): fc.Arbitrary<string> {
  const declared = fc.dictionary(fc.constantFrom(...prefixes), fc.constantFrom(...namespaces), {
    maxKeys: 2,
    noNullPrototype: true,
  });
  return fc.tuple(declared, fc.boolean()).chain(([added, isBare]) => {
    const all = { ...scope, ...added, ...(isBare ? { '': '' } : {}) };
    const declarations = Object.entries({ ...added, ...(isBare ? { '': '' } : {}) }).map(
      ([prefix, namespace]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${namespace}"`,
    );
    const name = fc.constantFrom(...['', ...Object.keys(all)].map((prefix) => (prefix === '' ? '' : `${prefix}:`)));
    return fc.record({ name, attributes: attributes(all), content: content(all, levels) }).map((parts) => {
      const whole = `${parts.name}e`;
      return `<${whole}${declarations.join('')}${parts.attributes}>${parts.content}</${whole}>`;
    });
  });
}

function attributes(scope: Scope): fc.Arbitrary<string> {
  const own = Object.keys(scope).filter((prefix) => prefix !== '');
  // One prefix for each namespace, so that no attribute occurs twice.
  const used = [...new Map(own.map((prefix) => [scope[prefix], prefix])).values()];
  const written = (name: string, value: string) => ` ${name}="${value}"`;
  const value = fc.constantFrom('', 'x', '&lt;&amp;', '&#9;&#10;&#13;', 'é😀', "&quot;'>");
  const one = (name: string) =>
    fc.option(
      value.map((text) => written(name, text)),
      { nil: '' },
    );
  const lists = ['a', 'b', 'B', ...used.map((prefix) => `${prefix}:a`)].map(one);
  const ofXml = [
    fc.option(
      fc.constantFrom('de', '').map((text) => written('xml:lang', text)),
      { nil: '', freq: 2 },
    ),
    fc.option(fc.constant(written('xml:space', 'preserve')), { nil: '', freq: 2 }),
    fc.option(
      fc.constantFrom(...bases).map((text) => written('xml:base', text)),
      { nil: '', freq: 2 },
    ),
    fc.option(fc.constant(written('xml:id', 'i')), { nil: '', freq: 2 }),
  ];
  return fc.tuple(...lists, ...ofXml).map((texts) => texts.join(''));
}

function content(scope: Scope, levels: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(
    't',
    '&gt;&lt;&amp;&#13;"',
    '<![CDATA[<&]]>',
    '<!--c-->',
    '<?p?>',
    '<?p d ?>',
    '\n  ',
    'é😀',
  );
  const child = levels === 0 ? leaf : fc.oneof(leaf, element(scope, levels - 1));
  return fc.array(child, { maxLength: 4 }).map((parts) => parts.join(''));
}

const trials: fc.Arbitrary<Trial> = fc.record({
  document: element({}, 4),
  root: fc.nat(6),
  excluded: fc.option(fc.nat(12), { nil: undefined }),
  exclusive: fc.boolean(),
  withComments: fc.boolean(),
  prefixes: fc.subarray(['p', 'q', 'r', '#default']),
});

const library = await load();
const memory = new Memory(library);
const { node: place } = fields;

/** Elements below a node of libxml2, in document order. */
function elementsIn(node: number): number[] {
  const found: number[] = [];
  for (let at = memory.number(node + place.children); at !== 0; at = memory.number(at + place.next))
    if (memory.number(at + place.type) === 1) found.push(at, ...elementsIn(at));
  return found;
}

/** Whether a node is an element or inside it. Declarations have no parent pointer, so the parent is passed. */
function isWithin(element: number | undefined, node: number, parent: number): boolean {
  if (node === element) return true;
  for (let at = parent; at !== 0; at = memory.number(at + place.parent)) if (at === element) return true;
  return false;
}

/** What the current canonicalization excludes, and its result. */
let isVisible: (node: number, parent: number) => boolean = () => true;
let written: Buffer[] = [];
const ask = library.addFunction((_: number, node: number, parent: number) => (isVisible(node, parent) ? 1 : 0), 'iiii');
const write = library.addFunction((_: number, from: number, length: number) => {
  written.push(Buffer.from(library.HEAPU8.subarray(from, from + length)));
  return length;
}, 'iiii');
const close = library.addFunction(() => 0, 'ii');

/** A list of strings that ends with a null pointer. */
function listOf(texts: readonly string[]): number {
  const places = texts.map((text) => memory.place(Buffer.from(text)) ?? 0);
  return memory.place(new Uint8Array(new Int32Array([...places, 0]).buffer)) ?? 0;
}

/** The form that libxml2 makes. */
function byLibrary({ document: text, root, excluded, exclusive, withComments, prefixes: listed }: Trial): string {
  const bytes = Buffer.from(text);
  const context = library._xmlNewParserCtxt();
  const document = library._xmlCtxtReadMemory(context, memory.place(bytes) ?? 0, bytes.length, 0, 0, 0);
  const elements = elementsIn(document);
  const [top, without] = [elements[root % elements.length], elements[excluded ?? -1]];
  isVisible = (node, parent) => isWithin(top, node, parent) && !isWithin(without, node, parent);
  written = [];
  const output = library._xmlOutputBufferCreateIO(write, close, 0, 0);
  const comments = exclusive && withComments ? 1 : 0;
  library._xmlC14NExecute(document, ask, 0, exclusive ? 1 : 2, listOf(listed), comments, output);
  library._xmlOutputBufferClose(output);
  library._xmlFreeDoc(document);
  return Buffer.concat(written).toString();
}

/** The form that the reference makes. */
function byReference(trial: Trial): unknown {
  const given = JSON.stringify({ ...trial, list: trial.prefixes.join(' ') });
  return xmlResult(
    `(({ document, root, excluded, exclusive: isExclusive, withComments, list }) => {
      const all = (node) => [node, ...node.$tags.flatMap(all)];
      const elements = all(xml.parse(document).$root);
      const [top, without] = [elements[root % elements.length], elements[excluded ?? -1]];
      return isExclusive ? exclusive(top, without, withComments, list) : c14n(top, without);
    })(JSON.parse(given))`,
    given,
  );
}

test('canonical forms agree with libxml2', (t) => {
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(trials, (trial) => {
        const [expected, actual] = [byLibrary(trial), byReference(trial)];
        if (expected !== actual) throw new Error(`libxml2: ${expected}\nreference: ${actual}`);
      }),
      { numRuns: 500 },
    ),
  );
  t.end();
});
