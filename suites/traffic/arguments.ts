/** Arguments of members: the examples of the tables, and values of the parameters' types. */
import * as fc from 'fast-check';
import { namesIn } from '../../spec/reading/declared.js';
import { typesIn } from '../../spec/reading/members.js';
import { readSpec } from '../../spec/reading/read.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { DeclaredName, MemberFile, MemberParameter } from '../../spec/types/member.js';
import type { Plain } from '../../spec/types/requirement.js';
import { weighted, words } from './conversation.js';

/** Objects that have other programs, need another handler, or end the process. */
const ELSEWHERE = /\/(?:http-request|stream-session|periodic-session|process|rt|console|strings)\//;
/** Members tables by the names of their objects. */
export const FILES: ReadonlyMap<string, MemberFile> = new Map(
  [...readSpec(PACKAGE_ROOT).members].flatMap(([path, file]) =>
    ELSEWHERE.test(path) ? [] : [[path.split('/')[1] ?? '', file]],
  ),
);
const texts = fc.constantFrom<Plain>(
  ...words('a abc Alpha é €uro 😀 a=1&b=2 %41% YWJj 616263 utf8 hex base64 constructor __proto__ $text'),
  ...['', 'a\0b', ' a ', '\ud800', '\t'],
);
const numbers = fc.constantFrom<Plain>(
  0,
  1,
  2,
  3,
  7,
  8,
  16,
  -1,
  255,
  256,
  1.5,
  4096,
  '$bytes.length',
  '$bytes.length-1',
);
const bytes = fc.constantFrom<Plain>('$bytes', '$buffer', '$part', { $buffer: '' }, { $buffer: 'c3a9ff00' });
const odd = fc.constantFrom<Plain>(
  { $undefined: true },
  null,
  true,
  'x',
  { $number: 'NaN' },
  [],
  {},
  '$callback',
  '$buffer',
);
const paths = fc.constantFrom<Plain>(...['', '/a', '/new', '/a/b', '/none/x'].map((path) => `{folder}${path}`));
/** An object of the program, by a number. */
const picked: fc.Arbitrary<Plain> = fc.nat({ max: 20 }).map((pick) => ({ pick }));

const VALUES: Readonly<Record<string, fc.Arbitrary<Plain>>> = {
  string: texts,
  number: numbers,
  integer: numbers,
  milliseconds: fc.constantFrom<Plain>(60_000, 3_600_000),
  boolean: fc.boolean(),
  function: fc.constant('$callback'),
  Buffer: bytes,
  Uint8Array: bytes,
  ArrayBuffer: fc.constantFrom<Plain>({ $arrayBuffer: '' }, '$bytes.buffer'),
  array: fc.array(fc.oneof(texts, numbers), { maxLength: 3 }),
  strings: fc.array(texts, { maxLength: 3 }),
  pair: fc.tuple(texts, texts),
  DataView: fc.constant({ $view: ['DataView', '61626364'] }),
  Uint16Array: fc.constant({ $view: ['Uint16Array', '61626364'] }),
};

/** Values of types that the tables declare. */
function declared(as: DeclaredName | undefined, file: MemberFile, depth: number): fc.Arbitrary<Plain>[] {
  return namesIn(as).flatMap((name): fc.Arbitrary<Plain>[] => {
    const type = [file, ...FILES.values()].find(({ types }) => types?.[name] !== undefined)?.types?.[name];
    if (type === undefined || depth > 4) return [VALUES[name] ?? picked];
    if (type.oneOf !== undefined) return [fc.constantFrom(...type.oneOf)];
    if (type.params !== undefined) return [fc.constant('$callback')];
    const items = declared(type.items ?? type.each ?? type.as, file, depth + 1);
    if (type.items !== undefined) return [fc.array(fc.oneof(...items), { maxLength: 3 })];
    if (type.each !== undefined) return [fc.dictionary(fc.constantFrom('a', 'b', 'Alpha'), fc.oneof(texts, ...items))];
    if (type.keys === undefined) return items;
    const keys = type.keys.map((key) => [key.name, argument(key, file, [], depth + 1)] as const);
    const drawn: fc.Arbitrary<{ readonly [key: string]: Plain }> = fc.record(Object.fromEntries(keys));
    return [drawn.chain((all) => fc.subarray(Object.entries(all)).map((some) => Object.fromEntries(some)))];
  });
}

/** Values for a parameter. `$name` and `{ pick: NUMBER }` are objects of the program. */
export function argument(
  parameter: MemberParameter,
  file: MemberFile,
  examples: readonly Plain[],
  depth = 0,
): fc.Arbitrary<Plain> {
  const { name, is, as, also = [], oneOf = [], written } = parameter;
  // Other numbers and paths are those of the host.
  if (name === 'fd') return fc.constant('$fd');
  if (/^(?:filename|prefix|target)$|path$/i.test(name)) return paths;
  const types = [...declared(as, file, depth), ...typesIn(is).flatMap((type) => VALUES[type] ?? [])];
  const known = [...examples, ...also, ...oneOf, ...(written === undefined ? [] : [written])];
  const some = known.length > 0 ? [[6, fc.constantFrom(...known)] as const] : [];
  return weighted<Plain>(...some, [6, fc.oneof(...types, picked)], [1, odd]);
}
