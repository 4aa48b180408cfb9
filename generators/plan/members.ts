/** Makes cases of the lines of a members table, by the laws of `suites/laws/members`. No member has code of its own here. */
import { isDeepStrictEqual } from 'node:util';
import { isBelow } from '../../spec/reading/check-requirements.js';
import { holderOf, isOptional, type Line, propertyOf, sinceOf, typesIn } from '../../spec/reading/members.js';
import type { Holder, MemberParameter } from '../../spec/types/member.js';
import type { Plain, Scope, Version } from '../../spec/types/requirement.js';

/** A case of one line: its subject, and the data of the law besides the holder and the member's name. */
export interface LineCase extends Scope {
  readonly law: string;
  readonly name: readonly string[];
  readonly data: { readonly [key: string]: Plain };
}

/** Cases of the documented facts about a member, on each holder that has it. */
export const documentedCases = (line: Line): LineCase[] => casesOn(line, (holder) => statedCases(line, holder));

/** Cases of what the documents leave open: recorded, never judged. */
export const openCases = (line: Line): LineCase[] => casesOn(line, () => unsaid(line));

/** Cases for each holder that has the member, with the holder and the member's name. */
export function casesOn(line: Line, make: (holder: string) => readonly LineCase[]): LineCase[] {
  const { member, holders } = line;
  return holders.flatMap((name) => {
    const holder = holderOf(line, name);
    if (holder === undefined) return [];
    const part = holders.length === 1 ? [] : [name];
    const { type: _, ...reached } = withoutDeclaration(holder);
    const common = { holder: reached, member: propertyOf(line) };
    return make(name).map((one) => ({
      ...one,
      ...sinceHolder(one, holder),
      name: [member.member, ...one.name, ...part].map(idPart),
      data: { ...plain(common), ...withHolders(one.data, line) },
      ...(member.engines === undefined ? {} : { engines: member.engines }),
    }));
  });
}

/** An object may be older than the way in which probes get it. */
function sinceHolder({ since }: Scope, { since: from }: Holder): Scope {
  return from === undefined || (since !== undefined && isBelow(from, since)) ? {} : { since: from };
}

/** Data in which `{ $holder: NAME }` is replaced by the holder with that name in the line's file. */
function withHolders(data: LineCase['data'], line: Line): LineCase['data'] {
  const place = (value: Plain): Plain => {
    if (isList(value)) return value.map(place);
    if (typeof value !== 'object' || value === null) return value;
    if (!('$holder' in value)) return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, place(of)]));
    const holder = holderOf(line, String(value.$holder));
    if (holder === undefined) throw new Error(`${line.member.member}: there is no holder ${value.$holder}`);
    return plain({ $holder: withoutDeclaration(holder) });
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, place(value)]));
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

/** Probes do not need the declaration of a holder. */
const withoutDeclaration = ({ declared: _, ...holder }: Holder): Holder => holder;

/** Names of parameters may have blanks and bars: `string | Buffer`. */
const idPart = (name: string): string => name.replace(/[^\w.-]+/g, '-');

/** Tables are plain data; absent fields are left out. */
const plain = (value: { readonly [key: string]: unknown }): { readonly [key: string]: Plain } =>
  JSON.parse(JSON.stringify(value));

const lineCase = (law: string, name: readonly string[], scope: Scope, data: LineCase['data'] = {}): LineCase => ({
  law,
  name,
  data,
  ...scope,
});

function statedCases(line: Line, holder: string): LineCase[] {
  const { member } = line;
  const scope = versionScope(sinceOf(line), member.removed);
  const example = member.example;
  // A member that may be undefined looks like one that is missing.
  const isKnown = !typesIn(member.is).includes('undefined');
  return [
    ...(isKnown ? [lineCase('present', ['present'], scope)] : []),
    ...absences(line, holder),
    lineCase(member.kind === 'method' || member.kind === 'constructor' ? 'callable' : 'notCallable', ['kind'], scope),
    ...typed(member.is, 'holdsType', 'type', {}, scope),
    ...(member.access === 'read-only' ? [lineCase('readOnly', ['read-only'], scope)] : []),
    ...(example === undefined ? [] : exampleCases(line, example, scope)),
    ...aliasCases(line, scope),
    ...(member.throws ?? []).flatMap((error) => errorCase(line, holder, error, scope)),
  ];
}

/** Cases of calls of the example, with other parameters and values. */
function exampleCases(line: Line, example: readonly Plain[], scope: Scope): LineCase[] {
  const { params = [], returns } = line.member;
  return [
    ...typed(returns, 'returnsType', 'returns', { args: example }, scope),
    ...params.flatMap((one, at) => parameterCases(line, one, at, example)),
    ...params.flatMap((one, at) => valueCases(line, one, at, example)),
  ];
}

/** If the holder is as new as the member, its absence is a case of the holder's own line. */
function absences(line: Line, name: string): LineCase[] {
  const { member } = line;
  const holder = holderOf(line, name);
  const since = sinceOf(line);
  const isMade = [holder?.zone, holder?.make, holder?.call, holder?.form, holder?.periodic].some(
    (way) => way !== undefined,
  );
  const from = holder?.since ?? (isMade ? line.file.since : undefined);
  const isEarlier = since !== undefined && (from === undefined || isBelow(from, since));
  const isGone = member.removed !== undefined && member.standard !== true;
  return [
    ...(isEarlier ? [lineCase('absent', ['absent-before'], versionScope(from, since))] : []),
    ...(isGone ? [lineCase('absent', ['absent-after'], versionScope(member.removed, undefined))] : []),
  ];
}

function typed(
  is: Parameters<typeof typesIn>[0],
  law: string,
  name: string,
  data: LineCase['data'],
  scope: Scope,
): LineCase[] {
  const types = typesIn(is);
  return types.length === 0 || types.includes('any') ? [] : [lineCase(law, [name], scope, { ...data, types })];
}

/** A default equals a left-out argument, and a parameter with a version of its own works from that version on. */
function parameterCases(line: Line, parameter: MemberParameter, at: number, example: readonly Plain[]): LineCase[] {
  const { member } = line;
  const value = parameter.written ?? parameter.default;
  const fits = example.length <= at && value !== undefined;
  if (!fits) return [];
  const scope = versionScope(parameter.since ?? sinceOf(line), member.removed);
  // Optional parameters between the example and this one get their own defaults.
  const written = [...filled((member.params ?? []).slice(0, at), example), value];
  const isDefault = parameter.default !== undefined;
  const types = typesIn(member.returns);
  return [
    ...(isDefault ? [lineCase('alike', ['default', parameter.name], scope, { args: example, others: written })] : []),
    ...(parameter.since !== undefined && types.length > 0
      ? [lineCase('returnsType', ['takes', parameter.name], scope, { args: written, types })]
      : []),
  ];
}

/** Every value of an enumeration is accepted, and both ends of a range. */
function valueCases(line: Line, parameter: MemberParameter, at: number, example: readonly Plain[]): LineCase[] {
  const { member } = line;
  const types = typesIn(member.returns);
  const { name, oneOf = [], depends = false, from, to, since } = parameter;
  if (types.length === 0 || depends) return [];
  const scope = versionScope(since ?? sinceOf(line), member.removed);
  return [...oneOf, ...(from === undefined ? [] : [from]), ...(to === undefined ? [] : [to])].map((value) =>
    lineCase('returnsType', ['accepts', name, String(value)], scope, {
      args: withValue(member.params ?? [], example, at, value),
      types,
    }),
  );
}

/** The example with a value for one parameter; optional ones between get their defaults. */
const withValue = (
  params: readonly MemberParameter[],
  example: readonly Plain[],
  at: number,
  value: Plain,
): readonly Plain[] => {
  const all = at < example.length ? example : filled(params.slice(0, at + 1), example);
  return all.map((old, i) => (i === at ? value : old));
};

/** Both names give the same, unless the documents give the alias another type. */
function aliasCases({ member: { alias, example, returns }, file }: Line, scope: Scope): LineCase[] {
  const original = file.members.find(({ member }) => member === alias);
  if (alias === undefined || example === undefined) return [];
  if (original !== undefined && !isDeepStrictEqual(returns, original.returns)) return [];
  const data = { args: example, original: alias.slice(alias.lastIndexOf('.') + 1) };
  return [lineCase('aliasOf', ['alias'], scope, data)];
}

/** An error row is tried once, on the holder that it names. */
function errorCase(
  line: Line,
  holder: string,
  error: NonNullable<Line['member']['throws']>[number],
  scope: Scope,
): LineCase[] {
  const on = error.on ?? holder;
  const found = holderOf(line, on);
  const args = error.with ?? line.member.example;
  if (found === undefined || args === undefined || holder !== line.holders[0]) return [];
  const name = ['throws', error.row.slice(error.row.lastIndexOf('/') + 1), on];
  const reached = withoutDeclaration(found);
  return [lineCase('throwsError', name, scope, { ...plain({ holder: reached }), args, error: error.name ?? '' })];
}

function unsaid(line: Line): LineCase[] {
  const { member } = line;
  const { example, params } = member;
  const scope = versionScope(sinceOf(line), member.removed);
  if (params === undefined || member.kind !== 'method') return [];
  const length = params.filter((one) => !isOptional(one)).length;
  const arity = lineCase('hasLength', ['arity'], scope, { length });
  if (example === undefined) return [arity];
  const record = (name: readonly string[], args: readonly Plain[]): LineCase =>
    lineCase('recorded', name, scope, { args });
  return [
    arity,
    ...params.flatMap((one, at) => (isOptional(one) ? [] : [record(['without', one.name], example.slice(0, at))])),
    ...params.map((one, at) => record(['wrong', one.name], withValue(params, example, at, wrongFor(one)))),
    ...params.flatMap((one, at) =>
      isOptional(one) && at === example.length ? [undefinedCase(one, example, scope)] : [],
    ),
    record(['one-more'], [...filled(params, example), { $undefined: true }]),
    ...params.flatMap((one) => beforeVersion(line, one, example)),
    ...params.flatMap((one, at) =>
      outside(one).map((value) => record(['outside', one.name, String(value)], withValue(params, example, at, value))),
    ),
  ];
}

/** The next values beyond both ends of a range. */
const outside = ({ from, to }: MemberParameter): number[] => [
  ...(from === undefined ? [] : [from - 1]),
  ...(to === undefined ? [] : [to + 1]),
];

/** A value of another type: an object without members, or a number where an object is right. */
const wrongFor = ({ is }: MemberParameter): Plain => (typesIn(is).includes('object') ? 5 : {});

const filled = (params: readonly MemberParameter[], example: readonly Plain[]): readonly Plain[] => [
  ...example,
  ...params.slice(example.length).map((one) => one.written ?? one.default ?? { $undefined: true }),
];

const undefinedCase = ({ name }: MemberParameter, example: readonly Plain[], scope: Scope): LineCase =>
  lineCase('alike', ['undefined', name], scope, { args: example, others: [...example, { $undefined: true }] });

/** The effect of a parameter before the parameter's own version. */
function beforeVersion(line: Line, { name, since, written }: MemberParameter, example: readonly Plain[]): LineCase[] {
  const own = sinceOf(line);
  if (since === undefined || written === undefined) return [];
  return [lineCase('recorded', ['before', name], versionScope(own, since), { args: [...example, written] })];
}

export const versionScope = (since: Version | undefined, until: Version | undefined): Scope => ({
  ...(since === undefined ? {} : { since }),
  ...(until === undefined ? {} : { until }),
});
