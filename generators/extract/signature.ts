import type { Parameter, Signature } from '../../spec/types/row.js';

/**
 * A code span read as the head of a member. `parameters` is a list if brackets follow the name, `'same'` if they have only an ellipsis (the
 * neighbour's parameters), and absent for a property.
 */
export interface MemberHead {
  readonly names: readonly string[];
  readonly parameters?: readonly Parameter[] | 'same';
}

/** `a.b`, with `/LE` for a second ending and `[]`, `{}` (shape of the value) or `[index]` behind it. */
const NAME = /^((?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*)((?:\/\w+)*)(\[\w*\]|\{\})?$/;

/** Whether this code span is a call, so that it can name an operation anywhere. */
export const isCall = (code: string): boolean => /^[^\s(]+\(.*\)$/.test(code);

/** Reads one code span, for example `incr(key, delta[[, init], timeout])`; `undefined` if it is no member's head. */
export function parseHead(code: string): MemberHead | undefined {
  const open = code.indexOf('(');
  const names = parseNames(open === -1 ? code : code.slice(0, open));
  if (names === undefined) return undefined;
  if (open === -1) return { names };
  if (!code.endsWith(')')) return undefined;
  const inner = code.slice(open + 1, -1).trim();
  if (inner === '...') return { names, parameters: 'same' };
  const parameters = parseParameters(inner);
  return parameters === undefined ? undefined : { names, parameters };
}

/** `readInt16BE/LE` names two members: the second ending replaces as many characters of the first. */
function parseNames(text: string): string[] | undefined {
  const [, name, endings, shape] = NAME.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  if (shape !== undefined && /\w/.test(shape)) return [`${name}${shape}`];
  const others = (endings ?? '').split('/').filter((ending) => ending !== '');
  return [name, ...others.map((ending) => name.slice(0, -ending.length) + ending)];
}

/** Reads a parameter list; `undefined` if its brackets or quotes do not match. */
export function parseParameters(text: string): Parameter[] | undefined {
  const found: { words: string; depth: number }[] = [];
  let words = '';
  let depth = 0;
  let depthOfWords = 0;
  let quote = '';
  const close = (): void => {
    if (words.trim() !== '') found.push({ words: words.trim(), depth: depthOfWords });
    words = '';
  };
  for (const char of text) {
    if (quote === '' && (char === ',' || char === '[' || char === ']')) {
      close();
      depth += char === '[' ? 1 : char === ']' ? -1 : 0;
      if (depth < 0) return undefined;
      continue;
    }
    if (words.trim() === '') depthOfWords = depth;
    words += char;
    if (char === "'" || char === '"') quote = quote === '' ? char : quote === char ? '' : quote;
  }
  close();
  if (depth !== 0 || quote !== '') return undefined;
  return markNumberedRest(found.map(({ words: parameter, depth: brackets }) => parameterOf(parameter, brackets)));
}

/** The name stays as written even if it is only types or a literal (`string | Buffer`, `'exit'`). */
function parameterOf(words: string, optionalDepth: number): Parameter {
  const rest = words.includes('...');
  const name = words.replace('...', '').trim();
  const alternatives = name.split('|').map((alternative) => alternative.trim());
  const typed = alternatives.length > 1 || /^['"]/.test(name);
  return { name, optionalDepth, ...(rest && { rest }), ...(typed && { alternatives }) };
}

/** `argument1, argumentN` are any number of arguments: the one that ends in `N` is the rest. */
function markNumberedRest(parameters: readonly Parameter[]): Parameter[] {
  const names = new Set(parameters.map(({ name }) => name));
  return parameters.map((parameter) => {
    const stem = /^(\w*[a-z])N$/.exec(parameter.name)?.[1];
    return stem !== undefined && names.has(`${stem}1`) ? { ...parameter, rest: true } : parameter;
  });
}

const prefixOf = (name: string): string => name.slice(0, name.lastIndexOf('.') + 1);

/**
 * Completes the members of one list from the left. A name without a dot takes the prefix of the one before it (`buf.swap16()`, `swap32()`).
 * With `shareParameters`, a name without brackets, or with an ellipsis in them, takes its parameters too. `before` is the signature before
 * the list, if any.
 */
export function completeSignatures(
  heads: readonly MemberHead[],
  shareParameters: boolean,
  before?: Signature,
): Signature[] {
  const complete: Signature[] = [];
  let previous = before;
  for (const head of heads) {
    const parameters = parametersBeside(head, shareParameters, previous);
    const prefix = prefixOf(previous?.name ?? '');
    for (const name of head.names) {
      previous = { name: name.includes('.') ? name : prefix + name, ...(parameters && { parameters }) };
      complete.push(previous);
    }
  }
  return complete;
}

function parametersBeside(head: MemberHead, shareParameters: boolean, previous: Signature | undefined) {
  if (head.parameters === 'same') return previous?.parameters ?? [];
  const sibling = head.names.every((name) => !name.includes('.'));
  return head.parameters ?? (shareParameters && sibling ? previous?.parameters : undefined);
}
