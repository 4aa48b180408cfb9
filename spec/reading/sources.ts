import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type Scalar, visit } from 'yaml';
import { type Complaint, complaintAt, type Place } from './complaints.js';
import { readInput } from './input.js';

/** Keys and indexes from the top of a file down to a value. */
export type Path = readonly (string | number)[];

/** One file as plain data that still knows where each value stands. */
export interface Source {
  readonly file: string;
  readonly data: unknown;
  /** Place of the value at `path`; of the nearest value around it when there is none. */
  readonly at: (path: Path) => Place;
  /** Place of the last key of `path`, rather than of its value. */
  readonly atKey: (path: Path) => Place;
}

export type Parsed =
  | { readonly ok: true; readonly source: Source }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

interface Positions {
  readonly document: Document;
  readonly lines: LineCounter;
}

/** JSON pointer (RFC 6901) of a path. */
export const pointerOf = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Path of a JSON pointer; indexes stay strings. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * Reads a YAML file that starts with the comment naming its JSON Schema.
 * @param file relative to `root`, with `/` between folders
 * @param schema path of the schema as the comment must name it
 */
export function readYaml(root: string, file: string, schema: string): Parsed {
  const text = readInput(join(root, file));
  const positions = parse(text);
  const complaints = [
    ...schemaComment(text, file, schema),
    ...syntaxErrors(positions, file),
    ...inexactNumbers(positions, file),
  ];
  if (complaints.length > 0) return { ok: false, complaints };
  return { ok: true, source: sourceOf(file, positions.document.toJS(), () => positions) };
}

/** Reads a JSON file; positions are worked out only when a complaint asks for one. */
export function readJson(root: string, file: string): Parsed {
  const text = readFileSync(join(root, file), 'utf8');
  try {
    return { ok: true, source: sourceOf(file, JSON.parse(text), () => parse(text)) };
  } catch (error) {
    const advice = 'run `srvspec extract` again to write it';
    return { ok: false, complaints: [complaintAt(topOf(file), String(error), 'JSON', advice)] };
  }
}

function parse(text: string): Positions {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false }), lines };
}

function sourceOf(file: string, data: unknown, positions: () => Positions): Source {
  let known: Positions | undefined;
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

function syntaxErrors({ document, lines }: Positions, file: string): Complaint[] {
  return [...document.errors, ...document.warnings].map(({ code, message, pos: [offset] }) => {
    const place = placeAt(file, lines, offset);
    return code === 'DUPLICATE_KEY'
      ? complaintAt(place, 'a key that its map already has', 'each key once', 'remove or rename one of the two')
      : complaintAt(place, message, 'YAML 1.2', 'correct the syntax here');
  });
}

/** Integers beyond 2^53 would silently become their neighbours. */
function inexactNumbers({ document, lines }: Positions, file: string): Complaint[] {
  const complaints: Complaint[] = [];
  visit(document, {
    Scalar(_, node) {
      if (!isInexact(node)) return;
      const expected = 'a number that a double holds exactly';
      const place = placeAt(file, lines, node.range?.[0] ?? 0);
      complaints.push(complaintAt(place, node.source ?? '', expected, 'write a tagged value or a string'));
    },
  });
  return complaints;
}

const isInexact = ({ value, source = '' }: Scalar): boolean =>
  typeof value === 'number' && /^[-+]?\d+$/.test(source) && BigInt(source.replace('+', '')) !== BigInt(value);
