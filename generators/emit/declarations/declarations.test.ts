import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { type ModuleDeclaration, Node, Project, type SourceFile } from 'ts-morph';
import { DECLARATION_SOURCE, DECLARATIONS } from '../../../spec/compiled/compiled.js';
import { declaredNameOf, holderPath, isReachedByPath } from '../../../spec/reading/declared.js';
import { linesOf, propertyOf } from '../../../spec/reading/members.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import type { MemberFile } from '../../../spec/types/member.js';
import type { Row } from '../../../spec/types/row.js';
import { SPECIFICATION } from '../../testing/specification.js';
import { declarationFiles } from '../declaration-files.js';
import { DOCUMENTED_NAMES, declarationsText } from './declarations.js';
import { type DeclarationSource, declarationSource } from './source.js';

const FILE: MemberFile = {
  title: 'D',
  since: '0.8.0',
  module: 'dict',
  holders: {
    dict: { at: 'dict', type: 'Dict', declared: { about: 'words' } },
    constants: { at: 'dict.constants' },
    item: { at: 'dict', call: ['open'], type: 'Item' },
    global: { at: '' },
  },
  types: {
    Order: { oneOf: ['up', "d'own"], others: true },
    Options: {
      keys: [
        { name: 'order', as: 'Order', default: 'up' },
        { name: 'most', is: 'integer', since: '0.9.0' },
      ],
    },
    Later: { since: '0.9.0', oneOf: ['z'] },
    Both: { as: ['Order', 'Later'] },
    Names: { each: ['string', 'undefined'], access: 'writable' },
    Visit: { params: [{ name: 'item', as: 'Item' }], as: 'boolean' },
  },
  members: [
    { member: 'Maker', row: '3/dict/maker', kind: 'constructor', on: ['global'], params: [] },
    {
      member: 'dict.find',
      row: '3/dict/find',
      kind: 'method',
      since: '0.8.1',
      about: 'finds a word',
      params: [
        { name: 'a | b', is: ['string', 'Uint8Array'] },
        { name: 'count', is: 'integer', default: 3, from: 1, to: 9 },
        { name: 'options', is: 'object', as: 'Options', optional: true, since: '0.9.0' },
      ],
      returns: 'array',
      as: 'Item',
      otherwise: 'undefined',
      overloads: [{ where: { count: [] }, returns: 'string' }],
    },
    { member: 'dict.later', row: '3/dict/p1', kind: 'method', params: [], returns: 'promise', twin: 'dict.find' },
    { member: 'dict.seek', row: '3/dict/seek', kind: 'method', params: [], alias: 'dict.find' },
    {
      member: 'dict.each',
      row: '3/dict/each',
      kind: 'method',
      params: [
        { name: 'function', is: 'function', as: 'Visit' },
        { name: 'words', is: 'string', optional: true, rest: true },
      ],
      returns: 'itself',
    },
    { member: 'dict.old', row: '3/dict/old', kind: 'property', is: 'string', removed: '0.9.0' },
    { member: 'constants.MOST', row: '3/dict/most', kind: 'constant', on: ['constants'], is: 'number' },
    { member: 'item.name', row: '3/dict/name', kind: 'property', access: 'writable', is: ['string', 'null'] },
    {
      member: 'item.$abc',
      row: '3/dict/any',
      kind: 'property',
      is: 'string',
      placeholder: 'abc',
      otherwise: 'undefined',
    },
  ],
};

const SOURCE: DeclarationSource = {
  newest: '0.9.0',
  files: [FILE],
  obsolete: { '3/dict/old dict.old': '0.8.2' },
  missing: { console: ['console.log'] },
};

test('declarations: types, overloads, promise versions and doc comments come from the tables', (t) => {
  const text = declarationsText(SOURCE, { names: DOCUMENTED_NAMES, version: '0.9.0' });
  t.deepEqual(
    text.split('\n').slice(2),
    [
      '// Not declared yet, since no table has them:',
      '//   console: console.log',
      '',
      'interface MakerConstructor {',
      '  /**',
      '   * (3/dict/maker)',
      '   * @since 0.8.0',
      '   */',
      '  new (): Maker;',
      '  readonly prototype: Maker;',
      '}',
    ].concat(text.split('\n').slice(13)),
  );
  t.ok(text.includes("  export type Order = 'up' | 'd\\'own' | (string & {});"));
  t.ok(text.includes("    /** `'up'` by default. */\n    order?: Order;"));
  t.ok(text.includes('    [name: string]: string | undefined;'));
  t.ok(text.includes('  export type Both = Order | Later;'));
  t.ok(text.includes('  export type Visit = (item: Item) => boolean;'));
  t.ok(text.includes('    find(aOrB: string | Uint8Array): string;'));
  t.ok(text.includes('    find(aOrB: string | Uint8Array, count?: number, options?: Options): Item[] | undefined;'));
  t.ok(text.includes('    later(aOrB: string | Uint8Array): Promise<string>;'));
  t.ok(text.includes('    seek(aOrB: string | Uint8Array, count?: number, options?: Options): Item[] | undefined;'));
  t.ok(text.includes('    each(function_: Visit, ...words: string[]): this;'));
  t.ok(text.includes('    readonly constants: DictConstants;'));
  t.ok(text.includes('    name: string | null;'));
  t.ok(text.includes('  export type Item = ItemMembers & {'));
  t.ok(text.includes('    readonly [name: `$${string}`]: string | undefined;'));
  t.ok(text.includes('  const dict: Dict;\n  export default dict;'));
  const comment = [
    '     * Finds a word. (3/dict/find)',
    '     * @param count from 1 to 9; `3` by default',
    '     * @param options since 0.9.0',
    '     * @since 0.8.1',
  ];
  t.ok(text.includes(comment.join('\n')));
  t.notOk(text.includes('old'), 'a removed member is missing');
  t.end();
});

test('declarations: repeated parameters, obsolete members and missing members are taken from the rows', (t) => {
  const parameters = [
    { name: 'text', optionalDepth: 0 },
    { name: 'more', optionalDepth: 1, rest: true },
  ];
  const common = { kind: 'table-row', numbers: [], code: [], digest: '' } as const;
  const section = ['endpoints', 'dict'];
  const rows: readonly Row[] = [
    { ...common, id: '3/dict/say', section, signatures: [{ name: 'dict.say', parameters }], versions: [] },
    {
      ...common,
      id: '3/dict/old',
      section,
      signatures: [{ name: 'dict.old' }, { name: 'dict.other' }],
      versions: [{ version: '0.8.2', turn: 'obsolete', of: 'dict.old' }],
    },
    { ...common, id: '1/dict/p1', section, signatures: [{ name: 'dict.none' }], versions: [] },
    { ...common, id: '3/errors/dict', section: ['errors'], signatures: [{ name: 'dict.error' }], versions: [] },
  ];
  const say = { member: 'dict.say', row: '3/dict/say', kind: 'method' } as const;
  const params = [{ name: 'text' }, { name: 'more', optional: true }];
  const old = { member: 'dict.old', row: '3/dict/old', kind: 'property' } as const;
  const file: MemberFile = { ...FILE, members: [{ ...say, params, example: ['a'] }, old] };
  const source = declarationSource({
    members: new Map([['3/dict/members', file]]),
    rows: new Map(rows.map((row) => [row.id, row])),
  });
  t.deepEqual(source.files[0]?.members, [
    { ...say, params: [{ name: 'text' }, { name: 'more', optional: true, rest: true }] },
    old,
  ]);
  t.deepEqual(source.obsolete, { '3/dict/old dict.old': '0.8.2' });
  t.deepEqual(source.missing, { dict: ['dict.other'] });
  t.equal(source.newest, '0.8.2');
  t.end();
});

test('declarations: an older runtime has its own members', (t) => {
  const text = declarationsText(SOURCE, { names: DOCUMENTED_NAMES, version: '0.8.0' });
  t.notOk(text.includes('find('), 'a method that came later');
  t.notOk(text.includes('most:'), 'a key that came later');
  t.ok(text.includes('count?: number): Promise<Item[] | undefined>;'), 'a parameter that came later');
  t.ok(text.includes('  export type Both = Order;'), 'a type that came later');
  t.ok(text.includes('     * @deprecated obsolete since 0.8.2, removed in 0.9.0\n     */\n    readonly old: string;'));
  const earlier = declarationsText(SOURCE, { names: DOCUMENTED_NAMES, version: '0.7.9' });
  t.notOk(earlier.includes('declare module'), 'a module that came later');
  t.end();
});

test('declarations: the two globals and their types have the given names', (t) => {
  const source = declarationSource(SPECIFICATION);
  const text = declarationsText(source, { names: { srv: 'ngx', rt: 'njs' }, version: source.newest });
  t.ok(text.includes('declare var ngx: ngx.Host;'));
  t.ok(text.includes('encoding?: njs.Encoding'));
  t.notOk(/\b(srv|rt)\./.test(text.replaceAll(/^\/\/.*$/gm, '')), 'no other name is left');
  t.end();
});

test('declarations: the file of the build is up to date', (t) => {
  const files = declarationFiles(SPECIFICATION);
  t.deepEqual(
    files.map(({ path }) => path),
    [DECLARATIONS, DECLARATION_SOURCE],
  );
  for (const { path, text } of files) t.equal(readFileSync(join(PACKAGE_ROOT, path), 'utf8'), text, path);
  t.end();
});

/** Names of the members of each interface in the declarations; of type aliases, those of object types. */
function declaredMembers(file: SourceFile): ReadonlyMap<string, readonly string[]> {
  const scopes: readonly (SourceFile | ModuleDeclaration)[] = [file, ...file.getModules()];
  const interfaces = scopes.flatMap((scope) => scope.getInterfaces());
  return new Map(
    interfaces.map((one) => [
      one.getName().replace(/Members$/, ''),
      one
        .getMembers()
        .flatMap((member) =>
          Node.isPropertySignature(member) || Node.isMethodSignature(member) ? [member.getName()] : [],
        ),
    ]),
  );
}

test('declarations: every member of them is in a table', (t) => {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile('srv.d.ts', readFileSync(join(PACKAGE_ROOT, DECLARATIONS), 'utf8'));
  const known = new Map<string, Set<string>>();
  const add = (name: string, members: readonly string[]) =>
    known.set(name, new Set([...(known.get(name) ?? []), ...members]));
  for (const table of SPECIFICATION.members.values()) {
    const paths = Object.values(table.holders).filter(isReachedByPath).map(holderPath);
    for (const [name, { keys = [] }] of Object.entries(table.types ?? {}))
      add(
        name,
        keys.map((key) => key.name),
      );
    for (const [name, holder] of Object.entries(table.holders)) {
      const lines = linesOf(table).filter(({ holders }) => holders.includes(name));
      const at = `${holderPath(holder)}.`;
      const below = paths
        .filter((path) => isReachedByPath(holder) && path.startsWith(at))
        .map((path) => path.slice(at.length));
      add(declaredNameOf(table, name) ?? '', [...lines.map(propertyOf), ...below]);
    }
    for (const { kind, member } of table.members)
      if (kind === 'constructor') add(`${member}Constructor`, ['prototype']);
  }
  const declared = declaredMembers(file);
  t.ok(declared.size > 40, `${declared.size} objects`);
  for (const [name, members] of declared)
    t.deepEqual(
      members.filter((member) => !known.get(name)?.has(member)),
      [],
      name,
    );
  const variables = file.getVariableDeclarations().map((one) => one.getName());
  const globals = [...variables, ...file.getFunctions().map((one) => one.getName() ?? '')];
  t.deepEqual(variables, [...new Set(variables)], 'each global once');
  t.notOk(globals.includes('r'), 'an argument of handlers is no global');
  const roots = [...SPECIFICATION.members.values()]
    .flatMap(({ holders }) => Object.values(holders))
    .filter((holder) => isReachedByPath(holder) && holder.declared?.standard !== true)
    .map(holderPath);
  const strangers = globals.filter((name) => !known.get('')?.has(name) && !roots.includes(name));
  t.deepEqual(strangers, [], 'globals');
  t.end();
});
