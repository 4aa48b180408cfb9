import { createHash } from 'node:crypto';
import type {
  BlockContent,
  DefinitionContent,
  Heading,
  List,
  ListItem,
  Root,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { DocumentId, Row, RowFile, RowKind, SectionFacts } from '../../spec/types/row.js';
import { ExtractError } from './error.js';
import { rowFacts } from './facts/facts.js';
import type { RowText } from './facts/text.js';
import { versionFactsOf } from './facts/versions.js';
import { type Draft, nameRows } from './ids.js';
import { type Fail, rowSignatures, textSignatures } from './members.js';
import { parseHead } from './signature.js';
import { cellSlug, headingSlug, slugOf } from './slug.js';
import { codeSpans, type InlinePiece, inlinePieces, normalisedText, numbersOf, textDigest } from './text.js';

/** Section of the text between the title and the first chapter. */
const INTRODUCTION = 'introduction';

interface Walk {
  readonly file: string;
  readonly drafts: Draft[];
  title: string | undefined;
  section: readonly string[];
  paragraphs: number;
  readonly sections: SectionFacts[];
}

type DocumentBlock = RootContent | BlockContent | DefinitionContent;
type TextKind = Exclude<RowKind, 'table-row'>;

/**
 * Extracts rows of facts from one document in its order. A document is UTF-8 Markdown: `#` title, `##` chapters, `###` sections,
 * paragraphs, lists, pipe tables. `file` is named in complaints.
 *
 * @throws ExtractError for other block elements, ragged tables, unreadable members and a missing or second title
 */
export function extractDocument(id: DocumentId, bytes: Uint8Array, file: string): RowFile {
  const walk: Walk = { file, drafts: [], title: undefined, section: [INTRODUCTION], paragraphs: 0, sections: [] };
  for (const block of parse(decode(bytes, file)).children) readBlock(walk, block);
  if (walk.title === undefined) throw new ExtractError(file, undefined, 'has no title (a heading with one #)');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { title, drafts, sections } = walk;
  return {
    document: { id, title, sha256 },
    rows: nameRows(id, drafts),
    sections,
    lines: drafts.map(({ line }) => line),
  };
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ExtractError(file, undefined, 'is not UTF-8');
  }
}

function parse(text: string): Root {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}

const lineOf = (node: DocumentBlock | ListItem | TableRow): number => node.position?.start.line ?? 0;

function failAt(walk: Walk, node: DocumentBlock | ListItem | TableRow): Fail {
  return (complaint) => {
    throw new ExtractError(walk.file, lineOf(node), complaint);
  };
}

function readBlock(walk: Walk, block: RootContent): void {
  switch (block.type) {
    case 'heading':
      readHeading(walk, block);
      break;
    case 'paragraph':
      walk.paragraphs += 1;
      addText(walk, block, 'paragraph', `p${walk.paragraphs}`, inlinePieces(block.children));
      break;
    case 'list':
      readList(walk, block, '');
      break;
    case 'table':
      readTable(walk, block);
      break;
    default:
      // Skipping anything else would lose statements.
      failAt(walk, block)(`${block.type} is no element of these documents`);
  }
}

function readHeading(walk: Walk, heading: Heading): void {
  const pieces = inlinePieces(heading.children);
  const fail = failAt(walk, heading);
  const [chapter] = walk.section;
  walk.paragraphs = 0;
  if (heading.depth === 1) {
    if (walk.title !== undefined) fail('second title');
    walk.title = normalisedText(pieces);
  } else if (heading.depth === 2) walk.section = [headingSlug(pieces)];
  else if (heading.depth === 3 && chapter !== undefined) walk.section = [chapter, headingSlug(pieces)];
  else fail('heading deeper than ###');
  const versions = versionFactsOf({ cells: [{ column: '', text: normalisedText(pieces) }], signatures: [], above: [] });
  if (versions.length > 0) walk.sections.push({ section: walk.section, versions });
}

/** Numbered rules and items. A list inside an item gives rows of its own, named after the item: `rule-2-item-1`. */
function readList(walk: Walk, list: List, parent: string): void {
  const kind = list.ordered === true ? 'rule' : 'item';
  list.children.forEach((item, index) => {
    const head = `${parent}${kind}-${(list.start ?? 1) + index}`;
    const pieces = item.children.flatMap((block) => itemPieces(walk, block));
    addText(walk, item, kind, head, pieces);
    for (const block of item.children) if (block.type === 'list') readList(walk, block, `${head}-`);
  });
}

function itemPieces(walk: Walk, block: BlockContent | DefinitionContent): InlinePiece[] {
  switch (block.type) {
    case 'paragraph':
      return [...inlinePieces(block.children), { kind: 'text', text: ' ' }];
    case 'list':
      return [];
    default:
      return failAt(walk, block)(`${block.type} is no element of a list here`);
  }
}

function addText(
  walk: Walk,
  node: DocumentBlock | ListItem,
  kind: TextKind,
  head: string,
  pieces: readonly InlinePiece[],
): void {
  const text = normalisedText(pieces);
  const signatures = textSignatures(pieces, failAt(walk, node));
  const rowText = { cells: [{ column: '', text }], signatures, above: [] };
  const facts = {
    kind,
    section: walk.section,
    signatures,
    versions: versionFactsOf(rowText),
    numbers: numbersOf(text),
    code: codeSpans(pieces),
    ...factsIn(rowText),
    digest: textDigest(text),
  };
  walk.drafts.push({ head, parameters: '', facts, line: lineOf(node) });
}

function readTable(walk: Walk, table: Table): void {
  const [header, ...rows] = table.children;
  const columns = (header?.children ?? []).map((cell) => normalisedText(inlinePieces(cell.children)));
  const above: RowText[] = [];
  for (const row of rows) {
    const cells = row.children.map((cell) => inlinePieces(cell.children));
    if (cells.length !== columns.length) failAt(walk, row)(`${cells.length} cells under ${columns.length} columns`);
    above.push(addTableRow(walk, row, columns, cells, [...above]));
  }
}

const factsIn = (row: RowText): Pick<Row, 'facts'> => {
  const facts = rowFacts(row);
  return Object.keys(facts).length === 0 ? {} : { facts };
};

function addTableRow(
  walk: Walk,
  row: TableRow,
  columns: readonly string[],
  cells: readonly (readonly InlinePiece[])[],
  above: readonly RowText[],
): RowText {
  const texts = cells.map(normalisedText);
  const text = texts.join(' | ');
  const signatures = rowSignatures(columns[0] ?? '', cells, failAt(walk, row));
  const rowText = {
    cells: texts.map((cell, at) => ({ column: (columns[at] ?? '').toLowerCase(), text: cell })),
    signatures,
    above,
  };
  const facts = {
    kind: 'table-row' as const,
    section: walk.section,
    signatures,
    versions: versionFactsOf(rowText),
    numbers: numbersOf(text),
    code: codeSpans(cells.flat()),
    cells: cells.map((cell, at) => ({
      column: columns[at] ?? '',
      code: codeSpans(cell),
      digest: textDigest(texts[at] ?? ''),
    })),
    ...factsIn(rowText),
    digest: textDigest(text),
  };
  walk.drafts.push({ ...tableRowName(cells[0] ?? []), facts, line: lineOf(row) });
  return rowText;
}

/** A row is named by the first member in its first cell, even if the cell only mentions it. */
function tableRowName(first: readonly InlinePiece[]): Pick<Draft, 'head' | 'parameters'> {
  const code = first.find((piece) => piece.kind === 'code');
  const member = code === undefined ? undefined : parseHead(code.text);
  if (member === undefined) return { head: cellSlug(first) || 'row', parameters: '' };
  const parameters = member.parameters === 'same' ? [] : (member.parameters ?? []);
  return { head: slugOf(member.names[0] ?? ''), parameters: slugOf(parameters.map(({ name }) => name).join(' ')) };
}
