/** Single calls of members, which laws of axes make, as the statements that they stand for. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf, itemsOf } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import { literalOf, memberOf } from './literal.js';
import { modulesOf, rootOf, type Snippet } from './snippet.js';
import { NotPlain } from './steps.js';

const listIn = (of: Plain, name: string): readonly Plain[] => itemsOf(fieldOf(of, name) ?? null) ?? [];

/** The indices of calls that differ. */
export function differentCalls(input: Plain): number[] {
  const texts = listIn(input, 'calls').map((call) => JSON.stringify(call));
  return texts.flatMap((text, i) => (texts.indexOf(text) === i ? [i] : []));
}

/** One of the calls by itself; the input is `CallsOf` of `laws/members/calling.ts`. */
export function memberCallSnippet(input: Plain, index: number, bindings: Bindings): Snippet {
  const holding = fieldOf(input, 'holding') ?? null;
  const call = listIn(input, 'calls')[index];
  if (call === undefined || JSON.stringify(call).includes('"heldAt"')) throw new NotPlain();
  const paths = listIn(holding, 'at').map(String);
  const path = paths[index % paths.length] || 'globalThis';
  const argsOf = (args: readonly Plain[]): string => args.map(literalOf).join(', ');
  const callOn = (on: string, [name = '', ...args]: readonly Plain[]): string =>
    `${memberOf(on, String(name))}(${argsOf(args)})`;
  const root = rootOf(path, bindings);
  const make = itemsOf(fieldOf(holding, 'make') ?? null);
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
  const prepared = listIn(holding, 'prepare').map((step) => `${callOn('on', itemsOf(step) ?? [])};`);
  const asked = (of: string): string => callOn(of, [fieldOf(input, 'member') ?? '', ...(itemsOf(call) ?? [])]);
  const common = { modules: modulesOf([path]), definitions: [], mayThrow: true };
  if (!isAwaited && prepared.length === 0) return { ...common, before: [], value: asked(on) };
  const before = [`const on = ${on};`, ...prepared];
  if (!isAwaited) return { ...common, before, value: asked('on') };
  const lines = [...before, `await ${asked('on')};`].map((line) => `  ${line}`);
  return { ...common, before: [], value: `(async () => {\n${lines.join('\n')}\n})()`, later: true };
}
