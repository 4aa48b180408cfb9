/** How operations are called: parameters, overloads and results as TypeScript writes them. */
import { namesIn } from '../../../spec/reading/declared.js';
import { isOptional, type Line, linesOf, typesIn } from '../../../spec/reading/members.js';
import type { MemberOverload, MemberParameter } from '../../../spec/types/member.js';
import { isAt } from './objects.js';
import { literalsOf, type TypePlace, unionOf, unionText, valueText } from './types.js';

/** One way to call an operation: `(path: string): Stats`, without its name. */
interface Call {
  readonly parameters: string;
  readonly result: string;
  /** The facts about its parameters. */
  readonly params: readonly MemberParameter[];
}

/**
 * Narrower ways first, then the general one. An alias has the calls of its original, and the promise version of an operation has those of
 * the operation.
 */
export function callsOf(place: TypePlace, line: Line): Call[] {
  const { alias, twin, returns, as, overloads } = line.member;
  const operation = otherLine(line, twin);
  if (operation !== undefined)
    return callsOf(place, operation).map((call) => ({ ...call, result: `Promise<${call.result}>` }));
  const called = otherLine(line, alias) ?? line;
  const resultLine = returns === undefined && as === undefined ? called : line;
  const whole = { ...parameterTypes(place, called), result: resultText(place, resultLine) };
  return [...(overloads ?? []).map((overload) => narrowed(place, called, overload)), whole];
}

/** The line with that name in the same table. */
export const otherLine = (line: Line, name: string | undefined): Line | undefined =>
  name === undefined ? undefined : linesOf(line.file).find(({ member }) => member.member === name);

function narrowed(place: TypePlace, line: Line, { where, returns, as }: MemberOverload): Call {
  const result = valueText(place, { types: typesIn(returns ?? line.member.returns), as });
  return { ...parameterTypes(place, line, where), result: result ?? 'void' };
}

/** A result without documentation cannot be used. */
function resultText(place: TypePlace, line: Line): string {
  const { returns, otherwise, as, of, gives } = line.member;
  const own = valueText(place, { types: typesIn(returns), as, of, gives });
  return own === undefined ? 'void' : unionText([own, ...typesIn(otherwise)]);
}

/** Parameters up to the first without a type in `where`. */
export function parameterTypes(
  place: TypePlace,
  { member }: Line,
  where: MemberOverload['where'] = {},
): Pick<Call, 'parameters' | 'params'> {
  const all = member.params ?? member.takes;
  if (all === undefined) return { parameters: '...args: any[]', params: [] };
  const present = all.filter(({ since }) => isAt(since, undefined, place.version));
  const end = present.findIndex(({ name }) => where[name] !== undefined && namesIn(where[name]).length === 0);
  const params = end < 0 ? present : present.slice(0, end);
  return { parameters: parameterList(place, params, where), params };
}

/** A parameter before a required one accepts `undefined` instead of being left out. */
export function parameterList(
  place: TypePlace,
  params: readonly MemberParameter[],
  where: MemberOverload['where'] = {},
): string {
  const all = params.map((one) => ({ one, ...(where[one.name] === undefined ? {} : { as: where[one.name] ?? [] }) }));
  const required = all.map(({ one, as }) => !(as === undefined ? isOptional(one) : namesIn(as).includes('undefined')));
  const last = required.lastIndexOf(true);
  return all
    .map(({ one, as }, at) => {
      const type = as === undefined ? parameterType(place, one) : unionOf(place, namesIn(as).filter(isSomething));
      const name = identifierOf(one.name);
      if (one.rest) return `...${name}: ${/[|=]/.test(type) ? `(${type})` : type}[]`;
      if (required[at]) return `${name}: ${type}`;
      return at < last ? `${name}: ${unionText([type, 'undefined'])}` : `${name}?: ${type}`;
    })
    .join(', ');
}

const isSomething = (name: string): boolean => name !== 'undefined';

/** Passed arrays may be read-only. */
export function parameterType(place: TypePlace, { is, as, oneOf }: MemberParameter): string {
  if (as === undefined && oneOf !== undefined) return unionText(literalsOf(oneOf));
  const types = typesIn(is);
  const text = valueText(place, { types, as }) ?? 'unknown';
  return types.length === 1 && text.endsWith('[]') ? `readonly ${text}` : text;
}

/** Parameter names of the documents that are reserved words of TypeScript. */
const KEPT: ReadonlySet<string> = new Set([
  'function',
  'delete',
  'default',
  'in',
  'new',
  'this',
  'with',
  'var',
  'class',
]);

/** `string | Buffer` is `stringOrBuffer`, `secret key` is `secretKey`. */
export function identifierOf(name: string): string {
  const words = name
    .replaceAll('|', ' or ')
    .split(/[^\w$]+/)
    .filter((word) => word !== '');
  const text = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return KEPT.has(text) ? `${text}_` : text;
}
