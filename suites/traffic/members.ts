/**
 * Programs of members: a handler follows steps that call the members of the tables, on the objects of their holders and on earlier results.
 * Arguments are the examples of the tables, and values of the parameters' types.
 */

import * as fc from 'fast-check';
import { namesIn } from '../../spec/reading/declared.js';
import { isOptional, type Line, linesOf, propertyOf, typesIn } from '../../spec/reading/members.js';
import type { Holder, MemberFile, MemberParameter } from '../../spec/types/member.js';
import type { Plain } from '../../spec/types/requirement.js';
import type { StepOf } from '../../spec/types/step.js';
import { moduleBundle } from '../inside/bundle.js';
import { asciiJson } from '../language/encoding.js';
import { isList } from '../language/plain.js';
import type { HttpRequestObject, World } from '../language/world.js';
import { argument, FILES } from './arguments.js';
import { weighted } from './conversation.js';

/** The folder and the peer's address are those of the host. */
const follows = (r: HttpRequestObject, t: World): Promise<void> => {
  const own = (text: string, name: string): string => text.split(`{${name}}`).join(`${r.variables[name]}`);
  const headersIn = { 'X-Srvspec-Input': ['folder', 'peer'].reduce(own, `${r.headersIn['X-Program']}`) };
  const order = t.input<Parameters<World['steps']>[0]>(Object.assign(Object.create(null), { headersIn }));
  return Promise.resolve(t.steps(order)).then((outcomes) => t.answer(r, outcomes));
};

export const MEMBER_MODULE = moduleBundle({
  bindings: { srv: 'ngx', rt: 'njs' },
  version: '1.0.2',
  probes: [],
  handlers: [follows],
});

export const MEMBER_OBJECTS: readonly string[] = [...FILES.keys()];

/** The zones of the tables. */
export const MEMBER_ZONES = [...FILES.values()]
  .flatMap(({ holders }) => Object.values(holders).flatMap(({ zone }) => zone ?? []))
  .map(({ name, size, type, timeout = '' }) => `zone=${name}:${size} type=${type} ${timeout && `timeout=${timeout}`}`)
  .map((zone) => `js_shared_dict_zone ${zone};`)
  .join('\n  ');

const SIZES = [3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16].flatMap((power) => [-1, 0, 1].map((by) => 2 ** power + by));
const UNITS = ['a', 'é', '€', '😀', '%41', '\0'];
interface MemberCall {
  readonly line: Line;
  readonly args: readonly Plain[];
  /** The number of the object among those with the member, or less than 8 for that of a holder. */
  readonly on: number;
  readonly awaits: boolean;
}

function callsOf(line: Line): fc.Arbitrary<MemberCall> {
  const { member, file } = line;
  const { params = [], example = [], ways = [], kind, is, as } = member;
  const isProperty = kind === 'property';
  const assigned = { name: 'value', ...(is !== undefined && { is }), ...(as !== undefined && { as }) };
  const given: readonly MemberParameter[] = !isProperty ? params : member.access === 'writable' ? [assigned] : [];
  const examples = (at: number): readonly Plain[] => [example, ...ways].flatMap((way) => way[at] ?? []);
  const least = isProperty ? 0 : given.filter((parameter) => !isOptional(parameter)).length;
  return fc.record({
    line: fc.constant(line),
    args: fc
      .tuple(
        fc.tuple(...given.map((parameter, at) => argument(parameter, file, examples(at)))),
        weighted([9, fc.integer({ min: least, max: given.length })], [1, fc.nat({ max: given.length })]),
      )
      .map(([args, count]) => args.slice(0, count)),
    on: fc.nat({ max: 20 }),
    awaits: fc.integer({ max: 5, min: 0 }).map((chance) => chance > 0),
  });
}

const CALLS: ReadonlyMap<string, fc.Arbitrary<MemberCall>> = new Map(
  [...FILES].map(([object, file]) => [
    object,
    fc.oneof(
      ...linesOf(file)
        .filter(({ member: { kind, volatile } }) => kind !== 'constant' && volatile !== 'effect')
        .map(callsOf),
    ),
  ]),
);

/** Names for the type of a holder: its own, that of its declaration, and that of probes. */
const typesOf = (file: MemberFile, name: string): readonly string[] => {
  const { declared: { as } = {}, type } = file.holders[name] ?? { at: '' };
  return [`${file.title} ${name}`, name, ...(as === undefined ? [] : [as]), ...(type === undefined ? [] : [type])];
};

/** The steps that make the object of a holder. */
function made(
  { at, make, call, form, zone, item, inside, awaited, prepare = [] }: Holder,
  as: string,
): readonly StepOf[] {
  const path = [...(item === undefined ? [] : [`${item}`]), ...(inside === undefined ? [] : [inside])];
  const whole = { as: path.length === 0 ? as : `${as}_`, shown: false };
  const waits = awaited === true && { await: 'promise' as const };
  const on = at === '' ? 'globalThis' : at;
  const first: StepOf =
    form !== undefined
      ? { on: 'r', call: 'readRequestForm', await: 'promise' }
      : zone !== undefined
        ? { on, get: zone.name }
        : make !== undefined
          ? { new: [at, ...make] }
          : { on, call: call ?? [], ...waits };
  return [
    { ...first, ...whole },
    ...(path.length === 0 ? [] : [{ value: `$${as}_.${path.join('.')}`, as, shown: false }]),
    ...[...(zone === undefined ? [] : [['clear']]), ...prepare].map((step) => ({
      on: `$${as}`,
      call: step,
      shown: false,
    })),
  ];
}

/** Turns drawn calls into steps, with the objects that they need before them. */
class MemberProgram {
  readonly steps: StepOf[] = [];
  readonly #objects: { readonly name: string; readonly types: readonly string[]; readonly shows: Holder['shows'] }[] =
    [];

  call({ line, args, on, awaits }: MemberCall, as: string): StepOf {
    const { member, file, holders } = line;
    const own = this.#held(file, holders[on % holders.length] ?? '');
    const wanted = holders.flatMap((name) => typesOf(file, name));
    const fitting = this.#objects.filter(({ types }) => types.some((type) => wanted.includes(type)));
    const target = `$${on < 8 ? own : (fitting[on % fitting.length]?.name ?? own)}`;
    const given = args.map((arg) => this.#filled(arg, file));
    const results = [member.gives, typesIn(member.returns).includes('itself') ? holders[0] : undefined];
    const types = [
      ...namesIn(member.as),
      ...results.flatMap((name) => (name === undefined ? [] : typesOf(file, name))),
    ];
    const made = member.kind === 'constructor' ? [member.member] : types;
    this.#objects.push({ name: as, types: made, shows: undefined });
    // Hosts list the members of their objects in their own ways.
    const isOwn = made.some((type) => type !== 'Buffer' && OBJECT_TYPES.has(type));
    const isHidden = member.volatile === 'result' || isOwn;
    const named = { as, ...(isHidden && { shown: false }) };
    const name = propertyOf(line);
    if (member.kind === 'constructor') return { ...named, new: [name, ...given] };
    if (member.kind === 'property')
      return { ...named, on: target, ...(given.length > 0 ? { set: [name, ...given] } : { get: name }) };
    const isPromise = typesIn(member.returns).includes('promise') && awaits;
    return { ...named, on: target, call: [name, ...given], ...(isPromise && { await: 'promise' as const }) };
  }

  /** The state of all objects of holders. */
  shown(): readonly StepOf[] {
    return this.#objects.flatMap(({ name, shows: [first, ...more] = [] }) =>
      first === undefined || more.length > 0 ? [] : [{ on: `$${name}`, call: first }],
    );
  }

  #held(file: MemberFile, name: string): string {
    const types = typesOf(file, name);
    const known = this.#objects.find((object) => object.types[0] === types[0]);
    if (known !== undefined) return known.name;
    const as = `held${this.#objects.length}`;
    const holder = file.holders[name] ?? { at: '' };
    this.steps.push(...made(holder, as));
    this.#objects.push({ name: as, types, shows: holder.shows });
    return as;
  }

  #filled(value: Plain, file: MemberFile): Plain {
    if (typeof value !== 'object' || value === null) return value;
    if (isList(value)) return value.map((one) => this.#filled(one, file));
    if ('$holder' in value) return `$${this.#held(file, `${value.$holder}`)}`;
    if ('$function' in value) return '$callback';
    if ('pick' in value) return `$${this.#objects[Number(value.pick) % this.#objects.length]?.name ?? 'buffer'}`;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#filled(one, file)]));
  }
}

const OBJECT_TYPES = new Set(
  [...FILES.values()].flatMap((file) => Object.keys(file.holders).flatMap((name) => typesOf(file, name))),
);

interface DrawnProgram {
  readonly calls: readonly MemberCall[];
  /** Those of the callback, which may throw in its second call. */
  readonly inner: readonly MemberCall[];
  readonly throws: string | undefined;
  readonly size: number;
  readonly unit: string;
}

/** A folder with one file, data of the size, and a callback. */
const prelude = ({ size, unit }: DrawnProgram): readonly StepOf[] =>
  [
    { on: 'fs', call: ['rmdirSync', '{folder}', { recursive: true }] },
    { on: 'fs', call: ['mkdirSync', '{folder}'] },
    { on: 'fs', call: ['writeFileSync', '{folder}/a', 'text'] },
    { on: 'fs', call: ['openSync', '{folder}/a', 'r+'], as: 'fd' },
    { make: ['text', unit, size, 'z', 'joined'], as: 'text' },
    { make: ['repeat', { $bytes: '616200c3' }, Math.ceil(size / 4), { $bytes: 'ff' }], as: 'bytes' },
    { on: 'Buffer', call: ['from', '$bytes'], as: 'buffer' },
    { on: '$buffer', call: ['subarray', 1, size], as: 'part' },
  ].map((step) => ({ ...step, shown: false }));

/** The header line of a program. */
function programLine(drawn: DrawnProgram): string {
  const program = new MemberProgram();
  // A callback that is given itself would not end.
  const inner: readonly Plain[] = drawn.inner.map((call, at) =>
    JSON.parse(JSON.stringify(program.call(call, `inner${at}`)).replaceAll('"$callback"', '{"$function":""}')),
  );
  const callback = {
    steps: [...inner, { value: '$args' }],
    ...(drawn.throws !== undefined && { throws: drawn.throws, at: 2 }),
  };
  program.steps.push({ make: ['callback', callback], as: 'callback', shown: false });
  drawn.calls.forEach((call, at) => {
    program.steps.push(program.call(call, `step${at}`));
  });
  const closed = { on: 'fs', call: ['closeSync', '$fd'], shown: false };
  const ends = [...program.shown(), closed, { value: ['$bytes', '$buffer', '$callback.calls'] }];
  const order = {
    subjects: {},
    make: [],
    named: true,
    returned: true,
    steps: [...prelude(drawn), ...program.steps, ...ends],
  };
  return `X-Program: ${asciiJson(order).replaceAll('%', '%25')}`;
}

/** The header lines of programs on the members of an object, or of any one, and partly of another. */
export const memberPrograms = (object?: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      object === undefined ? fc.constantFrom(...MEMBER_OBJECTS) : fc.constant(object),
      fc.constantFrom(...MEMBER_OBJECTS),
    )
    .chain((objects) => {
      const calls = fc.oneof(...objects.flatMap((name) => CALLS.get(name) ?? []));
      const drawn = fc.record({
        calls: fc.array(calls, { minLength: 1, maxLength: 7 }),
        inner: fc.array(calls, { maxLength: 2 }),
        throws: fc.constantFrom(undefined, undefined, 'RangeError'),
        size: fc.constantFrom(...SIZES),
        unit: fc.constantFrom(...UNITS),
      });
      return drawn.map(programLine);
    });

/** A step of a program, by its number, and the name of the member that it uses. */
export function stepIn(lines: readonly string[], at: number): { readonly member: string; readonly step: string } {
  const text = lines.find((one) => one.startsWith('X-Program: '))?.slice('X-Program: '.length) ?? '';
  const program: { readonly steps: readonly StepOf[] } = JSON.parse(decodeURIComponent(text));
  const step = program.steps[at] ?? {};
  const [member] = [step.call ?? step.new ?? step.set ?? step.get ?? step.make ?? 'the state'].flat();
  return { member: `${member}`, step: JSON.stringify(step) };
}
