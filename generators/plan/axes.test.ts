import test from 'tape';
import { axisRequirements } from '../../spec/reading/axes.js';
import { linesOf } from '../../spec/reading/members.js';
import type { Member, MemberFile, MemberParameter } from '../../spec/types/member.js';
import type { Axis } from '../../spec/types/tables.js';
import { axisCases } from './axes.js';

const file = (member: Omit<Member, 'row' | 'kind'>): MemberFile => ({
  title: 'D',
  holders: { dict: { at: 'dict' }, key: { at: 'keys', call: ['make'], awaited: true } },
  types: { Options: { keys: [{ name: 'size', default: 7 }, { name: 'other' }] }, Encoding: { oneOf: ['utf8', 'hex'] } },
  members: [{ row: '3/dict/x', kind: 'method', ...member }],
});

const casesOf = (member: Omit<Member, 'row' | 'kind'>, axis: Omit<Axis, 'name' | 'says' | 'law'>) => {
  const whole: Axis = { name: 'kept', says: 'It is kept.', law: 'keeps', ...axis };
  const made = file(member);
  if (axisRequirements('3-x/dict/members', made, [whole]).length === 0) return [];
  return linesOf(made).flatMap((line) =>
    axisCases(line, whole).map(({ name, data: { holder: _, member: __, ...data } }) => ({
      name: name.join('/'),
      ...data,
    })),
  );
};

test('axes: a case for a call, with the places of the arguments that it is about', (t) => {
  const member: Omit<Member, 'row' | 'kind'> = {
    member: 'mix',
    params: [
      { name: 'text', is: 'string' },
      { name: 'into', is: 'Buffer', filled: true },
      { name: 'n', is: 'number' },
      { name: 'list', is: 'array' },
    ],
    example: ['a', { $buffer: '00' }, 1, [2]],
  };
  t.deepEqual(casesOf(member, { per: 'call', params: ['string', 'Buffer', 'array'] }), [
    { name: 'mix', args: ['a', { $buffer: '00' }, 1, [2]], places: [0, 3] },
  ]);
  t.deepEqual(casesOf(member, { per: 'call', params: ['object'] }), [], 'none if no argument has such a type');
  t.deepEqual(casesOf({ member: 'mix', params: [] }, { per: 'call' }), [], 'none without an example');
  t.deepEqual(casesOf({ ...member, returns: 'Buffer' }, { per: 'call', returns: ['Buffer'] }), [
    { name: 'mix', args: member.example },
  ]);
  t.deepEqual(
    casesOf({ ...member, returns: 'Buffer', shares: true }, { per: 'call', returns: ['Buffer'] }),
    [],
    'nor of memory that is shared',
  );
  t.end();
});

test('axes: a case for each parameter, with options that have defaults', (t) => {
  const member: Omit<Member, 'row' | 'kind'> = {
    member: 'pack',
    params: [
      { name: 'data', is: 'string' },
      { name: 'options', is: 'object', as: 'Options', optional: true },
    ],
    example: ['a'],
  };
  t.deepEqual(casesOf(member, { per: 'parameter', params: ['object'], values: ['getters'] }), [
    { name: 'pack/options', args: ['a', { size: 7 }], at: 1, values: ['getters'] },
  ]);
  t.deepEqual(
    casesOf(member, { per: 'parameter', values: ['symbol'] }).map(({ name }) => name),
    ['pack/data', 'pack/options'],
  );
  t.end();
});

test('axes: a case for each pair of bounds in each encoding', (t) => {
  const member: Omit<Member, 'row' | 'kind'> = {
    member: 'part',
    params: [
      { name: 'text', is: 'string' },
      { name: 'start', is: 'integer', bound: 'start' },
      { name: 'length', is: 'integer', bound: 'size' },
      { name: 'encoding', is: 'string', optional: true },
    ],
    example: ['a', 0, 1],
  };
  t.deepEqual(
    casesOf(member, { per: 'range' }).map(
      ({ name, args, ranges }: { name: string; args?: unknown; ranges?: unknown }) => [name, args, ranges],
    ),
    [
      ['part/start/utf8', ['61626364', 0, 1, 'utf8'], [{ start: 1, isSize: true }]],
      ['part/start/hex', ['61626364', 0, 1, 'hex'], [{ start: 1, isSize: true }]],
    ],
  );
  const params = ['from', 'to', 'otherFrom', 'otherTo'].map(
    (name, i): MemberParameter => ({ name, is: 'integer', bound: i % 2 === 0 ? 'start' : 'end' }),
  );
  t.deepEqual(
    casesOf({ member: 'part', params, example: [0, 1, 0, 1] }, { per: 'range' }).map(
      ({ name, ranges }: { name: string; ranges?: unknown }) => [name, ranges],
    ),
    [
      ['part/from', [{ start: 0, isSize: false }]],
      ['part/otherFrom', [{ start: 2, isSize: false }]],
      [
        'part/all',
        [
          { start: 0, isSize: false },
          { start: 2, isSize: false },
        ],
      ],
    ],
  );
  t.end();
});

test('axes: an object of a holder replaces its name in arguments', (t) => {
  const member: Omit<Member, 'row' | 'kind'> = {
    member: 'use',
    params: [{ name: 'key', is: 'any', as: 'Key' }],
    example: [[{ $holder: 'key' }]],
  };
  t.deepEqual(casesOf(member, { per: 'parameter', values: ['symbol'] }), [
    {
      name: 'use/key',
      args: [[{ $holder: { at: 'keys', call: ['make'], awaited: true } }]],
      at: 0,
      values: ['symbol'],
    },
  ]);
  t.end();
});
