/** The source of the declarations, as the build stores it for the command `types`. */
import { isBelow } from '../../../spec/reading/check-requirements.js';
import { type Line, linesOf } from '../../../spec/reading/members.js';
import type { Member, MemberFile } from '../../../spec/types/member.js';
import type { Version } from '../../../spec/types/requirement.js';
import type { Row } from '../../../spec/types/row.js';
import type { Spec } from '../../../spec/types/specification.js';

export interface DeclarationSource {
  /** The newest version that a document names. */
  readonly newest: Version;
  readonly files: readonly MemberFile[];
  /** The version from which a member should no longer be used, by row and member. */
  readonly obsolete: { readonly [line: string]: Version };
  /** Operations and properties of the documents that no table has, by section. */
  readonly missing: { readonly [section: string]: readonly string[] };
}

export function declarationSource(spec: Pick<Spec, 'members' | 'rows'>): DeclarationSource {
  const rows = [...spec.rows.values()].filter(({ id }) => !id.startsWith('1/'));
  const files = [...spec.members.values()];
  const lines = files.flatMap(linesOf);
  const obsolete = lines.flatMap(({ member }) => {
    const since = obsoleteSince(member, spec.rows.get(member.row));
    return since === undefined ? [] : [[lineKey(member), since] as const];
  });
  return {
    newest: newestOf(rows),
    files: files.map((file) => withoutCases(file, spec.rows)),
    obsolete: Object.fromEntries(obsolete),
    missing: missingOf(rows, lines),
  };
}

export const lineKey = ({ row, member }: Member): string => `${row} ${member}`;

/** Fields that only probes need are no part of a declaration. Only the row says that a parameter may be repeated. */
const withoutCases = ({ members, ...file }: MemberFile, rows: Spec['rows']): MemberFile => ({
  ...file,
  members: members.map(({ example: _, throws: __, ...member }) => {
    const { params } = member;
    const signature = rows.get(member.row)?.signatures.find(({ name }) => name === member.member);
    const repeated = (signature?.parameters ?? []).filter(({ rest }) => rest).map(({ name }) => name);
    if (params === undefined || repeated.length === 0) return member;
    return { ...member, params: params.map((one) => (repeated.includes(one.name) ? { ...one, rest: true } : one)) };
  }),
});

/** A version without a member in its row applies to all members without one of their own. */
function obsoleteSince({ member }: Member, row: Row | undefined): Version | undefined {
  const stated = (row?.versions ?? []).filter(({ turn }) => turn === 'obsolete');
  const found = stated.find(({ of }) => of === member) ?? stated.find(({ of }) => of === undefined);
  return found === undefined ? undefined : versionOf(found.version);
}

function newestOf(rows: readonly Row[]): Version {
  const all = rows.flatMap(({ versions }) => versions.flatMap(({ version }) => versionOf(version) ?? []));
  return all.reduce((newest, version) => (isBelow(newest, version) ? version : newest), '0.0.0');
}

const isVersion = (text: string): text is Version => /^\d+\.\d+\.\d+$/.test(text);

const versionOf = (text: string): Version | undefined => (isVersion(text) ? text : undefined);

/** Rows of errors, limits and versions mention members that other rows define. Options are no members. */
function missingOf(rows: readonly Row[], lines: readonly Line[]): DeclarationSource['missing'] {
  const known = new Set(lines.flatMap(({ member: { member, row } }) => [member, `${row} ${member}`]));
  const missing = rows.filter(definesMembers).flatMap(({ id, section, signatures }) => {
    const names = signatures.map(({ name }) => name).filter((name) => /^[\w$.]+$/.test(name));
    // A name without an object may belong to several.
    const unknown = names.filter((name) => !known.has(name.includes('.') ? name : `${id} ${name}`));
    return unknown.map((name) => ({ section: section.at(-1) ?? '', name }));
  });
  return Object.fromEntries(
    [...new Set(missing.map(({ section }) => section))].map((section) => [
      section,
      [...new Set(missing.filter((one) => one.section === section).map(({ name }) => name))],
    ]),
  );
}

const definesMembers = ({ section, cells }: Row): boolean =>
  ['resources-and-their-fields', 'endpoints'].includes(section[0] ?? '') &&
  !(cells?.[0]?.column.startsWith('Option') ?? false);
