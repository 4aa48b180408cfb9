/** Single calls, calls on dictionaries, and member calls of axes laws, as plain statements. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf, listIn, plainItems } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import type { ValuePath } from './focus.js';
import { literalOf, memberOf } from './literal.js';
import { asynchronous, boundPath, modulesOf, type Snippet } from './snippet.js';
import { NotPlain } from './steps.js';

/** One call: how it ends, or the state of its object after it. */
export function callSnippet(input: Plain, path: ValuePath, texts: readonly string[], bindings: Bindings): Snippet {
  const place = fieldOf(input, 'path');
  const args = listIn(input, 'args').map(literalOf).join(', ');
  const member = String(fieldOf(input, 'member') ?? '');
  const [part, ...rest] = path;
  if (rest.length > 0) throw new NotPlain();
  const parts = { modules: modulesOf([String(place ?? '')]), definitions: [], mayThrow: part === 'outcome' };
  const on = typeof place === 'string' ? boundPath(place, bindings) : 'on';
  const made = typeof place === 'string' ? [] : [`const on = ${literalOf(fieldOf(input, 'value') ?? null)};`];
  const call = `${memberOf(on, member)}(${args})`;
  const isItself = texts.includes('{"itself":true}');
  const value = isItself ? `((value) => (value === ${on} ? { itself: true } : value))(${call})` : call;
  if (part === 'outcome') return { ...parts, before: made, value: value };
  if (part === 'left') return { ...parts, before: [...made, `${call};`], value: on };
  throw new NotPlain();
}

/** Calls on a dictionary: how one ends, or the content after it. */
export function dictionarySnippet(input: Plain, path: ValuePath, { srv }: Bindings): Snippet {
  const [zone] = listIn(input, 'zones');
  if (typeof zone !== 'string') throw new NotPlain();
  const filling = fillingOf(fieldOf(input, 'until'), listIn(input, 'filler'));
  const callOf = (call: Plain): string => {
    const [name = '', ...args] = plainItems(call) ?? [];
    return `${memberOf('zone', String(name))}(${args.map(literalOf).join(', ')})`;
  };
  const calls = listIn(input, 'calls').map(callOf);
  const wait = fieldOf(input, 'wait');
  const before = [
    `const zone = ${srv}.shared.${zone};`,
    ...listIn(input, 'before').map((call) => `${callOf(call)};`),
    ...filling,
  ];
  const { after, ...asked } = askedOf(input, path, calls);
  const parts = { modules: [], definitions: [], ...asked };
  return typeof wait === 'number'
    ? { ...parts, before, pause: { ms: wait, after } }
    : { ...parts, before: [...before, ...after] };
}

/** How a call ended, or the content after it. */
function askedOf(input: Plain, [part, at, outcome, ...rest]: ValuePath, calls: readonly string[]) {
  if (part === 'calls' && typeof at === 'number' && outcome === 'outcome' && rest.length === 0)
    return { after: calls.slice(0, at).map((call) => `${call};`), value: calls[at] ?? '', mayThrow: true };
  if (part !== 'left' || at !== undefined) throw new NotPlain();
  const keys = listIn(input, 'looks').map((key) => `[${literalOf(key)}, zone.get(${literalOf(key)})]`);
  const value = `[${keys.join(', ')}].filter((pair) => pair[1] !== undefined)`;
  return { after: calls.map((call) => `try { ${call}; } catch (e) { /* It may throw. */ }`), value, mayThrow: false };
}

/** Adds entries until so many are there, or the dictionary is full. */
function fillingOf(until: Plain | undefined, filler: readonly Plain[]): string[] {
  const add = `zone.add("k" + i, ${filler.map(literalOf).join(', ')});`;
  if (typeof until === 'number') return [`for (let i = 1000; i < ${1000 + until}; i++) ${add}`];
  if (until === 'no free page') return [`for (let i = 1000; zone.freeSpace() > 0; i++) ${add}`];
  if (until === 'SharedMemoryError')
    return [`try { for (let i = 1000; ; i++) ${add} } catch (e) { /* It is full. */ }`];
  return [];
}

/** The indices of calls that differ. */
export function differentCalls(input: Plain): number[] {
  const texts = listIn(input, 'calls').map((call) => JSON.stringify(call));
  return texts.flatMap((text, i) => (texts.indexOf(text) === i ? [i] : []));
}

/** One of the calls alone; the input is `CallsOf` of `laws/members/calling.ts`. */
export function memberCallSnippet(input: Plain, index: number, bindings: Bindings): Snippet {
  const holding = fieldOf(input, 'holding') ?? null;
  const call = listIn(input, 'calls')[index];
  if (call === undefined || JSON.stringify(call).includes('"heldAt"')) throw new NotPlain();
  const paths = listIn(holding, 'at').map(String);
  const path = paths[index % paths.length] || 'globalThis';
  const argsOf = (args: readonly Plain[]): string => args.map(literalOf).join(', ');
  const callOn = (on: string, [name = '', ...args]: readonly Plain[]): string =>
    `${memberOf(on, String(name))}(${argsOf(args)})`;
  const root = boundPath(path, bindings);
  const make = plainItems(fieldOf(holding, 'make'));
  const made = make === undefined ? root : `new ${root}(${argsOf(make)})`;
  const giving = listIn(holding, 'call');
  const found = giving.length === 0 ? made : callOn(made, giving);
  const item = fieldOf(holding, 'item');
  const isAwaited = fieldOf(holding, 'awaited') === true;
  const given = isAwaited ? `(await ${found})` : found;
  const on = listIn(holding, 'inside').reduce(
    (from: string, name) => memberOf(from, String(name)),
    typeof item === 'number' ? `${given}[${item}]` : given,
  );
  const prepared = listIn(holding, 'prepare').map((step) => `${callOn('on', plainItems(step) ?? [])};`);
  const asked = (of: string): string => callOn(of, [fieldOf(input, 'member') ?? '', ...(plainItems(call) ?? [])]);
  const common = { modules: modulesOf([path]), definitions: [], mayThrow: true };
  if (!isAwaited && prepared.length === 0) return { ...common, before: [], value: asked(on) };
  const before = [`const on = ${on};`, ...prepared];
  if (!isAwaited) return { ...common, before, value: asked('on') };
  return { ...common, ...asynchronous([...before, `await ${asked('on')};`]) };
}
