/** 3/xml-module/xml-parse: the documents of the W3C conformance suite, in batches. */
import { readFileSync } from 'node:fs';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { probing } from '../../../language/law.js';
import type { Law, Probe } from '../../../language/trial.js';

/** A document of the suite, or the canonical form of one. */
interface ConformanceDocument {
  readonly id: string;
  readonly bytes: Buffer;
}

const FILE = new URL('../../../../../spec/3-built-ins-and-modules/xml/vectors/conformance.txt', import.meta.url);

let read: ReadonlyMap<string, readonly ConformanceDocument[]> | undefined;

/** Vectors by their section and collection: `refused ibm`. */
function sections(): ReadonlyMap<string, readonly ConformanceDocument[]> {
  read ??= parsed(readFileSync(FILE, 'utf8'));
  return read;
}

/** The sections of a text in the format of `vectors/conformance.txt`. */
export function parsed(text: string): ReadonlyMap<string, readonly ConformanceDocument[]> {
  const found = new Map<string, ConformanceDocument[]>();
  let current: ConformanceDocument[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('section ')) {
      current = [];
      found.set(line.slice('section '.length), current);
    }
    const [, id, value = ''] = /^ (\S+) (.*)$/.exec(line) ?? [];
    if (id !== undefined) current.push({ id, bytes: bytesOf(value) });
  }
  return found;
}

const bytesOf = (value: string): Buffer =>
  value.startsWith('=') ? Buffer.from(value.slice(1), 'base64url') : Buffer.from(String(JSON.parse(value)));

/** Documents of a section and a collection. */
export interface ConformanceBatch {
  readonly section: string;
  readonly collection: string;
  /** One of this number of parts, if there are many documents. */
  readonly part?: number;
  readonly parts?: number;
}

function vectorsIn({ section, collection, part = 1, parts = 1 }: ConformanceBatch): readonly ConformanceDocument[] {
  const all = sections().get(`${section} ${collection}`) ?? [];
  if (all.length === 0) throw new Error(`there are no vectors ${section} ${collection}`);
  return all.filter((_, i) => i % parts === part - 1);
}

/** For each document, in base64: `refused`, or the root's name, or its canonical form. */
const parseAll: Probe<{ readonly documents: readonly string[]; readonly serialized: boolean }> = (input, t) =>
  input.documents.map((document) => {
    const parsed = t.attempt(() => t.xml.parse(Buffer.from(document, 'base64')).$root);
    if (parsed[0] === 'threw') return 'refused';
    const root = Object(parsed[1]);
    const read = t.attempt(() => (input.serialized ? `=${t.xml.c14n(root).toString()}` : `=${root.$name}`));
    return read[0] === 'threw' ? `threw ${read[1]}` : read[1];
  });

/** The fault of the answer to the document at an index. */
type AnswerCheck = (answer: string, i: number) => string | undefined;

/** One batch in one trial; reports name the documents. */
const batch =
  (
    name: string,
    checkOf: (data: ConformanceBatch) => AnswerCheck,
    { serialized = false, documentsOf = vectorsIn } = {},
  ): Law<ConformanceBatch> =>
  (data) => {
    const documents = documentsOf(data);
    return {
      ...probing('example', {}, {}),
      probe: parseAll,
      trials: () => ({
        one: {
          input: { documents: documents.map(({ bytes }) => bytes.toString('base64')), serialized },
          shown: { documents: documents.map(({ id }) => id) },
          expect: () => all(name, documents, checkOf(data)),
        },
      }),
    };
  };

/** Every answer is right; a mistake is reported with the id of its document. */
const all = (name: string, documents: readonly ConformanceDocument[], check: AnswerCheck): Expectation =>
  satisfies(name, (value) => {
    const answers: readonly unknown[] = Array.isArray(value) ? value : [];
    const mistakes = documents.flatMap(({ id }, i) => {
      const answer = answers[i];
      const mistake = typeof answer === 'string' ? check(answer, i) : 'no answer';
      return mistake === undefined ? [] : [`${id}: ${mistake}`];
    });
    return mistakes.length === 0 || `${mistakes.length} of ${documents.length}: ${mistakes.slice(0, 10).join('; ')}`;
  });

const insteadOf = (answer: string, expected: string): string | undefined =>
  answer === expected
    ? undefined
    : `${JSON.stringify(answer).slice(0, 200)} instead of ${JSON.stringify(expected).slice(0, 200)}`;

/** Documents that are not well-formed are refused. */
export const refusesAll = batch(
  'every document is refused',
  () => (answer) => (answer === 'refused' ? undefined : 'is read'),
);

/** Well-formed documents are read, and the root has its name. */
export const readsAll = batch('every document is read, and has its root', (data) => {
  const names = vectorsIn(data).map(({ bytes }) => rootName(bytes));
  return (answer, i) => insteadOf(answer, `=${names[i]}`);
});

/** The documents whose canonical forms are in a section. */
const sourcesOf = (data: ConformanceBatch): readonly ConformanceDocument[] =>
  vectorsIn(data).map(({ id }) => {
    const found = vectorsIn({ section: 'read', collection: data.collection }).find((one) => one.id === id);
    if (found === undefined) throw new Error(`there is no document ${id}`);
    return found;
  });

/** The canonical form of the root equals that of the suite. */
export const givesFormsOfSuite = batch(
  'every root has the canonical form of the suite',
  (data) => {
    const forms = vectorsIn(data);
    return (answer, i) => insteadOf(answer, `=${forms[i]?.bytes}`);
  },
  { serialized: true, documentsOf: sourcesOf },
);

/** Only the end of each call is expected; the results are not judged. */
export const recordsAll = batch('every document has an answer', () => () => undefined);

/** The name of a document's root without its prefix: the first tag after comments, instructions and the document type. */
export function rootName(bytes: Buffer): string {
  const skipped =
    /^(?:\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE(?:[^[\]'">]|'[^']*'|"[^"]*")*(?:\[(?:<!--[\s\S]*?-->|<\?[\s\S]*?\?>|'[^']*'|"[^"]*"|[^\]'"])*\]\s*)?>)*/;
  const [, name = ''] = /^<([^\s/>]+)/.exec(textOf(bytes).replace(skipped, '')) ?? [];
  return name.slice(name.indexOf(':') + 1);
}

/** By the byte order mark; names of the suite's roots in other encodings are ASCII. */
function textOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return bytes.subarray(2).toString('utf16le');
  if (mark === 'feff')
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}
