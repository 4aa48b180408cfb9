/** Removes unused parts of a setup: variables, zones and locations that a law declares for all of its cases, and the input of sessions. */
import type { Plain } from '../../spec/types/requirement.js';
import type { HostSetup, PlacedDirective } from '../executor/merging.js';

/** The name that a directive declares, in its first argument. */
const DECLARED: { readonly [directive: string]: RegExp } = {
  set: /^\$?(.*)$/,
  js_set: /^\$?(.*)$/,
  js_var: /^\$?(.*)$/,
  js_shared_dict_zone: /^zone=([^:]*)/,
};

/** The setup without declarations of names that neither `text` nor another directive uses. */
export function pruned(setup: HostSetup, text: string): HostSetup {
  const all = [...setup.main, ...setup.http, ...setup.locations];
  const named = (node: PlacedDirective): boolean => {
    const [, name = ''] = DECLARED[node.name]?.exec(String(node.args[0])) ?? [];
    const others = all.flatMap((one) => wordsOf(one, node)).join('\n');
    return new RegExp(`(^|[^\\w])${name}(?!\\w)`).test(`${text}\n${others}`);
  };
  const keep = (nodes: readonly PlacedDirective[]): PlacedDirective[] =>
    nodes.flatMap((node) => {
      if (node.name in DECLARED && !named(node)) return [];
      return [node.block === undefined ? node : { ...node, block: keep(node.block) }];
    });
  const next = { ...setup, http: keep(setup.http), locations: keep(setup.locations) };
  return sizeOf(next) === sizeOf(setup) ? next : pruned(next, text);
}

/** The setup without locations to which no request is sent and that no directive of a kept location names. */
export function reachedSetup(setup: HostSetup, targets: readonly string[]): HostSetup {
  const isNamed = (node: PlacedDirective, paths: readonly string[]): boolean => {
    const path = node.name === 'location' ? String(node.args.at(-1)).split(' ').at(-1) : undefined;
    return path === undefined || paths.some((one) => one.startsWith(path));
  };
  const keep = (kept: readonly PlacedDirective[]): readonly PlacedDirective[] => {
    const words = kept.flatMap(({ block = [] }) => block.flatMap((one) => wordsOf(one)));
    const next = setup.locations.filter((node) => kept.includes(node) || isNamed(node, words));
    return next.length === kept.length ? next : keep(next);
  };
  return { ...setup, locations: keep(setup.locations.filter((node) => isNamed(node, targets))) };
}

/** Arguments of a node and its content, except for the excluded one. */
function wordsOf(node: PlacedDirective, but?: PlacedDirective): string[] {
  const own = node === but ? [] : node.args.map((arg) => (typeof arg === 'object' ? '' : String(arg)));
  return [...own, ...(node.block ?? []).flatMap((one) => wordsOf(one, but))];
}

const sizeOf = ({ http, locations }: HostSetup): number =>
  [...http, ...locations].map(countOf).reduce((a, b) => a + b, 0);
const countOf = ({ block = [] }: PlacedDirective): number => 1 + block.map(countOf).reduce((a, b) => a + b, 0);

const SESSION_INPUT = 'spec_input';

const isInput = ({ name, args: [of] }: PlacedDirective): boolean => name === 'set' && of === `$${SESSION_INPUT}`;

/**
 * In a setup, the input of a session's handlers is in a variable of the server; in a reproducer it is in their module. Only one server has
 * an input.
 */
export function withoutSessionInput(setup: HostSetup): { readonly setup: HostSetup; readonly input?: Plain } {
  const texts: string[] = [];
  const without = ({ block, ...directive }: PlacedDirective): PlacedDirective => {
    if (block === undefined) return directive;
    const parts = block.filter(isInput).map(({ args: [, part] }) => `${part}`.replace(`\${${SESSION_INPUT}}`, ''));
    if (parts.length > 0) texts.push(parts.join(''));
    return { ...directive, block: block.filter((one) => !isInput(one)).map(without) };
  };
  const stream = setup.stream.map(without);
  const [text] = texts;
  if (text === undefined || texts.length > 1) return { setup };
  return { setup: { ...setup, stream }, input: JSON.parse(decodeURIComponent(text)) };
}
