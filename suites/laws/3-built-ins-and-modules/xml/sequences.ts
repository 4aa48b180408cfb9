/** Sequences of changes against a model: a tree that the law changes as the rows say. */
import fc from 'fast-check';
import { encode } from '../../../language/encoding.js';
import { equal } from '../../../language/expectation.js';
import { type ModelCommand, model } from '../../../language/model.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { documentOf, type XmlElement, type XmlText } from './canonical-tree.js';
import { canonicalize } from './canonicalizer.js';
import { ATTRIBUTES, ELEMENTS, text } from './trees.js';

/** What is done, and to which node: each number is that of a child tag, counted around. */
interface TreeCommand {
  readonly at: readonly number[];
  readonly does: string;
  readonly name: string;
  readonly value: string | null;
  /** Numbers of nodes that are added: of child tags, or of those of the other document. */
  readonly of: readonly number[];
}

/** An element of the model. */
interface Live {
  readonly name: string;
  readonly attributes: Map<string, string>;
  children: (Live | XmlText)[];
}

const isLive = (node: Live | XmlText): node is Live => 'children' in node;
const tagsOf = ({ children }: Live): Live[] => children.filter(isLive);
const copyOf = (node: Live): Live => ({
  name: node.name,
  attributes: new Map(node.attributes),
  children: node.children.map((child) => (isLive(child) ? copyOf(child) : child)),
});

const live = (
  name: string,
  values: { readonly [name: string]: string },
  ...children: readonly (Live | string)[]
): Live => ({
  name,
  attributes: new Map(Object.entries(values)),
  children: children.map((child) => (typeof child === 'string' ? { kind: 'text', text: child } : child)),
});

/** As a tree that cannot be changed, which has a canonical form. */
const elementOf = ({ name, attributes, children }: Live): XmlElement => ({
  ...{ kind: 'element', name, declares: [] },
  attributes: [...attributes].map(([key, value]) => ({ name: key, value })),
  children: children.map((child) => (isLive(child) ? elementOf(child) : child)),
});

/** The document that the probe begins with. */
const start = (): Live =>
  live('r', { a: '1' }, 't', live('x', { b: '2' }, 'u', live('y', {}), 'v'), live('y', {}, 'w'), live('x', {}));

/** Nodes of the other document that the probe has, which commands add. */
const others: readonly Live[] = [
  live('x', { a: '5' }, '5', live('y', { b: '6' }, '6')),
  live('é', {}, '<'),
  live('text', {}),
  live('xy', {}, '7', live('x', {}), '8', live('x', {}, '9')),
];

const around = <T>(all: readonly T[], number: number): T | undefined => all[number % all.length];

function find(root: Live, at: readonly number[]): Live {
  let node = root;
  for (const number of at) node = around(tagsOf(node), number) ?? node;
  return node;
}

/** Every change, as the model has it. */
const CHANGES: { readonly [does: string]: (node: Live, command: TreeCommand) => void } = {
  addOther: (node, { of }) => {
    const added = around(others, of[0] ?? 0);
    if (added !== undefined) node.children.push(copyOf(added));
  },
  // What has child tags is left out: a sequence of copies of copies would grow without bounds.
  addOwn: (node, { of }) => {
    const added = around(tagsOf(node), of[0] ?? 0);
    if (added !== undefined && tagsOf(added).length === 0) node.children.push(copyOf(added));
  },
  removeChildren: (node) => {
    node.children = [];
  },
  removeNamed: (node, { name }) => {
    node.children = node.children.filter((child) => !isLive(child) || child.name !== name);
  },
  setAttribute: (node, { name, value }) => {
    if (value === null) node.attributes.delete(name);
    else node.attributes.set(name, value);
  },
  removeAttribute: (node, { name }) => {
    node.attributes.delete(name);
  },
  removeAllAttributes: (node) => node.attributes.clear(),
  setText: (node, { value }) => {
    node.children = value === null || value === '' ? [] : [{ kind: 'text', text: value }];
  },
  // Of nodes that hold no tags, tables judge it.
  setTags: (node, { of }) => {
    const tags = tagsOf(node);
    if (tags.length > 0) node.children = of.flatMap((number) => around(tags, number) ?? []).map(copyOf);
  },
};

/** How the target is told each change: as a method, or as an assignment. */
const WAYS: readonly (readonly [does: string, way: string])[] = [
  ['addOther', 'addOther'],
  ['addOwn', 'addOwn'],
  ['removeChildren', 'removeChildren'],
  ['removeNamed', 'removeNamed'],
  ['setAttribute', 'setAttribute'],
  ['setAttribute', '$attr$'],
  ['removeAttribute', 'removeAttribute'],
  ['removeAllAttributes', 'removeAllAttributes'],
  ['setText', 'setText'],
  ['setText', '$text'],
  ['setTags', '$tags'],
];

/** Character data of a node and of all that it holds. */
const contentOf = (node: Live | XmlText): string => (isLive(node) ? node.children.map(contentOf).join('') : node.text);

/** All that is read of a tree, in the end. */
const readingOf = (node: Live): unknown => [
  node.name,
  contentOf(node),
  ATTRIBUTES.map((name) => node.attributes.get(name)),
  tagsOf(node).map(readingOf),
];

const numbers = fc.array(fc.nat(5), { maxLength: 3 });

const command = ([does, way]: (typeof WAYS)[number]): fc.Arbitrary<ModelCommand<Live>> =>
  fc
    .record({
      at: numbers,
      name: fc.constantFrom<string[]>(...(does === 'removeNamed' ? ELEMENTS : ATTRIBUTES)),
      value: fc.option(text, { freq: 4 }),
      of: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
    })
    .map((drawn) => ({
      plain: encode({ ...drawn, does: way }),
      step: (root) => {
        CHANGES[does]?.(find(root, drawn.at), { ...drawn, does });
        return equal(canonicalize(documentOf(elementOf(root)), {}));
      },
    }));

const reading: ModelCommand<Live> = {
  plain: encode({ at: [], does: 'read', name: '', value: null, of: [] }),
  step: (root) => equal(readingOf(root)),
};

/** Makes a change to a node; `others` are nodes of another document. In the probe language, and lifted with the probe. */
const changeNode = (
  on: unknown,
  command: TreeCommand,
  tags: (node: unknown) => readonly unknown[],
  others: readonly unknown[],
  t: World,
): void => {
  const does = command.does;
  const first = command.of[0] || 0;
  const all = tags(on);
  const own = all[first % (all.length || 1)];
  if (does === 'addOther') t.invoke(on, 'addChild', [others[first % others.length]]);
  else if (does === 'addOwn') {
    if (own !== undefined && tags(own).length === 0) t.invoke(on, 'addChild', [own]);
  } else if (does === 'removeNamed') t.invoke(on, 'removeChildren', [command.name]);
  else if (does === '$attr$') Object(on)[`$attr$${command.name}`] = command.value;
  else if (does === '$text') Object(on).$text = command.value;
  else if (does === '$tags') {
    if (all.length > 0) Object(on).$tags = command.of.map((number) => all[number % all.length]);
  } else if (does === 'setText') t.invoke(on, does, [command.value]);
  else if (does === 'removeAttribute') t.invoke(on, does, [command.name]);
  else t.invoke(on, does, does === 'setAttribute' ? [command.name, command.value] : []);
};

export const sequences = model<object, Live, TreeCommand>({
  start,
  commands: () => WAYS.map(command),
  last: () => [reading],
  maxCommands: 20,
  probe: liftedWith((input: { readonly commands: readonly TreeCommand[] }, t, change) => {
    const document = '<r a="1">t<x b="2">u<y></y>v</x><y>w</y><x></x></r>';
    const others = '<o><x a="5">5<y b="6">6</y></x><é>&lt;</é><text></text><xy>7<x></x>8<x>9</x></xy></o>';
    const attributes = ['a', 'b', 'ab', 'A', 'ü', 'c.d', 'name', 'length'];
    const doc = t.xml.parse(document);
    const other = t.xml.parse(others);
    if (`${t.xml.serializeToString(doc)}` !== document) t.unobservable('xml.serializeToString() gives something else');
    const member = (node: unknown, name: string): unknown => Object(node)[name];
    const tags = (node: unknown): readonly unknown[] => {
      const all = member(node, '$tags');
      return Array.isArray(all) ? all : [];
    };
    const find = (at: readonly number[]): unknown =>
      at.reduce((node: unknown, number) => {
        const all = tags(node);
        return all.length === 0 ? node : all[number % all.length];
      }, doc.$root);
    function read(node: unknown): unknown {
      const values = attributes.map((name) => member(node, `$attr$${name}`));
      return [member(node, '$name'), member(node, '$text'), values, tags(node).map(read)];
    }
    return input.commands.map((command) =>
      t.attempt(() => {
        if (command.does === 'read') return read(doc.$root);
        change(find(command.at), command, tags, tags(other.$root), t);
        return t.xml.serializeToString(doc);
      }),
    );
  }, changeNode),
});
