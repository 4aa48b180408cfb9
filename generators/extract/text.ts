import { createHash } from 'node:crypto';
import type { PhrasingContent } from 'mdast';

/** Running text and code spans, in the order of the document; other inline markup is ignored. */
export type InlinePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string };

const textPiece = (text: string): InlinePiece => ({ kind: 'text', text });

/** Flattens inline Markdown to pieces. */
export function inlinePieces(nodes: readonly PhrasingContent[]): InlinePiece[] {
  return nodes.flatMap(nodePieces);
}

function nodePieces(node: PhrasingContent): InlinePiece[] {
  switch (node.type) {
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }];
    case 'text':
    case 'html':
      return [textPiece(node.value)];
    case 'break':
      return [textPiece(' ')];
    case 'image':
    case 'imageReference':
      return [textPiece(node.alt ?? '')];
    case 'footnoteReference':
      return [textPiece(`[^${node.identifier}]`)];
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
    case 'linkReference':
      return inlinePieces(node.children);
  }
}

/** The pieces as one line, spaces collapsed, code spans in backticks: the source of digests and mentions. */
export function normalisedText(pieces: readonly InlinePiece[]): string {
  const text = pieces.map((piece) => (piece.kind === 'code' ? `\`${piece.text}\`` : piece.text)).join('');
  return text.replace(/\s+/g, ' ').trim();
}

/** Code spans in order, without repeats. */
export function codeSpans(pieces: readonly InlinePiece[]): string[] {
  return [...new Set(pieces.filter((piece) => piece.kind === 'code').map((piece) => piece.text))];
}

/**
 * `1024`, `0o666`, `0x000704`, `1.1`, `2^64 - 1`, with an adjacent sign. A digit next to a letter, `_`, `.`, `$` or `/`, or behind a hyphen
 * or plus after a letter, belongs to a name (`SHA-256`, `U+0041`, `utf8`, `/v1`).
 */
const NUMBER =
  /(?<![\w.$/]|[A-Za-z_][-+])(?:(?<!\w)[-+])?(?:0[xob][0-9a-fA-F]+|\d+\^\d+(?: [-+] \d+)?|\d+(?:\.\d+)?)(?!\w|\.\d|\^)/g;

/** The numbers of a text as they are written, in order, without repeats and without versions and parts of names. */
export function numbersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(NUMBER), ([number]) => number))];
}

/** First 16 hexadecimal digits of the SHA-256 of normalised text. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Drops text in round brackets, code spans included; brackets inside code spans do not count. */
export function withoutParentheses(pieces: readonly InlinePiece[]): InlinePiece[] {
  let depth = 0;
  const kept: InlinePiece[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'code') {
      if (depth === 0) kept.push(piece);
      continue;
    }
    let text = '';
    for (const char of piece.text) {
      if (char === '(') depth += 1;
      else if (char === ')') depth = Math.max(0, depth - 1);
      else if (depth === 0) text += char;
    }
    kept.push(textPiece(text));
  }
  return kept;
}

/** Splits at full stops of running text before white space or the end. */
export function sentencesOf(pieces: readonly InlinePiece[]): InlinePiece[][] {
  const sentences: InlinePiece[][] = [[]];
  for (const piece of pieces) {
    const [first, ...rest] = piece.kind === 'code' ? [piece.text] : piece.text.split(/\.(?:\s+|$)/);
    sentences.at(-1)?.push({ kind: piece.kind, text: first ?? '' });
    for (const text of rest) sentences.push([textPiece(text)]);
  }
  return sentences;
}
