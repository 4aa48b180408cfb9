/** Whether the members tables refer to existing names in the declarations. */
import type { DeclaredName, DeclaredType, Member, MemberFile, MemberParameter } from '../types/member.js';
import { type Complaint, complaintAt } from './complaints.js';
import { declaredNameOf, namesIn, STANDARD_TYPES, TYPE_NAMES } from './declared.js';
import { nearestWord } from './nearest.js';
import type { LocatedSpec } from './read.js';

/** Every unknown type name, every overload of a missing parameter, and every promise version of a missing operation. */
export function checkDeclared(spec: LocatedSpec): readonly Complaint[] {
  const known = knownNames([...spec.members.values()]);
  return [...spec.members.values()].flatMap((file) =>
    [
      ...Object.values(file.types ?? {}).flatMap((type) => typeNames(type)),
      ...file.members.flatMap(memberNames),
      ...Object.values(file.holders).flatMap(({ declared }) =>
        declared?.extends === undefined ? [] : [{ on: declared, key: 'extends', as: declared.extends }],
      ),
    ]
      .flatMap((named) => unknownNames(spec, named, known))
      .concat(file.members.flatMap((one) => checkMember(spec, file, one))),
  );
}

/** Names at a key of an object. */
interface Naming {
  readonly on: object;
  readonly key: string;
  readonly as: DeclaredName | undefined;
}

const knownNames = (files: readonly MemberFile[]): ReadonlySet<string> =>
  new Set([
    ...TYPE_NAMES,
    ...STANDARD_TYPES,
    ...files.flatMap((file) => [
      ...Object.keys(file.types ?? {}),
      ...Object.keys(file.holders).flatMap((holder) => declaredNameOf(file, holder) ?? []),
      ...Object.values(file.holders).flatMap(({ declared }) => Object.keys(declared?.varies ?? {})),
    ]),
  ]);

const typeNames = (type: DeclaredType): Naming[] => [
  { on: type, key: 'as', as: type.as },
  { on: type, key: 'items', as: type.items },
  { on: type, key: 'each', as: type.each },
  ...parameterNames([...(type.keys ?? []), ...(type.params ?? [])]),
];

const memberNames = (member: Member): Naming[] => [
  { on: member, key: 'as', as: member.as },
  ...parameterNames([...(member.params ?? []), ...(member.takes ?? [])]),
  ...(member.overloads ?? []).flatMap((overload) => [
    { on: overload, key: 'as', as: overload.as },
    ...Object.entries(overload.where).map(([key, as]) => ({ on: overload.where, key, as })),
  ]),
];

const parameterNames = (parameters: readonly MemberParameter[]): Naming[] =>
  parameters.map((one) => ({ on: one, key: 'as', as: one.as }));

const unknownNames = ({ places }: LocatedSpec, { on, key, as }: Naming, known: ReadonlySet<string>): Complaint[] =>
  namesIn(as).flatMap((name) => {
    if (known.has(name)) return [];
    const expected = 'a name of `types`, of a declared object, of the vocabulary or of ECMAScript';
    return [
      complaintAt(places.of(on, key), `the type ${name}`, expected, `the nearest is ${nearestWord(name, known)}`),
    ];
  });

function checkMember({ places }: LocatedSpec, file: MemberFile, member: Member): Complaint[] {
  const { twin, placeholder, overloads = [], params = [], member: name } = member;
  const known = params.map((one) => one.name);
  const complain = (key: string, found: string, expected: string): Complaint =>
    complaintAt(places.of(member, key), found, expected, 'correct the name');
  return [
    ...(twin === undefined || file.members.some((one) => one.member === twin)
      ? []
      : [complain('twin', `the operation ${twin}`, 'a member of this table')]),
    ...(placeholder === undefined || name.endsWith(placeholder)
      ? []
      : [complain('placeholder', `${placeholder} in ${name}`, 'the end of the name')]),
    ...overloads
      .flatMap(({ where }) => Object.keys(where))
      .filter((parameter) => !known.includes(parameter))
      .map((parameter) =>
        complain('overloads', `the parameter ${parameter} of ${name}`, `one of ${known.join(', ') || 'none'}`),
      ),
  ];
}
