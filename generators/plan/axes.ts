/** Cases that an axis of `spec/tables.yaml` makes of the lines of a members table, by the laws of `suites/laws/members/axes`. */
import { argumentsTo, isAbout, isRange, othersOf } from '../../spec/reading/axes.js';
import { type Line, sinceOf } from '../../spec/reading/members.js';
import type { MemberParameter } from '../../spec/types/member.js';
import type { Axis } from '../../spec/types/tables.js';
import { casesOn, type LineCase, scopeOf } from './members.js';

/** What an axis makes of a line that goes through it, on each holder that has the member. */
export const axisCases = (line: Line, axis: Axis): LineCase[] => casesOn(line, () => casesOf(line, axis));

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
      return params.flatMap((one, at) => (isRange(line, at) ? oneRange(line, axis, one, at) : []));
  }
}

/** The example, and the places of the arguments that the axis is about. */
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
  const scope = scopeOf(sinceOf(line), line.member.removed);
  return { law, name, data: { ...data, ...(values === undefined ? {} : { values }), ...ends }, ...scope };
}

/** The example with one parameter, which is the last of it where it is optional. */
function oneParameter(line: Line, axis: Axis, { name, since }: MemberParameter, at: number): LineCase {
  const made = caseOf(line, axis, [name], { args: argumentsTo(line, at) ?? [], at });
  return since === undefined ? made : { ...made, ...scopeOf(since, line.member.removed) };
}

/** Whatever encoding it is read in, this text stands for bytes. */
const TEXT = '61626364';

/** The example with the parameters that bound a part, in each encoding that the call takes. */
function oneRange(line: Line, axis: Axis, { name }: MemberParameter, start: number): LineCase[] {
  const { params = [] } = line.member;
  const isSize = params[start + 1]?.bound === 'size';
  const encoding = params.findIndex((one) => one.name === 'encoding');
  const encodings = params[encoding]?.oneOf ?? line.file.types?.Encoding?.oneOf ?? [];
  const args = argumentsTo(line, Math.max(start + 1, encoding)) ?? [];
  if (encoding < 0) return [caseOf(line, axis, [name], { args, start, isSize })];
  return encodings.map((one) => {
    const text = args.map((arg, i) => (i === encoding ? one : i === 0 ? TEXT : arg));
    return caseOf(line, axis, [name, String(one)], { args: text, start, isSize });
  });
}
