/** 3/xml-module/xml-parse: documents that could harm a host. */
import type { Plain } from '../../../../spec/types/requirement.js';
import {
  absent,
  response as answered,
  anything,
  attempted,
  type Expectation,
  either,
  list,
  record,
  throws,
} from '../../../language/expectation.js';
import { conversation, example } from '../../../language/law.js';
import { file, http, location, port } from '../../../language/setup.js';
import type { Law, Probe } from '../../../language/trial.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { followed, orderOn } from './documents.js';
import { NEXT } from './parse.js';

interface ExpansionRow {
  readonly entities: 'nested' | 'elements' | 'parameters' | 'quadratic';
  readonly in: 'content' | 'attribute' | 'default';
}

/** A document type and a reference: nine levels of ten references each, or one entity of 10 kB with 20,000 references. */
function entitiesOf({ entities }: ExpansionRow): readonly [subset: string, reference: string] {
  if (entities === 'quadratic') return [`<!ENTITY e '${'x'.repeat(10000)}'>`, '&e;'.repeat(20000)];
  const isParameter = entities === 'parameters';
  // A declaration may not contain a reference to a parameter entity, but such a reference may expand to one.
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
    // Other requirements judge whether values exist; if they do not, nothing grows.
    const harmless = where === 'content' ? [thrown] : [thrown, attempted(absent)];
    // Blanks between declarations only take time, and two hundred megabytes exist.
    const whole = entities === 'parameters' ? 1 : 200_000_000;
    const mayRead = entities === 'parameters' || entities === 'quadratic';
    const read = either(...harmless, ...(mayRead ? [attempted(whole)] : []));
    const next = [attempted(anything), attempted('next')];
    return either(list(thrown, anything, ...next), list(attempted(anything), read, ...next));
  },
});

/** Text, or a unit that is repeated so often, or as often as the row says; `#` in it is the number of the repetition. */
type DocumentPart = string | readonly [unit: string | readonly DocumentPart[], times?: number];

interface SizedRow {
  readonly parts: readonly DocumentPart[];
  readonly size: number;
  /** Path from the root to the value, by default the length of its text; without one, nested elements `a` are counted. */
  readonly reads?: readonly (string | number)[];
  /** The value of the whole document, by default the size; none if it is not well-formed. */
  readonly whole?: Plain;
}

interface SizedReading extends Pick<SizedRow, 'parts' | 'size'> {
  readonly path: readonly (string | number)[];
}

/** Creates a document and reads it. */
const readSized: Probe<SizedReading> = (input, t) => {
  const written = (part: DocumentPart): string => {
    if (typeof part === 'string') return part;
    const unit = typeof part[0] === 'string' ? part[0] : part[0].map(written).join('');
    const times = part[1] || input.size;
    if (unit.indexOf('#') < 0) return unit.repeat(times);
    const all: string[] = [];
    for (let i = 0; i < times; i++) all.push(unit.split('#').join(`${i}`));
    return all.join('');
  };
  const member = (on: unknown, name: string | number): unknown => Object(on)[name];
  const came = t.attempt(() => {
    const root = t.xml.parse(input.parts.map(written).join('')).$root;
    if (input.path.length > 0) return input.path.reduce(member, root);
    let depth = 0;
    for (let node: unknown = root; node !== undefined; node = member(node, 'a')) depth++;
    return depth;
  });
  return [came, t.attempt(() => t.xml.parse('<next/>').$root.$name)];
};

const reading = (outcome: (row: SizedRow) => Expectation): Law<SizedRow> =>
  example({
    input: ({ parts, size, reads: path = ['$text', 'length'] }) => ({ parts, size, path }),
    probe: readSized,
    expect: (row) => list(outcome(row), attempted('next')),
  });

const whole = ({ whole: expected, size }: SizedRow): Expectation => attempted(expected ?? size);

export const readsSize = reading(whole);

export const readsSizeOrThrows = reading((row) =>
  row.whole === null ? attempted(throws()) : either(attempted(throws()), whole(row)),
);

/** External content, as an entity and as a subset; a document that has loaded it contains the word. */
const OUTSIDE = { entity: 'fetched', subset: '<!ENTITY e "fetched"><!ATTLIST r a CDATA "fetched">' } as const;

/** A document that refers to an external entity or subset by the address `@`. */
interface OutsideRow {
  readonly of: keyof typeof OUTSIDE;
  readonly document: string;
  readonly from: string;
}

/** Addresses by what they name; `$file` and `$peer` belong to the case. */
const ADDRESSES: { readonly [from: string]: string } = {
  file: 'file://$file',
  url: 'file://localhost$file',
  path: '$file',
  peer: 'http://$peer/outside',
  ftp: 'ftp://$peer/outside',
};

const readsAll = (r: HttpRequestObject, t: World): void => {
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

/** Whatever the result of the document, neither the file nor the peer is used. */
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
  hold: async ({ of, document, from }: OutsideRow, { host, peer }, at) => {
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
