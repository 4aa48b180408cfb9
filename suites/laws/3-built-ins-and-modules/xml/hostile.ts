/** 3/xml-module/xml-parse: documents that are meant to harm a host. */
import {
  absent,
  response as answered,
  anything,
  attempted,
  type Expectation,
  either,
  equal,
  list,
  record,
  throws,
} from '../../../language/expectation.js';
import { conversation, example } from '../../../language/law.js';
import { file, http, location, port } from '../../../language/setup.js';
import type { Law } from '../../../language/trial.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { followed, orderOn } from './documents.js';
import { NEXT } from './parse.js';

interface ExpansionRow {
  readonly entities: 'nested' | 'elements' | 'parameters' | 'quadratic';
  readonly in: 'content' | 'attribute' | 'default';
}

/** A document type and a reference: nine levels of ten references each, or one entity of 10 kB that is referred to 20,000 times. */
function entitiesOf({ entities }: ExpansionRow): readonly [subset: string, reference: string] {
  if (entities === 'quadratic') return [`<!ENTITY e '${'x'.repeat(10000)}'>`, '&e;'.repeat(20000)];
  const isParameter = entities === 'parameters';
  // A reference to a parameter entity may stand in no declaration, but it may come of one.
  const [sign, unit] = isParameter ? ['&#37;', ' '] : ['&', 'x'];
  const values = [
    entities === 'elements' ? '<x>a</x>' : unit.repeat(10),
    ...Array.from({ length: 9 }, (_, i) => `${sign}e${i};`.repeat(10)),
  ];
  const declared = values.map((value, i) => `<!ENTITY ${isParameter ? '% ' : ''}e${i} '${value}'>`).join('');
  return isParameter ? [`${declared}%e9;`, 'a'] : [declared, '&e9;'];
}

function expanding(row: ExpansionRow): string {
  const [subset, reference] = entitiesOf(row);
  const byDefault = row.in === 'default' ? `<!ATTLIST r a CDATA '${reference}'>` : '';
  const root = { content: `<r>${reference}</r>`, attribute: `<r a='${reference}'/>`, default: '<r/>' }[row.in];
  return `<!DOCTYPE r [${subset}${byDefault}]>${root}`;
}

export const refusesExpansion: Law<ExpansionRow> = example({
  input: (row) => {
    const member = row.in === 'content' ? '$text' : '$attr$a';
    const steps = [{ call: ['parse', '$source'], as: 'doc' }, { value: `$doc.$root.${member}.length` }, ...NEXT];
    return orderOn({ document: expanding(row) }, {}, steps);
  },
  probe: followed,
  expect: ({ entities, in: where }) => {
    const thrown = attempted(throws());
    // That values are there is judged elsewhere; where they are not, nothing grows.
    const harmless = where === 'content' ? [thrown] : [thrown, attempted(absent)];
    // Blanks between declarations cost nothing but time, and two hundred megabytes are there.
    const whole = entities === 'parameters' ? 1 : 200_000_000;
    const mayRead = entities === 'parameters' || entities === 'quadratic';
    const read = either(...harmless, ...(mayRead ? [attempted(whole)] : []));
    const next = [attempted(anything), attempted('next')];
    return either(list(thrown, anything, ...next), list(attempted(anything), read, ...next));
  },
});

interface SizedDocument {
  readonly of: string;
  readonly size: number;
}

/** A document of a kind and a size. In the probe language, and lifted with the probe. */
const documentOf = (of: string, size: number): string => {
  const many = (text: string): string => text.repeat(size);
  const numbered = (one: (i: number) => string): string => {
    const all: string[] = [];
    for (let i = 0; i < size; i++) all.push(one(i));
    return all.join('');
  };
  const texts: { readonly [of: string]: () => string } = {
    depth: () => `${many('<a>')}${many('</a>')}`,
    unclosed: () => many('<a>'),
    width: () => `<r>${many('<a/>')}</r>`,
    text: () => `<r>${many('x')}</r>`,
    pieces: () => `<r>${many(`<a>${'x'.repeat(1000000)}</a>`)}</r>`,
    section: () => `<r><![CDATA[${many('x')}]]></r>`,
    attribute: () => `<r a="${many('x')}"/>`,
    comment: () => `<r>a<!--${many('x')}-->b</r>`,
    attributes: () => `<r${numbered((i) => ` a${i}="${i}"`)}/>`,
    name: () => `<${many('n')}/>`,
    references: () => `<r>${many('&lt;')}</r>`,
    namespaces: () => `<r${numbered((i) => ` xmlns:p${i}="urn:${i}"`)}>${numbered((i) => `<p${i}:a/>`)}</r>`,
    parentheses: () => `<!DOCTYPE r [<!ELEMENT r ${many('(')}a${many(')')}>]><r/>`,
    entities: () => `<!DOCTYPE r [<!ENTITY e 'abc'>]><r>${many('&e;')}</r>`,
  };
  const text = texts[of];
  return text === undefined ? '' : text();
};

/** What is read of a document. */
const sized = liftedWith((input: SizedDocument, t, make) => {
  const of = input.of;
  const size = input.size;
  const member = (on: unknown, name: string): unknown => Object(on)[name];
  const depthOf = (root: unknown): number => {
    let depth = 0;
    for (let node = root; node !== undefined; node = member(node, 'a')) depth++;
    return depth;
  };
  const came = t.attempt(() => {
    const root = t.xml.parse(make(of, size)).$root;
    if (of === 'depth') return depthOf(root);
    if (of === 'width') return root.$tags.length;
    if (of === 'attribute') return `${member(root, '$attr$a')}`.length;
    if (of === 'attributes') return Number(member(root, `$attr$a${size - 1}`)) + 1;
    if (of === 'name') return root.$name.length;
    if (of === 'namespaces') return [root.$tags.length, member(root.$tags[size - 1], '$ns')];
    return root.$text.length;
  });
  return [came, t.attempt(() => t.xml.parse('<next/>').$root.$name)];
}, documentOf);

/** What is read of a document of that size. */
function wholeOf({ of, size }: SizedDocument): unknown {
  if (of === 'namespaces') return [size, `urn:${size - 1}`];
  if (of === 'entities') return size * 3;
  if (of === 'pieces') return size * 1_000_000;
  if (of === 'comment') return 2;
  return of === 'parentheses' ? 0 : size;
}

const reading = (outcome: (whole: Expectation, data: SizedDocument) => Expectation): Law<SizedDocument> =>
  example({
    input: ({ of, size }) => ({ of, size }),
    probe: sized,
    expect: (data) => list(outcome(attempted(equal(wholeOf(data))), data), attempted('next')),
  });

export const readsSize = reading((whole) => whole);

export const readsSizeOrThrows = reading((whole, { of }) => {
  const thrown = list('threw', anything);
  return of === 'unclosed' ? thrown : either(thrown, whole);
});

/** What stands outside, as an entity and as a subset; a document that holds the word has read it. */
const OUTSIDE = { entity: 'fetched', subset: '<!ENTITY e "fetched"><!ATTLIST r a CDATA "fetched">' } as const;

/** How a document refers to what is outside of it. */
const WAYS: { readonly [way: string]: { readonly of: keyof typeof OUTSIDE; readonly document: string } } = {
  entity: { of: 'entity', document: '<!DOCTYPE r [<!ENTITY e SYSTEM "@">]><r>&e;</r>' },
  parameterEntity: { of: 'subset', document: '<!DOCTYPE r [<!ENTITY % p SYSTEM "@">%p;]><r>&e;</r>' },
  subset: { of: 'subset', document: '<!DOCTYPE r SYSTEM "@"><r>&e;</r>' },
  publicSubset: { of: 'subset', document: '<!DOCTYPE r PUBLIC "-//spec//outside" "@"><r>&e;</r>' },
  inclusion: {
    of: 'entity',
    document: '<r><i:include xmlns:i="http://www.w3.org/2001/XInclude" href="@" parse="text"/></r>',
  },
  stylesheet: { of: 'entity', document: '<?xml-stylesheet href="@" type="text/xsl"?><r/>' },
  schema: {
    of: 'subset',
    document: '<r xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:noNamespaceSchemaLocation="@"/>',
  },
};

/** Addresses by what they name; `$file` and `$peer` are the case's own. */
const ADDRESSES: { readonly [from: string]: string } = {
  file: 'file://$file',
  url: 'file://localhost$file',
  path: '$file',
  peer: 'http://$peer/outside',
  ftp: 'ftp://$peer/outside',
};

const readsAll = (r: HttpRequest, t: World): void => {
  const input: { readonly document: string } = t.input(r);
  const variable = (name: string): string => `${r.variables[name]}`;
  const text = input.document
    .replace('$entity', variable('spec_entity'))
    .replace('$subset', variable('spec_subset'))
    .replace('$peer', variable('spec_peer'));
  const parsed = t.attempt(() => t.xml.parse(text).$root);
  const root: { readonly [name: string]: unknown } = Object(parsed[1]);
  const read = parsed[0] === 'threw' ? [] : [t.attempt(() => root.$text), t.attempt(() => root.$attr$a)];
  const serialized = t.attempt(() => t.xml.c14n(root).toString());
  t.answer(r, {
    fetched: t.json([read, serialized]).indexOf('fetched') >= 0,
    next: t.xml.parse('<next/>').$root.$name,
  });
};

/** Whatever becomes of the document, neither the file nor the peer has a part in it. */
export const fetchesNothing = conversation({
  needs: ['exchange', 'peers', 'file-system'],
  setup: [
    http(
      location('/outside', {
        set: [
          ['$spec_entity', file('xml-entity.txt', OUTSIDE.entity)],
          ['$spec_subset', file('xml-subset.dtd', OUTSIDE.subset)],
          ['$spec_peer', port('peer')],
        ],
        js_content: readsAll,
      }),
    ),
  ],
  hold: async ({ way, from }: { readonly way: string; readonly from: string }, { host, peer }, at) => {
    const { of, document } = WAYS[way] ?? { of: 'entity', document: '' };
    const other = peer('peer').answering(() => `HTTP/1.0 200 OK\r\n\r\n${OUTSIDE[of]}`);
    const address = `${ADDRESSES[from]}`.replace('$file', `$${of}`);
    const response = await host.request({
      target: at('/outside'),
      input: { document: document.replace('@', address) },
    });
    return { response, connections: other.connections() };
  },
  expect: () => record({ response: answered({ answer: record({ fetched: false, next: 'next' }) }), connections: 0 }),
});
