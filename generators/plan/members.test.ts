import test from 'tape';
import { linesOf } from '../../spec/reading/members.js';
import type { Member, MemberFile } from '../../spec/types/member.js';
import { documentedCases, openCases } from './members.js';

const FILE: Omit<MemberFile, 'members'> = {
  title: 'D',
  since: '0.8.0',
  holders: {
    dict: { at: 'dict', call: ['open'] },
    other: { at: 'other' },
    made: { at: 'Made', make: [], since: '0.8.3' },
  },
};

const casesOf = (make: typeof documentedCases, member: Omit<Member, 'row'>): string[] =>
  linesOf({ ...FILE, members: [{ row: '2/dict/x', ...member }] }).flatMap((line) =>
    make(line).map(({ name, law, since, until }) => `${name.join('/')}: ${law} ${since ?? ''}-${until ?? ''}`),
  );

test('member cases: an object that can be made since a later version has cases since then', (t) => {
  const kinds = (member: Omit<Member, 'row' | 'member' | 'kind'>): string[] =>
    casesOf(documentedCases, { member: 'size', kind: 'property', on: ['made'], ...member });
  t.deepEqual(kinds({}), ['size/present: present 0.8.3-', 'size/kind: notCallable 0.8.3-']);
  t.deepEqual(kinds({ since: '0.8.2' }).at(-1), 'size/kind: notCallable 0.8.3-');
  t.deepEqual(kinds({ since: '0.8.4' }).at(-1), 'size/kind: notCallable 0.8.4-');
  t.end();
});

test('member cases: there since its version, absent before and after, of its kind and type', (t) => {
  t.deepEqual(
    casesOf(documentedCases, {
      member: 'size',
      kind: 'property',
      since: '0.8.2',
      removed: '0.9.0',
      is: 'number',
      access: 'read-only',
    }),
    [
      'size/present: present 0.8.2-0.9.0',
      'size/absent-before: absent 0.8.0-0.8.2',
      'size/absent-after: absent 0.9.0-',
      'size/kind: notCallable 0.8.2-0.9.0',
      'size/type: holdsType 0.8.2-0.9.0',
      'size/read-only: readOnly 0.8.2-0.9.0',
    ],
  );
  t.deepEqual(
    casesOf(documentedCases, { member: 'size', kind: 'property', on: ['dict', 'other'] }),
    ['size/present/dict: present 0.8.0-', 'size/kind/dict: notCallable 0.8.0-'].concat([
      'size/present/other: present 0.8.0-',
      'size/absent-before/other: absent -0.8.0',
      'size/kind/other: notCallable 0.8.0-',
    ]),
    'a result of a call is not tested before its own version',
  );
  t.end();
});

test('member cases: enumerated values and both ends of a range', (t) => {
  const params = [
    { name: 'at' },
    { name: 'size', from: 1, to: 6 },
    { name: 'how', default: 'a', oneOf: ['a', 'b'] },
  ] as const;
  const member = { member: 'read', kind: 'method', params, returns: 'number', example: [0, 3] } as const;
  const names = (make: typeof documentedCases) => casesOf(make, member).filter((text) => /accepts|outside/.test(text));
  t.deepEqual(names(documentedCases), [
    'read/accepts/size/1: returnsType 0.8.0-',
    'read/accepts/size/6: returnsType 0.8.0-',
    'read/accepts/how/a: returnsType 0.8.0-',
    'read/accepts/how/b: returnsType 0.8.0-',
  ]);
  t.deepEqual(names(openCases), ['read/outside/size/0: recorded 0.8.0-', 'read/outside/size/7: recorded 0.8.0-']);
  const [line] = linesOf({ ...FILE, members: [{ row: '2/dict/x', ...member }] });
  const args = (line === undefined ? [] : documentedCases(line))
    .filter(({ name }) => name.includes('accepts'))
    .map(({ data }) => data.args);
  t.deepEqual(args, [
    [0, 1],
    [0, 6],
    [0, 3, 'a'],
    [0, 3, 'b'],
  ]);
  t.end();
});

test('member cases: parameters with defaults and versions, aliases, errors', (t) => {
  const params = [
    { name: 'key' },
    { name: 'init', default: 0 },
    { name: 'timeout', optional: true, since: '0.8.5', written: 9 },
  ] as const;
  const method = {
    member: 'incr',
    kind: 'method',
    params,
    returns: 'number',
    example: ['a'],
    alias: 'dict.add',
  } as const;
  t.deepEqual(
    casesOf(documentedCases, { ...method, throws: [{ row: '2/errors/incr', name: 'TypeError', on: 'other' }] }),
    [
      'incr/present: present 0.8.0-',
      'incr/kind: callable 0.8.0-',
      'incr/returns: returnsType 0.8.0-',
      'incr/default/init: alike 0.8.0-',
      'incr/takes/timeout: returnsType 0.8.5-',
      'incr/alias: aliasOf 0.8.0-',
      'incr/throws/incr/other: throwsError 0.8.0-',
    ],
  );
  const file = { ...FILE, members: [{ row: '2/dict/x', ...method }] };
  const [line] = linesOf(file);
  const takes = line === undefined ? undefined : documentedCases(line).find(({ name }) => name.includes('takes'));
  t.deepEqual(takes?.data.args, ['a', 0, 9], 'parameters between take their defaults');
  t.deepEqual(casesOf(openCases, method), [
    'incr/arity: hasLength 0.8.0-',
    'incr/without/key: recorded 0.8.0-',
    'incr/wrong/key: recorded 0.8.0-',
    'incr/wrong/init: recorded 0.8.0-',
    'incr/wrong/timeout: recorded 0.8.0-',
    'incr/undefined/init: alike 0.8.0-',
    'incr/one-more: recorded 0.8.0-',
    'incr/before/timeout: recorded 0.8.0-0.8.5',
  ]);
  t.end();
});
