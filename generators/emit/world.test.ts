import test from 'tape';
import type { MemberFile } from '../../spec/types/member.js';
import { worldFiles } from './world.js';

const FILE: MemberFile = {
  title: 'D',
  since: '0.8.0',
  module: 'dict',
  holders: {
    dict: { at: 'dict', type: 'Dict' },
    item: { at: 'dict', call: ['open'], type: 'Item' },
    global: { at: '' },
  },
  members: [
    { member: 'Dict', row: '3/dict/make', kind: 'constructor', on: ['global'] },
    {
      member: 'dict.find',
      row: '3/dict/find',
      kind: 'method',
      since: '0.8.1',
      params: [{ name: 'key', is: 'string' }, { name: 'count', is: 'integer', default: 3 }, { name: 'a | b' }],
      returns: 'array',
      of: ['string', 'number'],
      otherwise: 'undefined',
    },
    { member: 'dict.seek', row: '3/dict/seek', kind: 'method', params: [], alias: 'dict.find' },
    { member: 'dict.open', row: '3/dict/open', kind: 'method', gives: 'item', params: [] },
    { member: 'dict.all', row: '3/dict/all', kind: 'property', access: 'read-only', is: 'object', of: 'strings' },
    { member: 'item.name', row: '3/dict/name', kind: 'property', access: 'writable', is: 'string' },
  ],
};

test('world: types of objects, modules and globals come from the tables', (t) => {
  const [objects, names] = worldFiles([FILE]);
  t.deepEqual(objects?.text.split('\n').slice(2), [
    'export interface Dict {',
    '  /** 3/dict/find, since 0.8.1 */',
    '  find(key: string, count?: number, argument3: unknown): (string | number)[] | undefined;',
    '  /** 3/dict/seek, since 0.8.0 */',
    '  seek(key: string, count?: number, argument3: unknown): (string | number)[] | undefined;',
    '  /** 3/dict/open, since 0.8.0 */',
    '  open(): Item;',
    '  /** 3/dict/all, since 0.8.0 */',
    '  readonly all: { readonly [name: string]: string[] };',
    '}',
    '',
    'export interface Item {',
    '  /** 3/dict/name, since 0.8.0 */',
    '  name: string;',
    '}',
    '',
  ]);
  t.ok(names?.text.includes('[{"name":"dict","section":"3/dict/","since":"0.8.0"}]'));
  t.ok(names?.text.includes('= [{"name":"Dict"'));
  t.end();
});
