/** Cases that an axis of `spec/tables.yaml` makes of the lines of a members table, by the laws of `suites/laws/members/axes`. */
import { argumentsTo, hasCase, isAbout, isRange, othersOf, waysOf } from '../../spec/reading/axes.js';
import { type Line, sinceOf } from '../../spec/reading/members.js';
import type { MemberParameter } from '../../spec/types/member.js';
import type { Plain } from '../../spec/types/requirement.js';
import type { Axis } from '../../spec/types/tables.js';
import { casesOn, type LineCase, versionScope } from './members.js';

/** The cases of a line on an axis, on each holder that has the member. All but the first way are numbered. */
export const axisCases = (line: Line, axis: Axis): LineCase[] =>
  casesOn(line, () =>
    waysOf(line).flatMap((way, i) => {
      const made = hasCase(way, axis) ? casesOf(way, axis) : [];
      return i === 0 ? made : made.map((one) => ({ ...one, name: [`way-${i + 1}`, ...one.name] }));
    }),
  );

function casesOf(line: Line, axis: Axis): LineCase[] {
  const { params = [] } = line.member;
  switch (axis.per) {
    case 'call':
      return [...wholeCall(line, axis), ...params.flatMap((_, at) => withOthers(line, axis, at))];
    case 'parameter':
      return params.flatMap((one, at) => [
        ...(isAbout(axis, line, at) ? [oneParameter(line, axis, one, at)] : []),
        ...withOthers(line, axis, at),
      ]);
    case 'range':
      return ranges(line, axis);
  }
}

/** The example, and the positions of the arguments that the axis is about. */
function wholeCall(line: Line, axis: Axis): LineCase[] {
  const { example: args = [] } = line.member;
  if (axis.params === undefined) return [caseOf(line, axis, [], { args })];
  const places = [...args.keys()].filter((at) => isAbout(axis, line, at));
  return places.length === 0 ? [] : [caseOf(line, axis, [], { args, places })];
}

/** The example with each other value of a parameter. */
function withOthers(line: Line, axis: Axis, at: number): LineCase[] {
  const { name = '' } = line.member.params?.[at] ?? {};
  return othersOf(axis, line, at).map((value, i) => {
    const args = (argumentsTo(line, at) ?? []).map((arg, place) => (place === at ? value : arg));
    const place = axis.per === 'parameter' ? { at } : axis.params === undefined ? {} : { places: [at] };
    return caseOf(line, axis, [name, `${i + 2}`], { args, ...place });
  });
}

function caseOf(line: Line, { law, values }: Axis, name: readonly string[], data: LineCase['data']): LineCase {
  const ends = line.member.ends === true && law === 'goesOn' ? { ends: true } : {};
  const assigns = line.member.kind === 'property' ? { assigns: true } : {};
  const scope = versionScope(line.member.assignable ?? sinceOf(line), line.member.removed);
  return { law, name, data: { ...data, ...(values === undefined ? {} : { values }), ...ends, ...assigns }, ...scope };
}

/** The example with one parameter; an optional one is the last argument. */
function oneParameter(line: Line, axis: Axis, { name, since }: MemberParameter, at: number): LineCase {
  const made = caseOf(line, axis, [name], { args: argumentsTo(line, at) ?? [], at });
  return since === undefined ? made : { ...made, ...versionScope(since, line.member.removed) };
}

/** This text gives bytes in every encoding. */
const TEXT = '61626364';

/** Each pair of parameters that bound a part, and all of them at once. */
function ranges(line: Line, axis: Axis): LineCase[] {
  const { params = [] } = line.member;
  const all = params.flatMap(({ name }, start) =>
    isRange(line, start) ? [{ name, start, isSize: params[start + 1]?.bound === 'size' }] : [],
  );
  const apart = all.flatMap((one) => ranged(line, axis, one.name, [one]));
  return all.length < 2 ? apart : [...apart, ...ranged(line, axis, 'all', all)];
}

type Range = { readonly start: number; readonly isSize: boolean };

/**
 * The example with such parameters, in each encoding that the call takes; without an encoding, with each other value of the first
 * parameter.
 */
function ranged(line: Line, axis: Axis, name: string, of: readonly Range[]): LineCase[] {
  const { params = [] } = line.member;
  const made = (suffix: readonly string[], args: readonly Plain[]): LineCase =>
    caseOf(line, axis, [name, ...suffix], { args, ranges: of.map(({ start, isSize }) => ({ start, isSize })) });
  const last = Math.max(...of.map(({ start }) => start + 1));
  const others = (params[0]?.also ?? []).map((value, i) => {
    const [, ...rest] = argumentsTo(line, last) ?? [];
    return made([`${i + 2}`], [value, ...rest]);
  });
  const encoding = params.findIndex((one) => one.name === 'encoding');
  if (encoding < 0) return [made([], argumentsTo(line, last) ?? []), ...others];
  const encodings = params[encoding]?.oneOf ?? line.file.types?.Encoding?.oneOf ?? [];
  const encoded = encodings.map((one) => {
    const args = argumentsTo(line, Math.max(last, encoding)) ?? [];
    return made(
      [String(one)],
      args.map((arg, i) => (i === encoding ? one : i === 0 ? TEXT : arg)),
    );
  });
  return [...encoded, ...others];
}
