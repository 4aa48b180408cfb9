/** Cases that lines of a members table make, by the laws of `suites/laws/members`. No member has code of its own here. */
import { isDeepStrictEqual } from 'node:util';
import { isBelow } from '../../spec/reading/check-requirements.js';
import { holderOf, isOptional, type Line, propertyOf, sinceOf, typesIn } from '../../spec/reading/members.js';
import type { Holder, MemberParameter } from '../../spec/types/member.js';
import type { Plain, Scope, Version } from '../../spec/types/requirement.js';

/** A case of one line: what it is about, and what the law is given besides the holder and the member's name. */
export interface LineCase extends Scope {
  readonly law: string;
  readonly name: readonly string[];
  readonly data: { readonly [key: string]: Plain };
}

/** Cases of what the documents say of a member, on each holder that has it. */
export const saidCases = (line: Line): LineCase[] => casesOn(line, (holder) => said(line, holder));

/** Cases of what they leave open: recorded, never judged. */
export const openCases = (line: Line): LineCase[] => casesOn(line, () => unsaid(line));

/** What is made for each holder that has the member, with the holder and the member's name. */
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
      ...sinceThere(one, holder),
      name: [member.member, ...one.name, ...part].map(idPart),
      data: { ...plain(common), ...withHolders(one.data, line) },
      ...(member.engines === undefined ? {} : { engines: member.engines }),
    }));
  });
}

/** An object may be older than the way by which probes come by it. */
function sinceThere({ since }: Scope, { since: from }: Holder): Scope {
  return from === undefined || (since !== undefined && isBelow(from, since)) ? {} : { since: from };
}

/** Data in which `{ $holder: NAME }` stands for a holder of the line's file, with that holder in place of its name. */
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

/** How a holder is declared for handlers is nothing that probes need. */
const withoutDeclaration = ({ declared: _, ...holder }: Holder): Holder => holder;

/** Names of parameters may hold blanks and bars: `string | Buffer`. */
const idPart = (name: string): string => name.replace(/[^\w.-]+/g, '-');

/** Tables hold plain data; what is absent is left out. */
const plain = (value: { readonly [key: string]: unknown }): { readonly [key: string]: Plain } =>
  JSON.parse(JSON.stringify(value));

function said(line: Line, holder: string): LineCase[] {
  const { member } = line;
  const scope = versionScope(sinceOf(line), member.removed);
  const example = member.example;
  // What may be undefined by its own row is there, and cannot be told from what is not.
  const isTold = !typesIn(member.is).includes('undefined');
  return [
    ...(isTold ? [{ law: 'present', name: ['present'], data: {}, ...scope }] : []),
    ...absences(line, holder),
    {
      law: member.kind === 'method' || member.kind === 'constructor' ? 'callable' : 'notCallable',
      name: ['kind'],
      data: {},
      ...scope,
    },
    ...typed(member.is, 'holdsType', 'type', {}, scope),
    ...(member.access === 'read-only' ? [{ law: 'readOnly', name: ['read-only'], data: {}, ...scope }] : []),
    ...(example === undefined ? [] : typed(member.returns, 'returnsType', 'returns', { args: example }, scope)),
    ...(example === undefined
      ? []
      : (member.params ?? []).flatMap((one, at) => parameterCases(line, one, at, example))),
    ...(example === undefined ? [] : (member.params ?? []).flatMap((one, at) => valueCases(line, one, at, example))),
    ...aliasCases(line, scope),
    ...(member.throws ?? []).flatMap((error) => errorCase(line, holder, error, scope)),
  ];
}

/** Where the holder itself is not there before the member, its absence is a case of the holder's own line. */
function absences(line: Line, name: string): LineCase[] {
  const { member } = line;
  const holder = holderOf(line, name);
  const since = sinceOf(line);
  const isMade = [holder?.zone, holder?.make, holder?.call, holder?.form, holder?.periodic].some(
    (way) => way !== undefined,
  );
  const from = holder?.since ?? (isMade ? line.file.since : undefined);
  const isEarlier = since !== undefined && (from === undefined || isBelow(from, since));
  const before = isEarlier ? [{ ...versionScope(from, since) }] : [];
  const after = member.removed === undefined || member.standard === true ? [] : [{ since: member.removed }];
  return [
    ...before.map((scope) => ({ law: 'absent', name: ['absent-before'], data: {}, ...scope })),
    ...after.map((scope) => ({ law: 'absent', name: ['absent-after'], data: {}, ...scope })),
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
  return types.length === 0 || types.includes('any') ? [] : [{ law, name: [name], data: { ...data, types }, ...scope }];
}

/** A default written out is as good as left out, and a parameter with a version of its own is understood since then. */
function parameterCases(line: Line, parameter: MemberParameter, at: number, example: readonly Plain[]): LineCase[] {
  const { member } = line;
  const value = parameter.written ?? parameter.default;
  const fits = example.length <= at && value !== undefined;
  if (!fits) return [];
  const scope = versionScope(parameter.since ?? sinceOf(line), member.removed);
  // Optional parameters between the example and this one are filled with their own defaults.
  const between = (member.params ?? [])
    .slice(example.length, at)
    .map((one) => one.written ?? one.default ?? { $undefined: true });
  const written = [...example, ...between, value];
  const isDefault = parameter.default !== undefined;
  const types = typesIn(member.returns);
  return [
    ...(isDefault
      ? [{ law: 'alike', name: ['default', parameter.name], data: { args: example, others: written }, ...scope }]
      : []),
    ...(parameter.since !== undefined && types.length > 0
      ? [{ law: 'returnsType', name: ['takes', parameter.name], data: { args: written, types }, ...scope }]
      : []),
  ];
}

/** Every value of an enumeration is taken, and both ends of a range. */
function valueCases(line: Line, parameter: MemberParameter, at: number, example: readonly Plain[]): LineCase[] {
  const { member } = line;
  const types = typesIn(member.returns);
  const { name, oneOf = [], depends = false, from, to, since } = parameter;
  if (types.length === 0 || depends) return [];
  return [...oneOf, ...(from === undefined ? [] : [from]), ...(to === undefined ? [] : [to])].map((value) => ({
    law: 'returnsType',
    name: ['accepts', name, String(value)],
    data: { args: withValue(member.params ?? [], example, at, value), types },
    ...versionScope(since ?? sinceOf(line), member.removed),
  }));
}

/** The example with a value for one parameter; optional ones between take their defaults. */
const withValue = (
  params: readonly MemberParameter[],
  example: readonly Plain[],
  at: number,
  value: Plain,
): readonly Plain[] => {
  const all = at < example.length ? example : filled(params.slice(0, at + 1), example);
  return all.map((old, i) => (i === at ? value : old));
};

/** Both names give the same, unless the documents say that the alias gives another type. */
function aliasCases({ member: { alias, example, returns }, file }: Line, scope: Scope): LineCase[] {
  const original = file.members.find(({ member }) => member === alias);
  if (alias === undefined || example === undefined) return [];
  if (original !== undefined && !isDeepStrictEqual(returns, original.returns)) return [];
  const data = { args: example, original: alias.slice(alias.lastIndexOf('.') + 1) };
  return [{ law: 'aliasOf', name: ['alias'], data, ...scope }];
}

/** An error row is tried on the holder that it names, once. */
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
  return [
    { law: 'throwsError', name, data: { ...plain({ holder: reached }), args, error: error.name ?? '' }, ...scope },
  ];
}

function unsaid(line: Line): LineCase[] {
  const { member } = line;
  const { example, params } = member;
  const scope = versionScope(sinceOf(line), member.removed);
  if (params === undefined || member.kind !== 'method') return [];
  const length = params.filter((one) => !isOptional(one)).length;
  const arity: LineCase = { law: 'hasLength', name: ['arity'], data: { length }, ...scope };
  if (example === undefined) return [arity];
  const record = (name: readonly string[], args: readonly Plain[]): LineCase => ({
    law: 'recorded',
    name,
    data: { args },
    ...scope,
  });
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

const undefinedCase = ({ name }: MemberParameter, example: readonly Plain[], scope: Scope): LineCase => ({
  law: 'alike',
  name: ['undefined', name],
  data: { args: example, others: [...example, { $undefined: true }] },
  ...scope,
});

/** What a call with a parameter does before the parameter's own version. */
function beforeVersion(line: Line, { name, since, written }: MemberParameter, example: readonly Plain[]): LineCase[] {
  const own = sinceOf(line);
  if (since === undefined || written === undefined) return [];
  return [
    { law: 'recorded', name: ['before', name], data: { args: [...example, written] }, ...versionScope(own, since) },
  ];
}

export const versionScope = (since: Version | undefined, until: Version | undefined): Scope => ({
  ...(since === undefined ? {} : { since }),
  ...(until === undefined ? {} : { until }),
});
