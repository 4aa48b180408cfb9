/** A piece of script that computes a value and prints it, rendered for a command line or as a handler. */
import { parsedPlain } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import { liftedSource } from '../inside/lifting.js';
import { MODULES } from '../language/generated/names.js';
import { memberOf } from './literal.js';
import { show } from './show.js';

export interface Snippet {
  /** Built-in modules that it uses. */
  readonly modules: readonly string[];
  /** Definitions that come first. */
  readonly definitions: readonly string[];
  /** Statements before the value; each may be several lines. */
  readonly before: readonly string[];
  /** Milliseconds to wait, and the statements after that. */
  readonly pause?: { readonly ms: number; readonly after: readonly string[] };
  /** An expression for the value, or a promise of it. */
  readonly value: string;
  /** The value may be a promise. */
  readonly later?: boolean;
  /** An error is an answer, too. */
  readonly mayThrow: boolean;
}

/** Statements that wait, as a call of an asynchronous function. */
export const asynchronous = (lines: readonly string[]): Pick<Snippet, 'before' | 'value' | 'later'> => ({
  before: [],
  value: `(async () => {\n${indented(lines).join('\n')}\n})()`,
  later: true,
});

/** An expression for the text of a value by `show`. It needs no `show` if the language gives the same for all known texts. */
export function printing(value: string, texts: readonly string[]): string {
  if (texts.length === 0) return `show(${value})`;
  if (/, "done"\)$/.test(value) || texts.every((text) => text === 'done')) return value;
  const isPlain = (text: string): boolean =>
    /^(true|false|null|undefined|NaN|-?\d[\d.e+]*|throws.*|done)$/.test(text) && text !== '-0';
  if (texts.every(isPlain)) return `String(${value})`;
  if (texts.every((text) => /^"/.test(text) || /^throws/.test(text))) return `JSON.stringify(${value})`;
  const kind = /^(Buffer|Uint8Array) [\da-f]*$/;
  const [first = ''] = texts.flatMap((text) => kind.exec(text)?.[1] ?? []);
  if (texts.every((text) => /^throws/.test(text) || kind.exec(text)?.[1] === first))
    return `"${first} " + ${first === 'Buffer' ? value : `Buffer.from(${value})`}.toString("hex")`;
  const values = texts.filter((text) => !/^throws/.test(text)).map(parsedPlain);
  if (values.every((one) => Array.isArray(one) && !one.some(isObject))) return `JSON.stringify(${value})`;
  // The names sort the members.
  if (values.every((one) => isObject(one) && !Array.isArray(one) && !Object.values(one).flat().some(isObject)))
    return /^\w+$/.test(value)
      ? `JSON.stringify(${value}, Object.keys(${value}).sort())`
      : `((of) => JSON.stringify(of, Object.keys(of).sort()))(${value})`;
  return `show(${value})`;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The statements of a script; the known texts decide how it prints. */
function statements(
  { before, pause, value, later = false, mayThrow }: Snippet,
  texts: readonly string[],
  give: string,
): string[] {
  const printingOf = (of: string): string => `${give}(${printing(of, texts)});`;
  const caught = (lines: readonly string[]): string[] =>
    mayThrow ? ['try {', ...indented(lines), '} catch (e) {', `  ${give}("throws " + e.name);`, '}'] : [...lines];
  const last = later
    ? [`${value}.then((value) => { ${printingOf('value')} }, (e) => { ${give}("throws " + e.name); });`]
    : [printingOf(value)];
  if (pause === undefined) return [...before, ...caught(last)];
  return [...before, 'setTimeout(() => {', ...indented([...pause.after, ...caught(last)]), `}, ${pause.ms});`];
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/^(?=.)/gm, '  '));

function head({ modules, definitions }: Pick<Snippet, 'modules' | 'definitions'>, code: readonly string[]): string[] {
  const shows = [...definitions, ...code].some((line) => /\bshow\(/.test(line));
  return [
    ...modules.map((name) => `import ${name} from '${name}';`),
    ...(modules.length === 0 ? [] : ['']),
    ...(shows ? [`const show = ${liftedSource(show)};`, ''] : []),
    ...definitions.flatMap((text) => [text, '']),
  ];
}

/** A script for a command line; it prints one line. */
export function cliScript(snippet: Snippet, texts: readonly string[]): string {
  const code = statements(snippet, texts, 'console.log');
  return `${[...head(snippet, code), ...code].join('\n')}\n`;
}

/** A module whose handler `content` answers with one line. */
export function handlerModule(snippet: Snippet, texts: readonly string[]): string {
  const code = statements(snippet, texts, 'answer');
  return moduleOf(
    snippet,
    ['function content(r) {', '  const answer = (text) => r.return(200, text);', ...indented(code), '}'],
    ['content'],
  );
}

/** A module that exports these functions. */
export const moduleOf = (
  parts: Pick<Snippet, 'modules' | 'definitions'>,
  functions: readonly string[],
  exported: readonly string[],
): string =>
  `${[...head(parts, functions), ...functions, '', `export default { ${exported.join(', ')} };`].join('\n')}\n`;

/** A dotted path from a root, with the target's own names; modules have the name of their import. */
export function boundPath(path: string, { srv, rt }: Bindings): string {
  const [first = '', ...rest] = path.split('.');
  const root = first === 'srv' ? srv : first === 'rt' ? rt : first;
  return rest.reduce(memberOf, root);
}

/** The modules to import for the roots of some paths. */
export const modulesOf = (paths: readonly string[]): string[] =>
  MODULES.map(({ name }) => name).filter((name) => paths.some((path) => path === name || path.startsWith(`${name}.`)));
