/** Doc comments of the declarations, from the facts of the tables about a member. */
import { type Line, sinceOf } from '../../../spec/reading/members.js';
import type { MemberParameter } from '../../../spec/types/member.js';
import type { Plain, Version } from '../../../spec/types/requirement.js';
import { identifierOf, otherLine } from './signatures.js';
import { quotedLiteral } from './types.js';

/** The facts of a doc comment; absent ones are left out. */
interface CommentFacts {
  readonly about?: string | undefined;
  /** Its relation to another member. */
  readonly other?: string | undefined;
  readonly row?: string | undefined;
  readonly params?: readonly MemberParameter[] | undefined;
  readonly since?: Version | undefined;
  readonly obsolete?: Version | undefined;
  readonly removed?: Version | undefined;
  readonly engines?: readonly string[] | undefined;
}

/** The lines of a comment with the indent; empty without facts. */
export function commentLines(facts: CommentFacts, indent: string): string[] {
  const { about, other, row, params = [], since, engines } = facts;
  const summary = [
    ...[about, other].flatMap((phrase) => (phrase === undefined ? [] : [sentence(phrase)])),
    ...(engines === undefined ? [] : [`In the engine ${engines.join(', ')} alone.`]),
    ...(row === undefined ? [] : [`(${row})`]),
  ].join(' ');
  const tags = [
    ...params.flatMap(parameterTag),
    ...(since === undefined ? [] : [`@since ${since}`]),
    ...deprecation(facts),
  ];
  const [only, ...more] = [...(summary === '' ? [] : [summary]), ...tags];
  if (only === undefined) return [];
  if (more.length === 0) return [`${indent}/** ${only} */`];
  return [`${indent}/**`, ...[only, ...more].map((line) => `${indent} * ${line}`), `${indent} */`];
}

/** The facts of a line, for a call with these parameters. */
export const lineFacts = (
  line: Line,
  obsolete: Version | undefined,
  params: readonly MemberParameter[] = [],
): CommentFacts => {
  const { alias, twin, row, removed, engines } = line.member;
  const about = line.member.about ?? otherLine(line, alias ?? twin)?.member.about;
  const other = alias !== undefined ? `another name of \`${alias}\`` : twin && `the promise version of \`${twin}\``;
  return { about, other, row, params, since: sinceOf(line), obsolete, removed, engines };
};

function deprecation({ obsolete, removed }: CommentFacts): string[] {
  const parts = [
    ...(obsolete === undefined ? [] : [`obsolete since ${obsolete}`]),
    ...(removed === undefined ? [] : [`removed in ${removed}`]),
  ];
  return parts.length === 0 ? [] : [`@deprecated ${parts.join(', ')}`];
}

function parameterTag(parameter: MemberParameter): string[] {
  const facts = parameterFacts(parameter);
  return facts === undefined ? [] : [`@param ${identifierOf(parameter.name)} ${facts}`];
}

/** The facts about a parameter or key besides its type. */
export function parameterFacts({ is, about, default: value, from, to, since }: MemberParameter): string | undefined {
  const parts = [
    ...(about === undefined ? [] : [about]),
    ...(is === 'milliseconds' ? ['in milliseconds'] : []),
    ...(from === undefined || to === undefined ? [] : [`from ${from} to ${to}`]),
    ...(value === undefined ? [] : [`${shown(value)} by default`]),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** A default is a value, or an expression such as `buf.length`. */
const shown = (value: Plain): string =>
  `\`${typeof value === 'string' && !/^\w+(\.\w+)+$|^0o/.test(value) ? quotedLiteral(value) : String(value)}\``;

const sentence = (phrase: string): string =>
  `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${phrase.endsWith('.') ? '' : '.'}`;
