import type { Signature } from '../../spec/types/row.js';
import { completeSignatures, isCall, type MemberHead, parseHead } from './signature.js';
import { type InlinePiece, sentencesOf, withoutParentheses } from './text.js';

/** First columns whose cells name members. Cells of all others (conditions, versions, algorithms) only mention them. */
const MEMBER_COLUMNS = new Set(['member', 'property', 'operation', 'constant', 'option', 'option key']);

/** Last words before a list of members in a paragraph or rule. A list ends with its sentence. */
const LEAD_INS = [
  /\b(constructor|property|properties)$/i,
  /\b(methods|members|constants|levels|strategies)( returning \w+)?$/i,
  /^dictionary with$/i,
];

/** A type's name and a colon introduce the members of its objects: `XMLDoc:`. */
const TYPE_LEAD_IN = /^[A-Z]\w*[A-Z][a-z]\w*:$/;

/** Text that may be between two members of a list, with remarks about the first. */
const SEPARATOR = /(^|[,;])\s*(and|or)?\s*$/;

/** Ends the extraction if a member column or a list of members has something else. */
export type Fail = (complaint: string) => never;

/** Signatures of a table row: those of the first cell if its column names members, and lists after the word "Also". */
export function rowSignatures(column: string, cells: readonly (readonly InlinePiece[])[], fail: Fail): Signature[] {
  const [first = [], ...others] = cells;
  if (!MEMBER_COLUMNS.has(column.toLowerCase())) return [];
  const own = completeSignatures(headsOf(withoutParentheses(first), fail), true);
  const also = others.flatMap((cell) => listAfter(cell, (lead) => /\balso$/i.test(lead), fail));
  return [...own, ...completeSignatures(also, true, own.at(-1))];
}

/** Signatures of a paragraph, rule or item: a call at its very start, and the lists that lead-ins introduce. */
export function textSignatures(pieces: readonly InlinePiece[], fail: Fail): Signature[] {
  const [first] = pieces.filter((piece) => piece.text.trim() !== '');
  const start = first?.kind === 'code' && isCall(first.text) ? parseHead(first.text) : undefined;
  const listed = listAfter(pieces, introducesMembers, fail);
  return completeSignatures(start === undefined ? listed : [start, ...listed], false);
}

function introducesMembers(lead: string): boolean {
  return TYPE_LEAD_IN.test(lead) || LEAD_INS.some((leadIn) => leadIn.test(lead.replace(/\s*:$/, '')));
}

function headsOf(pieces: readonly InlinePiece[], fail: Fail): MemberHead[] {
  const code = pieces.filter((piece) => piece.kind === 'code');
  return code.map(({ text }) => parseHead(text) ?? fail(`cannot read \`${text}\` as a member`));
}

/** Members listed in each sentence whose text before its first code span satisfies `introduces`; brackets are skipped. */
function listAfter(pieces: readonly InlinePiece[], introduces: (lead: string) => boolean, fail: Fail): MemberHead[] {
  return sentencesOf(withoutParentheses(pieces)).flatMap((sentence) => {
    const start = sentence.findIndex((piece) => piece.kind === 'code');
    const lead = sentence.slice(0, Math.max(0, start)).map((piece) => piece.text);
    return start > 0 && introduces(lead.join('').trim()) ? headsOf(leadingList(sentence.slice(start)), fail) : [];
  });
}

function leadingList(pieces: readonly InlinePiece[]): readonly InlinePiece[] {
  const end = pieces.findIndex((piece) => piece.kind === 'text' && !SEPARATOR.test(piece.text));
  return end === -1 ? pieces : pieces.slice(0, end);
}
