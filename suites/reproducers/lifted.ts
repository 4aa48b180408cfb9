/** Lifted probes and handlers with the few tools that they use, if plain statements are impossible. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import { liftedParts, liftedSource } from '../inside/lifting.js';
import { stepperSource } from '../inside/steps.js';
import { encoder } from '../language/encoding.js';
import { MODULES } from '../language/generated/names.js';
import type { Handler } from '../language/setup.js';
import type { Probe } from '../language/trial.js';
import type { ValuePath } from './focus.js';
import { literalOf } from './literal.js';
import { moduleOf, modulesOf, printing, type Snippet } from './snippet.js';

const CAUGHT = "catch (e) { return ['threw', e instanceof Error ? String(e.name) : typeof e]; }";

/** Tools that functions find in `t`, by name. */
const TOOLS: { readonly [name: string]: string } = {
  // Fails as in a target, with an error that differs from an engine's for a missing function.
  invoke:
    "(on, name, args) => { const f = Object(on)[name]; if (typeof f !== 'function') throw new Error('there is no function ' + name); return f.apply(on, args); }",
  attempt: `(f) => { try { return ['returned', f()]; } ${CAUGHT} }`,
  outcome: `async (f) => { try { const value = await f(); return ['returned', value]; } ${CAUGHT} }`,
  json: 'JSON.stringify',
  wait: '(ms) => new Promise((resolve) => { setTimeout(() => resolve(undefined), ms); })',
  lacking: '(what) => { throw new Error(what); }',
  unobservable: '(why) => { throw new Error(why); }',
  webCrypto: '() => globalThis.crypto',
  ...Object.fromEntries(MODULES.map(({ name }) => [name, name])),
};

const ifDefined = (name: string): string => `typeof ${name} === 'undefined' ? undefined : ${name}`;

/** The object `t` with the tools that functions use. */
function toolsText(
  functions: readonly string[],
  bindings: Bindings,
  more: { readonly [name: string]: string },
  input: string,
): string {
  const { srv, rt } = bindings;
  const follows = stepperSource();
  const sources = uses(functions, 'steps') ? [...functions, follows] : functions;
  const roots = rootsIn([...sources, input], bindings, 'answer' in more);
  const at = `(path) => path.split('.').reduce((on, name) => on === undefined || on === null ? undefined : Object(on)[name], ${roots})`;
  const own = { steps: `(order, noted) => (${follows})(t)(order, noted)`, zone: `(name) => ${srv}.shared[name]` };
  const tools = { ...TOOLS, ...own, at, look: at, srv: ifDefined(srv), rt: ifDefined(rt), ...more };
  const used = Object.entries(tools).filter(([name]) => uses(sources, name));
  return used.length === 0
    ? 'const t = {};'
    : `const t = {\n${used.map(([name, of]) => `  ${name}: ${of},`).join('\n')}\n};`;
}

/** Whether functions use the tool with this name. */
const uses = (sources: readonly string[], name: string): boolean =>
  sources.some((source) => new RegExp(`\\bt\\.${name}\\b`).test(source));

/** A function whose last line is not indented. */
function unindented(source: string): string {
  const [, indent = ''] = /\n( *)[^\n]*$/.exec(source) ?? [];
  return source.replaceAll(`\n${indent}`, '\n');
}

/** The roots of paths: the modules and the two objects that sources name, or the global object. */
function rootsIn(sources: readonly string[], { srv, rt }: Bindings, areHandlers: boolean): string {
  const modules = modulesOf(pathsIn(sources));
  const objects = [
    ['srv', srv],
    ['rt', rt],
    // The arguments of handlers.
    ...(areHandlers ? [['r', 't.subject'] as const, ['s', 't.subject'] as const] : []),
  ].filter(([name]) => sources.some((source) => new RegExp(`["'\`]${name}["'\`.]`).test(source)));
  const names = [...modules, ...objects.map(([name]) => name)];
  if (names.length === 0) return 'globalThis';
  const known = objects.map(([name, value = '']) =>
    value === 't.subject' ? `${name}: ${value}` : `${name}: ${ifDefined(value)}`,
  );
  return `/^(${names.join('|')})\\b/.test(path) ? { ${[...modules, ...known].join(', ')} } : globalThis`;
}

/** Modules that sources name as members of `t`, or as the beginning of a path. */
const pathsIn = (sources: readonly string[]): string[] =>
  MODULES.map(({ name }) => name).filter((name) => {
    const named = new RegExp(`\\bt\\.${name}\\b|["']${name}[."']`);
    return sources.some((source) => named.test(source));
  });

/** A probe on its input; the printed part of its value is that at the path. */
export function probeSnippet(
  probe: Probe<never>,
  input: Plain,
  path: ValuePath,
  isCall: boolean,
  bindings: Bindings,
): Snippet {
  const { source, members } = liftedParts(probe);
  const literal = literalOf(input);
  const args = members?.map((name) => literalOf(fieldOf(input, name) ?? { $undefined: true })) ?? [literal];
  const call = `probe(${[...args, 't'].join(', ')})`;
  return {
    modules: modulesOf(pathsIn([source, literal])),
    definitions: [...(isCall ? [OUTCOME] : []), `const probe = ${unindented(source)};`],
    before: [toolsText([source], bindings, { r: 'r' }, literal)],
    ...(mayWait(source, literal)
      ? { value: `Promise.resolve(${call}).then((all) => ${partSource('all', path, isCall)})`, later: true }
      : { value: partSource(call, path, isCall) }),
    mayThrow: true,
  };
}

/** Whether a probe may return a promise, according to its source or the steps of its input. */
const mayWait = (source: string, input: string): boolean =>
  /\basync\b|\bt\.wait\b|\bPromise\b/.test(source) || /\bawait: "promise"/.test(input);

/** Returns the result of a call, or throws its error. */
const OUTCOME = `const outcome = (call) => {
  if (call[0] === 'returned') return call.length === 1 ? 'done' : call[1];
  const e = new Error('');
  e.name = call[1] || '';
  throw e;
};`;

function partSource(of: string, path: ValuePath, isCall: boolean): string {
  const part = path.reduce((on: string, step) => `${on}[${JSON.stringify(step)}]`, of);
  return isCall ? `outcome(${part})` : part;
}

/** A script that runs a function with an input, and prints nothing else. */
export function programText(program: unknown, input: Plain, bindings: Bindings): string {
  const source = liftedSource(program);
  const literal = literalOf(input);
  const modules = modulesOf(pathsIn([source, literal]));
  return [
    ...modules.map((name) => `import ${name} from '${name}';`),
    toolsText([source], bindings, {}, literal),
    '',
    `const script = ${unindented(source)};`,
    '',
    `script(${literal}, t);`,
    '',
  ].join('\n');
}

interface LiftedHandlers {
  readonly handlers: ReadonlyMap<Handler, string>;
  /** Inputs by a header of their request: a number in `X-Input`, or the value that the case itself sends in `X-Srvspec-Input`. */
  readonly inputs: ReadonlyMap<string, Plain>;
  readonly path: ValuePath;
  readonly isCall: boolean;
  /** The handlers are those of sessions, which answer by a variable. */
  readonly inSession?: boolean;
  /** Answers are complete, as JSON or in the suite's encoding, as when the bytes on the wire were recorded. */
  readonly whole?: 'json' | 'encoded' | undefined;
}

/** A module of lifted handlers; `texts` are the possible answers. */
export function handlersModule(
  { handlers, inputs, path, isCall, inSession, whole }: LiftedHandlers,
  texts: readonly string[],
  bindings: Bindings,
): string {
  const sources = [...handlers.keys()].map(liftedSource);
  const lengths = [...handlers.keys()].map(({ length }) => length);
  const takesTools = (i: number): boolean => (lengths[i] ?? 0) > 1;
  const text =
    whole === undefined
      ? printing(partSource('value', path, isCall), texts)
      : `JSON.stringify(${whole === 'json' ? 'value' : 'encode(value)'})`;
  const answer = `(r, value, status) => { let seen; try { seen = ${text}; } catch (e) { seen = 'throws ' + e.name; } ${inSession ? 'r.variables.spec_answer = seen' : 'r.return(status || 200, seen)'}; }`;
  const literals = [...inputs.values()].map(literalOf);
  const named = [...inputs.keys()].map((name, i) => `  ${JSON.stringify(name)}: ${literals[i]},`);
  const input =
    inputs.size === 1
      ? `() => (${literals[0]})`
      : "(r) => inputs[r.headersIn['X-Input'] || r.headersIn['X-Srvspec-Input']]";
  const tools = toolsText(sources, bindings, { answer, input }, literals.join());
  const calls = isCall && uses(sources, 'answer');
  const definitions = [
    ...(whole === 'encoded' ? [`const encode = (${unindented(liftedSource(encoder))})();`] : []),
    ...(calls ? [OUTCOME] : []),
    ...(inputs.size !== 1 && uses(sources, 'input') ? [['const inputs = {', ...named, '};'].join('\n')] : []),
    ...(sources.some((_, i) => takesTools(i)) ? [tools] : []),
    ...sources.flatMap((source, i) => (takesTools(i) ? [`const handle${i} = ${unindented(source)};`] : [])),
  ];
  const keeps = tools.includes('t.subject') ? 't.subject = r; ' : '';
  const functions = [...handlers.values()].map((name, i) =>
    takesTools(i)
      ? `function ${name}(r, a, b) { ${keeps}return handle${i}(r, t, a, b); }`
      : `const ${name} = ${unindented(sources[i] ?? '')};`,
  );
  return moduleOf({ modules: modulesOf(pathsIn([...sources, ...literals])), definitions }, functions, [
    ...handlers.values(),
  ]);
}
