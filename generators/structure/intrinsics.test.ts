import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { ALLOWED, REALM, type RealmRule, type RealmUse, realmUses } from './intrinsics.js';

/** Bodies of functions that break a rule, with their parameters. */
const refused: readonly (readonly [RealmRule, string])[] = [
  ['global', '(v: unknown) => String(v)'],
  ['global', '() => new Uint8Array(1)'],
  ['global', '() => ({ Map })'],
  ['global', '() => { throw new TypeError(); }'],
  ['global', '() => { const { freeze } = Object; return freeze; }'],
  ['member', '() => { const { freeze } = Object; return freeze; }'],
  ['global', '() => class extends Error {}'],
  ['member', '(v: object) => Object.entries(v)'],
  ['member', '(v: number[]) => v.map((one) => one)'],
  ['member', '(v: readonly number[]) => v.some(() => true)'],
  ['member', "(v: number[]) => v['map']((one) => one)"],
  ['member', '(v: string) => v.slice(1)'],
  ['member', '(v: string | number[]) => v.indexOf'],
  ['member', '(v: Map<string, string>) => v.get("a")'],
  ['member', '(v: Uint8Array) => v.length'],
  ['member', '({ length }: Uint8Array) => length'],
  ['member', '(v: RegExp) => v.test("a")'],
  ['member', '(v: Promise<unknown>) => v.then(() => {})'],
  ['member', '(v: () => void) => v.call(undefined)'],
  ['member', '(v: Error) => v.message'],
  ['member', '(v: PropertyDescriptor) => v.get'],
  ['member', '(v: any) => v.anything'],
  ['member', '(v: string) => (() => v)`a`'],
  ['iteration', '(v: number[]) => { for (const one of v) void one; }'],
  ['iteration', '(v: number[]) => [...v]'],
  ['iteration', '(f: (...v: number[]) => void, v: number[]) => f(...v)'],
  ['iteration', '([a]: number[]) => a'],
  ['iteration', '(v: number[]) => { const [a] = v; return a; }'],
  ['iteration', '(v: number[]) => { let a; [a] = v; return a; }'],
  ['inherited', '(v: object) => { for (const name in v) void name; }'],
  ['inherited', '(v: { a?: number }) => v.a'],
  ['inherited', '({ a }: { a?: number }) => a'],
  ['inherited', '(v: { a?: number }) => { v.a = 1; }'],
  ['inherited', '(v: Record<string, number>, name: string) => v[name]'],
  ['inherited', '(v: number[]) => { v[v.length] = 1; }'],
  ['inherited', '(v: number[], at: number) => { v[at] += 1; }'],
  ['conversion', `(v: unknown) => \`\${v}\``],
  ['conversion', "(v: object) => v + ''"],
  ['conversion', '(v: object) => v > 1'],
  ['conversion', '(v: unknown) => +(v as object)'],
  ['conversion', '(v: object) => ({ [v as never as symbol]: 1 })'],
  ['instanceof', '(v: unknown, C: abstract new () => object) => v instanceof C'],
  ['job', 'async () => 1'],
  ['job', 'async (v: Promise<void>) => { await v; }'],
  ['job', 'function* () { yield 1; }'],
];

/** Functions that break none. */
const permitted: readonly string[] = [
  '(v: string, w: number[]) => v.length + w.length',
  '(v: number[], at: number) => v[at]',
  '(v: Uint8Array, at: number) => { v[at] = 1; return v[at]; }',
  `(v: string, n: number | undefined) => \`\${v}\${n}\``,
  '(v: { a: number }) => { v.a += 1; const { a } = v; return { ...v, a }; }',
  '(v: Record<string, number> & { readonly __proto__: null }, name: string) => v[name]',
  '(v: PropertyDescriptor & { readonly __proto__: null }) => v.get',
  '(...v: unknown[]) => v',
  '(v: unknown) => typeof v === "string" && v !== "" ? undefined : NaN',
  '(v: object) => "a" in v',
];

const fileOf = (kind: string, at: number): string => `${REALM}/invented-${kind}-${at}.ts`;
const invented = {
  ...Object.fromEntries(refused.map(([, text], at) => [fileOf('refused', at), `export const f = ${text};`])),
  ...Object.fromEntries(permitted.map((text, at) => [fileOf('plain', at), `export const f = ${text};`])),
  // Outside functions, where no script has run yet.
  [fileOf('first', 0)]:
    'export const all = [...Object.keys({})].map(String); export class C extends Error { static a = new Map().get(1); }',
  [fileOf('first', 1)]: 'export class C { a = new Map(); }',
};

const uses = realmUses(PACKAGE_ROOT, invented);
const usesIn = (path: string): readonly RealmUse[] => uses.filter((use) => use.path === path);

test('uses of built-ins that a script can replace are found in functions of the realm', (t) => {
  for (const [at, [rule, text]] of refused.entries())
    t.ok(
      usesIn(fileOf('refused', at)).some((use) => use.rule === rule),
      `${rule}: ${text}`,
    );
  t.deepEqual(
    usesIn(fileOf('first', 1)).map(({ rule }) => rule),
    ['global'],
    'fields of instances are made in functions',
  );
  t.end();
});

test('other code is allowed', (t) => {
  for (const [at, text] of permitted.entries()) t.deepEqual(usesIn(fileOf('plain', at)), [], text);
  t.deepEqual(usesIn(fileOf('first', 0)), [], 'code that runs before any script');
  t.end();
});

test('the realm uses nothing that a script can replace, except the allowed uses', (t) => {
  const own = uses.filter(({ path }) => !Object.hasOwn(invented, path));
  const isOf = (use: RealmUse) => (allowed: Omit<RealmUse, 'line'>) =>
    use.path === allowed.path && use.rule === allowed.rule && use.text === allowed.text;
  t.deepEqual(
    own
      .filter((use) => !ALLOWED.some(isOf(use)))
      .map(({ path, line, rule, text }) => `${path}:${line} ${rule}: ${text}`),
    [],
  );
  t.deepEqual(
    ALLOWED.filter((allowed) => !own.some((use) => isOf(use)(allowed))),
    [],
    'nothing is allowed that is not there',
  );
  t.end();
});
