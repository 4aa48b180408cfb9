/** Single calls, and calls on dictionaries, as the statements that they stand for. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf, itemsOf } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import type { ValuePath } from './focus.js';
import { literalOf, memberOf } from './literal.js';
import { modulesOf, rootOf, type Snippet } from './snippet.js';
import { NotPlain } from './steps.js';

/** One call, told by how it ends or by what it leaves of what it was made on. */
export function callSnippet(input: Plain, path: ValuePath, texts: readonly string[], bindings: Bindings): Snippet {
  const place = fieldOf(input, 'path');
  const args = (itemsOf(fieldOf(input, 'args') ?? null) ?? []).map(literalOf).join(', ');
  const member = String(fieldOf(input, 'member') ?? '');
  const [part, ...rest] = path;
  if (rest.length > 0) throw new NotPlain();
  const parts = { modules: modulesOf([String(place ?? '')]), definitions: [], mayThrow: part === 'outcome' };
  const on = typeof place === 'string' ? rootOf(place, bindings) : 'on';
  const made = typeof place === 'string' ? [] : [`const on = ${literalOf(fieldOf(input, 'value') ?? null)};`];
  const call = `${memberOf(on, member)}(${args})`;
  const isItself = texts.includes('{"itself":true}');
  const told = isItself ? `((value) => (value === ${on} ? { itself: true } : value))(${call})` : call;
  if (part === 'outcome') return { ...parts, before: made, value: told };
  if (part === 'left') return { ...parts, before: [...made, `${call};`], value: on };
  throw new NotPlain();
}

/** Calls on a dictionary: how one ends, or what is left of it. */
export function dictionarySnippet(input: Plain, path: ValuePath, { srv }: Bindings): Snippet {
  const list = (name: string): readonly Plain[] => itemsOf(fieldOf(input, name) ?? null) ?? [];
  const [zone] = list('zones');
  if (typeof zone !== 'string') throw new NotPlain();
  const filling = fillingOf(fieldOf(input, 'until'), list('filler'));
  const definitions = [`const zone = ${srv}.shared.${zone};`];
  const callOf = (call: Plain): string => {
    const [name = '', ...args] = itemsOf(call) ?? [];
    return `${memberOf('zone', String(name))}(${args.map(literalOf).join(', ')})`;
  };
  const calls = list('calls').map(callOf);
  const [part, at, ended, ...rest] = path;
  const wait = fieldOf(input, 'wait');
  const asked = ((): { after: string[]; value: string; mayThrow: boolean } => {
    if (part === 'calls' && typeof at === 'number' && ended === 'ended' && rest.length === 0)
      return { after: calls.slice(0, at).map((call) => `${call};`), value: calls[at] ?? '', mayThrow: true };
    if (part !== 'left') throw new NotPlain();
    const keys = list('looks').map((key) => `[${literalOf(key)}, zone.get(${literalOf(key)})]`);
    if (at !== undefined) throw new NotPlain();
    const value = `[${keys.join(', ')}].filter((pair) => pair[1] !== undefined)`;
    return { after: calls.map((call) => `try { ${call}; } catch (e) { /* It may throw. */ }`), value, mayThrow: false };
  })();
  const before = [...definitions, ...list('before').map((call) => `${callOf(call)};`), ...filling];
  const { after, value, mayThrow } = asked;
  const parts = { modules: [], definitions: [], value, mayThrow };
  return typeof wait === 'number'
    ? { ...parts, before, pause: { ms: wait, after } }
    : { ...parts, before: [...before, ...after] };
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
