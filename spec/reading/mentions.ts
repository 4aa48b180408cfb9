import type { Plain, Requirement, RequirementFile, Scope } from '../types/requirement.js';
import type { Row } from '../types/row.js';

/** A requirement with the file whose tables its cases may use. */
interface Citation {
  readonly requirement: Requirement;
  readonly file: RequirementFile;
}

/**
 * The words of requirements, in the forms that rows are compared in. Requirements spell a member in many ways:
 * `buf.readInt8(0)` in a sentence, `buffer.read-int8` in an id, `readInt8` in a table; all count.
 */
export interface Vocabulary {
  /** Letters and digits of each name, in lower case: `freespace` for `freeSpace` and `free-space`. */
  readonly names: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  readonly versions: ReadonlySet<string>;
  /** All texts unchanged. */
  readonly texts: ReadonlySet<string>;
}

const VERSION = /\d+\.\d+\.\d+/g;
const NAME = /^[\w$.*-]+$/;
const NUMBER = /-?(?:0[xob][0-9a-f]+|\d+(?:\.\d+)?)/gi;

/** The words of a requirement: ids, sentences, bounds, `mentions`, laws and the data of cases. */
export function vocabularyOf(citation: Citation): Vocabulary {
  const texts = new Set(textsOf(citation));
  // A name, version or number does not continue after the end of a line.
  const lines = [...texts].join('\n');
  return {
    texts,
    names: new Set(namesIn(lines)),
    versions: new Set(lines.match(VERSION) ?? []),
    numbers: new Set(numbersIn(lines)),
  };
}

/** The words of all of them. */
export function joinVocabularies(all: readonly Vocabulary[]): Vocabulary {
  return {
    texts: new Set(all.flatMap(({ texts }) => [...texts])),
    names: new Set(all.flatMap(({ names }) => [...names])),
    versions: new Set(all.flatMap(({ versions }) => [...versions])),
    numbers: new Set(all.flatMap(({ numbers }) => [...numbers])),
  };
}

/** Versions, numbers and code identifiers of a row that the vocabulary lacks, as the row writes them. */
export function unmentioned(row: Row, vocabulary: Vocabulary): readonly string[] {
  const codes = [...row.code, ...row.signatures.map(({ name }) => name)];
  const missing = [
    ...row.versions.map(({ version }) => version).filter((version) => !vocabulary.versions.has(version)),
    ...row.numbers.filter((number) => !mentionsNumber(number, vocabulary)),
    ...codes.filter((code) => !mentionsCode(code, vocabulary)),
  ];
  return [...new Set(missing)];
}

function textsOf({ requirement, file }: Citation): string[] {
  const { id, says, mentions = [], members = [], cases = [] } = requirement;
  const applied = cases.flatMap((application) => {
    const { law, each, table, with: shared, over } = application;
    const rows = [table ?? []].flat().flatMap((name) => [name, ...plainTexts(file.tables?.[name] ?? null)]);
    return [
      ...(law === undefined ? [] : [law]),
      ...scopeTexts(application),
      ...plainTexts(each ?? null),
      ...rows,
      ...plainTexts(shared ?? null),
      ...plainTexts(over ?? null),
    ];
  });
  return [id, says, ...scopeTexts(requirement), ...mentions, ...members, ...applied];
}

const scopeTexts = ({ since, until }: Scope): string[] => [since ?? [], until ?? []].flat();

/** Keys and values of data, each as text. */
function plainTexts(data: Plain): string[] {
  if (typeof data !== 'object' || data === null) return [String(data)];
  return Object.entries(data).flatMap(([key, value]) => [key, ...plainTexts(value)]);
}

const normal = (name: string): string => name.replace(/[^a-zA-Z0-9]/g, '').toLowerCase();

/** Names between dots, and their parts between hyphens. */
const namesIn = (text: string): string[] =>
  [...new Set(text.match(/[\w$.-]+/g) ?? [])]
    .flatMap((run) => run.split('.'))
    .flatMap((name) => [name, ...name.split('-')])
    .map(normal);

const numbersIn = (text: string): number[] =>
  (text.replace(VERSION, ' ').match(NUMBER) ?? []).map(numberOf).flatMap((number) => [number, Math.abs(number)]);

/** `Number` reads `0x10` but not `-0x10`. */
const numberOf = (text: string): number => (text.startsWith('-') ? -Number(text.slice(1)) : Number(text));

/** A formula, such as a power, must be written in the same way. */
function mentionsNumber(text: string, vocabulary: Vocabulary): boolean {
  const number = numberOf(text);
  return Number.isNaN(number) ? isWritten(text, vocabulary) : vocabulary.numbers.has(number);
}

const isWritten = (text: string, { texts }: Vocabulary): boolean => [...texts].some((known) => known.includes(text));

/**
 * A call or a path is mentioned by its last name, `readInt16BE/LE` by both, and a phrase by every name. Text that is not a
 * name (`;`, `application/json`) must be identical, and so must names of one letter, which are common in prose.
 */
function mentionsCode(code: string, vocabulary: Vocabulary): boolean {
  const bare = withoutBrackets(code);
  if (bare === '') return vocabulary.texts.has(bare);
  if (/^-?\d/.test(bare) && Number.isFinite(numberOf(bare))) return vocabulary.numbers.has(numberOf(bare));
  const names = variants(bare);
  if (names.every((name) => NAME.test(name))) return names.every((name) => mentionsName(name, vocabulary));
  return isWritten(bare, vocabulary) || (/[\s=]/.test(bare) && mentionsWords(bare, vocabulary));
}

function mentionsWords(phrase: string, { names }: Vocabulary): boolean {
  const words = namesIn(phrase).filter((name) => name.length > 1);
  return words.length > 0 && words.every((word) => names.has(word));
}

/** Drops quotes around the whole, arguments, indexes and placeholders; text that is only brackets is kept. */
function withoutBrackets(code: string): string {
  const unquoted = code.replace(/^(['"])(.*)\1$/, '$2');
  const bare = unquoted
    .replace(/\(.*\)|\[.*\]|\{.*\}/g, '')
    .replace(/<[^>]*>/g, '*')
    .trim();
  return bare === '' || bare === '*' ? unquoted.replace(/^[[({<]|[\])}>]$/g, '').trim() : bare;
}

/** `readInt16BE/LE` is two names: the second ending replaces the first. */
function variants(bare: string): string[] {
  const [, name = bare, endings = ''] = /^([\w$.]+?)((?:\/[A-Z]+)+)$/.exec(bare) ?? [];
  const others = endings.split('/').filter((ending) => ending !== '');
  return [name, ...others.map((ending) => name.slice(0, -ending.length) + ending)];
}

/** A name is mentioned by its last part. A name that ends with `*` is mentioned by any longer one. */
function mentionsName(path: string, vocabulary: Vocabulary): boolean {
  const name = path.split('.').findLast((part) => part !== '') ?? path;
  if (normal(name).length < 2) return vocabulary.texts.has(name);
  return name.endsWith('*') ? isWritten(name.slice(0, -1), vocabulary) : vocabulary.names.has(normal(name));
}
