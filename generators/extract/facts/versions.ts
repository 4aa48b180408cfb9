/** Attributes versions: `ttl` since 0.9.7, the parameter `timeout` since 0.8.5. */
import type { Turn, VersionFact } from '../../../spec/types/row.js';
import { clausesOf, identifiersIn, parametersOf, type RowText } from './text.js';
import { TYPE_WORDS } from './vocabulary.js';

const VERSION = /(?<![\w.])(\d+\.\d+\.\d+)(?![\w]|\.\d)/g;

/** Every version of a row, once for each subject; `of` is absent if the subject is no identifier. */
export function versionFactsOf(row: RowText): VersionFact[] {
  const facts = row.cells.flatMap((cell) => cellFacts(cell.column, cell.text, row));
  const keys = facts.map((fact) => JSON.stringify(fact));
  return facts.filter((_, i) => keys.indexOf(keys[i] ?? '') === i);
}

function cellFacts(column: string, text: string, row: RowText): VersionFact[] {
  if (column === 'version') return [...text.matchAll(VERSION)].map(([version]) => ({ version, turn: 'since' }));
  const isFirstCell = row.cells[0]?.text === text;
  const clauses = clausesOf(text);
  return clauses.flatMap((clause, i) => {
    const place = { clause, isFirst: i === 0, isFirstCell };
    return [...clause.matchAll(VERSION)].filter(isOfRuntime(clause)).map((match): VersionFact => {
      const found = { ...place, at: match.index, version: match[0] };
      const turn = turnAt(clause.slice(0, match.index));
      const of = ownerOf(found, column, row);
      return { version: match[0], turn, ...(of === undefined ? {} : { of }) };
    });
  });
}

/** `version 1.25.0` is an example of some version, not the start of a feature. */
const isOfRuntime =
  (clause: string) =>
  ({ index }: RegExpMatchArray): boolean =>
    !/\bversion $/i.test(clause.slice(0, index));

/** The word before the version. A version alone in brackets is the start of a feature. */
function turnAt(lead: string): Turn {
  if (/\bremoved in $/i.test(lead)) return 'removed';
  if (/\bobsolete (since |from )?$/i.test(lead)) return 'obsolete';
  return /\bbefore $/i.test(lead) ? 'before' : 'since';
}

interface VersionMention {
  readonly clause: string;
  readonly isFirst: boolean;
  readonly isFirstCell: boolean;
  readonly at: number;
  readonly version: string;
}

function ownerOf(found: VersionMention, column: string, row: RowText): string | undefined {
  const { clause, at, version } = found;
  const lead = clause.slice(0, at);
  const trail = clause.slice(at + version.length);
  if (isAssignment(lead)) return undefined;
  if (isAlone(lead, trail) && !found.isFirstCell && row.signatures.length > 0) return row.signatures[0]?.name;
  const named = accessIn(column, lead) ?? typeBefore(column, lead) ?? bracketed(lead) ?? parameterBefore(lead, row);
  if (named !== undefined) return named;
  return isAhead(lead, trail) ? identifiersIn(trail)[0] : ownMember(found, lead, row);
}

/** Brackets with only the version are about the row's own member. */
const isAlone = (lead: string, trail: string): boolean => lead.endsWith('(') && trail.startsWith(')');

/** A version from which a member may be assigned is not that of the member itself. */
const isAssignment = (lead: string): boolean => /\bassigning\b/i.test(lead);

const accessIn = (column: string, lead: string): string | undefined =>
  column === 'access' ? /^(read-only|writable)/.exec(lead)?.[1] : undefined;

/** `(Buffer since 0.5.0)`, `(AES-KW since 0.9.7)`, and `Buffer (since 0.5.0)` in a column of types. */
function typeBefore(column: string, lead: string): string | undefined {
  const [, inside, before] = /(?:\(([A-Za-z0-9-]+) since|^([A-Za-z0-9]+) \(since) $/.exec(lead) ?? [];
  const name = inside ?? (column === 'data type' ? before : undefined);
  if (name === undefined) return undefined;
  return TYPE_WORDS.get(name.toLowerCase()) ?? (/[A-Z].*[A-Z0-9]/.test(name) ? name : undefined);
}

/** A bare name right before the brackets with the version: `detached` (boolean, since 0.3.9). */
const bracketed = (lead: string): string | undefined => /`([A-Za-z_$][\w$.-]*)` \([^()]*$/.exec(lead)?.[1];

function parameterBefore(lead: string, row: RowText): string | undefined {
  const parameters = parametersOf(row);
  return identifiersIn(lead).findLast((name) => parameters.includes(name));
}

/** `Since 0.8.6 …` at the head of a clause, or `since 0.9.9, from …`, is about the text that follows. */
const isAhead = (lead: string, trail: string): boolean =>
  /^since $/i.test(lead) || (/(?<!obsolete )since $/i.test(lead) && trail.startsWith(','));

/** A first clause is about the row's own member. */
function ownMember({ isFirst }: VersionMention, lead: string, { signatures }: RowText): string | undefined {
  return isFirst && !/\bbefore $/i.test(lead) ? signatures[0]?.name : undefined;
}
