/** Lines of the members tables, and the requirements derived from them. */
import { posix } from 'node:path';
import type { Holder, Member, MemberFile, MemberParameter, TypeName } from '../types/member.js';
import type { Requirement, RequirementFile } from '../types/requirement.js';
import type { Spec } from '../types/specification.js';

/** A member with related parts of its file. */
export interface Line {
  readonly member: Member;
  readonly file: MemberFile;
  /** Names of the holders that have it. */
  readonly holders: readonly string[];
}

/** The folder of an object, such as `2-host-objects/shared-dict`, from the path of a file in it or below it. */
export const objectFolder = (path: string): string => path.split('/').slice(0, 2).join('/');

/** The lines of the members table of the object that a file of the specification belongs to. */
export function linesBeside(spec: Pick<Spec, 'members'>, path: string): readonly Line[] {
  const file = spec.members.get(`${objectFolder(path)}/members`);
  return file === undefined ? [] : linesOf(file);
}

export const linesOf = (file: MemberFile): readonly Line[] =>
  file.members.map((member) => ({ member, file, holders: member.on ?? [ownHolder(member.member, file)] }));

/** `buf.fill` is a member of the holder `buf`. A name without a dot belongs to the first holder. */
function ownHolder(name: string, file: MemberFile): string {
  const prefix = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  return prefix in file.holders ? prefix : (Object.keys(file.holders)[0] ?? '');
}

export const holderOf = ({ file }: Line, name: string): Holder | undefined => file.holders[name];

/** The name by which a holder has the member: the last part of `Buffer.from`. */
export const propertyOf = ({ member }: Pick<Line, 'member'>): string =>
  member.member.slice(member.member.lastIndexOf('.') + 1);

/** The version of the member, or else of its object. */
export const sinceOf = ({ member, file }: Line): Member['since'] => member.since ?? file.since;

export const isOptional = (parameter: MemberParameter): boolean =>
  parameter.optional ?? parameter.default !== undefined;

export const typesIn = (is: TypeName | readonly TypeName[] | undefined): readonly TypeName[] =>
  is === undefined ? [] : [is].flat();

/**
 * The requirements of a members table: one for each row whose members no authored requirement names, and those of axes. An open one
 * covers arguments that the documents do not mention. They become part of the specification like authored ones.
 * @param through requirements of the axes that apply to its lines
 * @param named `row member` of the lines that authored requirements name
 */
export function requirementsOf(
  path: string,
  file: MemberFile,
  through: readonly Requirement[],
  named: ReadonlySet<string>,
): RequirementFile {
  const object = posix.basename(posix.dirname(path));
  const lines = linesOf(file);
  const rows = [...new Set(file.members.map(({ row }) => row))];
  const own = rows.flatMap((row) => {
    const unnamed = lines.filter(({ member }) => member.row === row && !named.has(`${row} ${member.member}`));
    return unnamed.length === 0 ? [] : [rowRequirement(object, row, unnamed)];
  });
  const open: Requirement = {
    id: `${object}.members.open`,
    rows,
    strength: 'open',
    says: 'The result of missing, extra and wrongly typed arguments is recorded.',
    members: [...new Set(file.members.map(({ member }) => member))],
  };
  return { title: `${file.title}: members`, requirements: [...own, ...through, open] };
}

function rowRequirement(object: string, row: string, lines: readonly Line[]): Requirement {
  return {
    id: `${object}.members.${row.slice(row.lastIndexOf('/') + 1)}`,
    rows: [row],
    strength: 'must',
    says: sentenceOf(lines),
    mentions: lines.flatMap(mentionsOf),
    members: [...new Set(lines.map(({ member }) => member.member))],
  };
}

/** One sentence for a row's lines; lines with the same facts are combined. */
function sentenceOf(lines: readonly Line[]): string {
  const groups = new Map<string, { readonly names: string[]; readonly line: Line }>();
  for (const line of lines) {
    const alike = `${kindOf(line)}${factsOf(line)}`;
    const group = groups.get(alike) ?? { names: [], line };
    group.names.push(nameOf(line));
    groups.set(alike, group);
  }
  const parts = [...groups.values()].map(({ names, line }) => {
    const facts = factsOf(line);
    if (names.length === 1) return `${names[0]} is a ${kindOf(line)}${facts}`;
    return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are ${kindOf(line).replace(/y$/, 'ie')}s${facts}`;
  });
  return `${parts.join('; ')}.`;
}

const kindOf = ({ member: { access, kind } }: Line): string => `${access === undefined ? '' : `${access} `}${kind}`;

const nameOf = ({ member: { member, params } }: Line): string =>
  params === undefined ? member : `${member}(${signatureOf(params)})`;

function factsOf(line: Line): string {
  const { returns, is, removed, alias } = line.member;
  const since = sinceOf(line);
  return [
    since === undefined ? '' : ` since ${since}`,
    removed === undefined ? '' : ` until ${removed}`,
    is === undefined ? '' : ` of type ${typesIn(is).join(' or ')}`,
    returns === undefined ? '' : ` that returns ${typesIn(returns).join(' or ')}`,
    alias === undefined ? '' : `, another name of ${alias}`,
  ].join('');
}

const signatureOf = (params: readonly MemberParameter[]): string =>
  params.map((one) => `${one.name}${isOptional(one) ? '?' : ''}${shownDefault(one)}`).join(', ');

const shownDefault = ({ default: value }: MemberParameter): string =>
  value === undefined ? '' : ` = ${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** The facts that the named lines mention for a requirement. */
export const mentionsFor = ({ members = [], rows }: Requirement, lines: readonly Line[]): string[] =>
  lines
    .filter(({ member }) => members.includes(member.member) && rows.includes(member.row))
    .flatMap((line) => [
      sinceOf(line) ?? [],
      ...mentionsOf(line),
      ...(line.member.params ?? []).map(({ name }) => name),
    ])
    .flat();

/** Versions, names and values that the sentence may leave out. */
const mentionsOf = ({ member, file }: Line): string[] => [
  ...(file.since === undefined ? [] : [file.since]),
  ...(member.params ?? []).flatMap(({ since }) => since ?? []),
  ...(member.throws ?? []).flatMap(({ name }) => name ?? []),
];
