import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { type Complaint, complaintAt, type Place } from './complaints.js';
import { readInput } from './input.js';
import { pointerOf } from './pointers.js';

/** The most bytes and the most aliases of a YAML file. The parser reads several hundred thousand bytes per second. */
const LIMIT = 1024 * 1024;
const MOST_ALIASES = 100;

/** Keys and indexes from the top of a file to a value. */
export type Path = readonly (string | number)[];

/** One file as plain data, with the place of each value. */
export interface Source {
  readonly file: string;
  readonly data: unknown;
  /** Place of the value at `path`, or of the nearest value around it if there is none. */
  readonly at: (path: Path) => Place;
  /** Place of the last key of `path`, instead of its value. */
  readonly atKey: (path: Path) => Place;
}

export type ParseResult =
  | { readonly ok: true; readonly source: Source }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

interface YamlPositions {
  readonly document: Document;
  readonly lines: LineCounter;
}

/**
 * Reads a YAML file that starts with the comment naming its JSON Schema.
 * @param file relative to `root`, with `/` between folders
 * @param schema path of the schema that the comment must name
 */
export function readYaml(root: string, file: string, schema: string): ParseResult {
  const text = readInput(join(root, file), LIMIT);
  return parsedYaml(file, text, schemaComment(text, file, schema));
}

/**
 * Reads a YAML file of a user.
 * @throws InputError if it is too large to be read in seconds
 */
export const readUsersYaml = (file: string): ParseResult => parsedYaml(file, readInput(file, LIMIT), []);

function parsedYaml(file: string, text: string, earlier: readonly Complaint[]): ParseResult {
  try {
    const positions = parse(text);
    const complaints = [
      ...earlier,
      ...syntaxErrors(positions, file),
      ...(positions.document.errors.length > 0 ? [] : oddities(positions, file)),
    ];
    if (complaints.length > 0) return { ok: false, complaints };
    return { ok: true, source: sourceOf(file, positions.document.toJS(), () => positions) };
  } catch (error) {
    // From an exhausted stack, or from aliases that expand too much.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    const found = error instanceof RangeError ? 'values nested too deeply' : 'aliases of aliases';
    return {
      ok: false,
      complaints: [complaintAt(topOf(file), found, 'a file that can be read in seconds', 'flatten it')],
    };
  }
}

/** Reads a JSON file; positions are computed only when a complaint needs one. */
export function readJsonSource(root: string, file: string): ParseResult {
  const text = readFileSync(join(root, file), 'utf8');
  try {
    return { ok: true, source: sourceOf(file, JSON.parse(text), () => parse(text)) };
  } catch (error) {
    const advice = 'run `srvspec extract` again to write it';
    return { ok: false, complaints: [complaintAt(topOf(file), String(error), 'JSON', advice)] };
  }
}

function parse(text: string): YamlPositions {
  const lines = new LineCounter();
  // The parser compares each key with all others of its map.
  const options = { lineCounter: lines, stringKeys: true, prettyErrors: false, uniqueKeys: false };
  return { document: parseDocument(text, options), lines };
}

function sourceOf(file: string, data: unknown, positions: () => YamlPositions): Source {
  let known: YamlPositions | undefined;
  const parsed = () => {
    known ??= positions();
    return known;
  };
  return {
    file,
    data,
    at: (path) => placeAt(file, parsed().lines, offsetOf(parsed().document, path), path),
    atKey: (path) => placeAt(file, parsed().lines, keyOffset(parsed().document, path), path),
  };
}

const topOf = (file: string): Place => ({ file, line: 1, column: 1, pointer: '' });

function placeAt(file: string, lines: LineCounter, offset: number, path: Path = []): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line, column: col, pointer: pointerOf(path) };
}

function offsetOf(document: Document, path: Path): number {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}

function keyOffset(document: Document, path: Path): number {
  const map = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const name = String(path.at(-1));
  const pair = isMap(map) ? map.items.find(({ key }) => isScalar(key) && key.value === name) : undefined;
  return isScalar(pair?.key) && pair.key.range ? pair.key.range[0] : offsetOf(document, path);
}

function schemaComment(text: string, file: string, schema: string): Complaint[] {
  const comment = `# yaml-language-server: $schema=${schema}`;
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  if (first === comment) return [];
  return [complaintAt(topOf(file), JSON.stringify(first), comment, 'make it the first line')];
}

function syntaxErrors({ document, lines }: YamlPositions, file: string): Complaint[] {
  return [...document.errors, ...document.warnings].map(({ message, pos: [offset] }) =>
    complaintAt(placeAt(file, lines, offset), message, 'YAML 1.2', 'correct the syntax here'),
  );
}

/** Valid YAML that was hardly meant. */
function oddities({ document, lines }: YamlPositions, file: string): Complaint[] {
  const complaints: Complaint[] = [];
  const at = ({ range }: Node): Place => placeAt(file, lines, range?.[0] ?? 0);
  let aliases = 0;
  visit(document, {
    // Integers beyond 2^53 would silently be rounded.
    Scalar(_, node) {
      if (!isInexact(node)) return;
      const expected = 'a number that a double holds exactly';
      complaints.push(complaintAt(at(node), node.source ?? '', expected, 'write a tagged value or a string'));
    },
    Map(_, node) {
      const found = 'a repeated key of a map';
      for (const key of repeatedKeys(node))
        complaints.push(complaintAt(at(key), found, 'each key once', 'remove or rename one of the two'));
    },
    // Each one is searched for in everything before it.
    Alias(_, node) {
      aliases += 1;
      if (aliases <= MOST_ALIASES) return;
      complaints.push(complaintAt(at(node), 'another alias', `at most ${MOST_ALIASES}`, 'write the value out'));
      return visit.BREAK;
    },
  });
  return complaints;
}

function repeatedKeys({ items }: YAMLMap): readonly Scalar[] {
  const known = new Set<unknown>();
  const repeated: Scalar[] = [];
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    if (known.has(key.value)) repeated.push(key);
    known.add(key.value);
  }
  return repeated;
}

const isInexact = ({ value, source = '' }: Scalar): boolean =>
  typeof value === 'number' && /^[-+]?\d+$/.test(source) && BigInt(source.replace('+', '')) !== BigInt(value);
