// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is source of a script
/** Steps, which laws have as data, as plain statements. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf, listIn, plainItems } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import type { ValuePath } from './focus.js';
import { literalOf, memberOf } from './literal.js';
import { asynchronous, boundPath, modulesOf, type Snippet } from './snippet.js';

/** If plain statements are impossible, the lifted probe is used. */
export class NotPlain extends Error {}

/** How the end of a step is shown. */
interface StepOptions {
  /** Once all steps are done. */
  readonly toTheEnd?: boolean;
  /** Its result is not shown: it is right if it does not throw. */
  readonly isDone?: boolean;
}

/** The name of an order if there is only one. */
export const ONLY_ORDER = 'order';

/**
 * The statements up to the wrong step, of its order; `seen` has the ends of the steps. Later steps are included if its result is examined
 * at the end.
 */
export function stepsSnippet(
  input: Plain,
  path: ValuePath,
  seen: Plain,
  bindings: Bindings,
  { toTheEnd = false, isDone = false }: StepOptions,
): Snippet {
  const [name = '', at, ...rest] = path;
  if (at === MADE) return makingSnippet(input, String(name), String(rest[0]), bindings);
  const order = fieldOf(input, String(name));
  if (order === undefined || typeof at !== 'number' || rest.length > 0) throw new NotPlain();
  const make = makeOf(order);
  const steps = listIn(order, 'steps');
  const ended = listIn(seen, String(name));
  const writer = new StepWriter(bindings, order);
  const target = steps[at];
  if (target === undefined || plainItems(fieldOf(target, 'shown')) !== undefined) throw new NotPlain();
  const made = make.flatMap(({ name: variable, step }) => writer.define(variable, step));
  const all = steps.slice(0, toTheEnd ? undefined : at + 1);
  const written = (step: Plain, i: number): string[] => writer.statements(step, i, all.slice(i + 1));
  const before = steps.slice(0, at).flatMap((step, i) => {
    const threw = ['threw', 'rejected'].includes(String(plainItems(ended[i])?.[0]));
    return threw ? [`try { ${writer.expression(step)}; } catch (e) { /* It throws. */ }`] : written(step, i);
  });
  const asked = toTheEnd ? writer.define(`${at}`, target) : [];
  const after = toTheEnd ? steps.slice(at + 1).flatMap((step, i) => written(step, at + 1 + i)) : [];
  const value = toTheEnd ? `r${at}` : writer.expression(target);
  const [how, ...results] = plainItems(ended[at]) ?? [];
  if (how !== undefined && !isDone && fieldOf(order, 'sums') === true) throw new NotPlain();
  const isEndAlone = isDone || (how === 'returned' && results.length === 0);
  return snippetOf(writer, [...made, ...before, ...asked, ...after], value, isEndAlone);
}

/** The statements that the value needs; in an asynchronous function if some wait. */
function snippetOf(writer: StepWriter, lines: readonly string[], value: string, isEndAlone: boolean): Snippet {
  const needed = neededOf(lines, value);
  const before = [...writer.subjectsIn([...needed, value]), ...needed];
  const code = [...before, value].join('\n');
  const common = {
    modules: modulesOf(writer.paths),
    definitions: code.includes('viewOf(') ? [VIEW_OF] : [],
    mayThrow: true,
  };
  const given = isEndAlone ? `(${value}, "done")` : value;
  return /\bawait /.test(code)
    ? { ...common, ...asynchronous([...before, `return ${given};`]) }
    : { ...common, before, value: given };
}

/** The part of a path for the preparation before the steps. */
export const MADE = 'make';

/** The statements up to the value that cannot be created. */
function makingSnippet(input: Plain, name: string, failed: string, bindings: Bindings): Snippet {
  const order = fieldOf(input, name) ?? null;
  const make = makeOf(order);
  const at = make.findIndex((one) => one.name === failed);
  const target = make[at];
  if (target === undefined) throw new NotPlain();
  const writer = new StepWriter(bindings, order);
  const made = make.slice(0, at).flatMap((one) => writer.define(one.name, one.step));
  return snippetOf(writer, made, writer.expression(target.step), true);
}

const makeOf = (order: Plain): readonly { readonly name: string; readonly step: Plain }[] =>
  listIn(order, 'make').map((one) => {
    const [name = '', step = null] = plainItems(one) ?? [];
    return { name: String(name), step };
  });

/** The member that a step calls, and its object; `undefined` for steps that are no calls. */
function callOf(step: Plain): readonly [on: Plain, ...call: Plain[]] | undefined {
  const items = plainItems(step);
  if (items !== undefined) return [items[0] ?? null, ...items.slice(1)];
  const call = fieldOf(step, 'call');
  return call === undefined ? undefined : [fieldOf(step, 'on') ?? null, ...(plainItems(call) ?? [call])];
}

/** Whether a step may change its object. */
function isChanging(step: Plain): boolean {
  if (fieldOf(step, 'set') !== undefined || fieldOf(step, 'delete') !== undefined) return true;
  const [head, member] = callOf(step) ?? [];
  return typeof head === 'string' && (head.startsWith('$') || head.startsWith('srv')) && typeof member === 'string';
}

/** Unused definitions are left out, or kept only for their effects. */
function neededOf(lines: readonly string[], value: string): string[] {
  let kept: string[] = [];
  for (const line of [...lines].reverse()) {
    const defined = /^const (\w+) = /.exec(line)?.[1];
    const isNamed = defined === undefined || new RegExp(`\\b${defined}\\b`).test([...kept, value].join('\n'));
    const call = /^const \w+ = ([a-z]\w*[.[].*\);)$/s.exec(line)?.[1];
    if (isNamed) kept = [line, ...kept];
    else if (call !== undefined) kept = [call, ...kept];
  }
  return kept;
}

/** Expressions for the makers of test data. */
const MAKERS: { readonly [maker: string]: (args: readonly string[]) => string } = {
  object: ([value]) => `{ valueOf: () => ${value} }`,
  same: ([one, other]) => `${one} === ${other}`,
  list: (args) => `[${args.join(', ')}]`,
  bytes: ([view]) => `new Uint8Array(${view}.buffer, ${view}.byteOffset, ${view}.byteLength)`,
  mark: () => '(part) => `<${part}>`',
  fail: () => '() => { throw new RangeError("no"); }',
  text: ([unit, times, rest]) => `${unit}.repeat(${times}) + ${rest}`,
  repeat: ([unit, times, rest]) => `Buffer.concat([Buffer.alloc(${unit}.length * ${times}, ${unit}), ${rest}])`,
  pieces: ([all, size]) =>
    `Array.from({ length: Math.ceil(${all}.length / ${size}) }, (_, i) => ${all}.subarray(i * ${size}, (i + 1) * ${size}))`,
};

const hasSource = (on: string, name: string): string =>
  `[${name} in ${on}, Object.prototype.hasOwnProperty.call(${on}, ${name})]`;

/** A view in the middle of a longer memory. */
const VIEW_OF = `const viewOf = (Kind, bytes) => {
  const memory = new Uint8Array(bytes.length + 24);
  memory.set(bytes, 8);
  return new Kind(memory.buffer, 8, bytes.length / (Kind.BYTES_PER_ELEMENT || 1));
};`;

/** A view of a kind on bytes, like that of the interpreter's maker. */
function viewSource(kind: Plain, bytes: string): string {
  if (kind === 'ArrayBuffer') return `new Uint8Array(${bytes}).buffer`;
  if (kind === 'whole-uint8') return `new Uint8Array(${bytes})`;
  const around = `Buffer.concat([Buffer.alloc(8), ${bytes}, Buffer.alloc(16)])`;
  if (kind === 'Buffer' || kind === 'part-of-buffer' || kind === 'part-of-part')
    return `${around}.subarray(8, 8 + ${bytes}.length)`;
  return `viewOf(${String(kind)}, ${bytes})`;
}

/** Steps as expressions and statements. */
export class StepWriter {
  /** The used roots. */
  readonly paths: string[] = [];
  readonly #bindings: Bindings;
  /** The subject of steps without an `on`. */
  readonly #subject: Plain;
  readonly #subjects: Plain;
  readonly #names = new Map<string, string>();

  constructor(bindings: Bindings, order: Plain) {
    this.#bindings = bindings;
    this.#subject = fieldOf(order, 'on') ?? null;
    const subjects = fieldOf(order, 'subjects') ?? {};
    this.#subjects = subjects;
    if (subjects !== null && typeof subjects === 'object')
      for (const name of Object.keys(subjects)) this.#names.set(name, `${name}`);
  }

  /** A step that later ones need, or that changes something; other steps are left out. */
  statements(step: Plain, number: number, later: readonly Plain[]): string[] {
    if (later.some((one) => JSON.stringify(one).includes(`$${number}`))) return this.define(`${number}`, step);
    return isChanging(step) ? [`${this.expression(step)};`] : [];
  }

  /** The definition of a variable by a step; a second definition gets another name. */
  define(name: string, step: Plain): string[] {
    const expression = this.expression(step);
    const plain = /^\d/.test(name) ? `r${name}` : name;
    const taken = [...this.#names.values()].filter((one) => one.replace(/\d+$/, '') === plain).length;
    const variable = taken === 0 || /^\d/.test(name) ? plain : `${plain}${taken + 1}`;
    this.#names.set(name, variable);
    return [`const ${variable} = ${expression};`];
  }

  expression(step: Plain): string {
    if (fieldOf(step, 'meanwhile') !== undefined) throw new NotPlain();
    const list = fieldOf(step, 'each');
    if (typeof list !== 'string')
      return fieldOf(step, 'await') === undefined ? this.#one(step) : `await ${this.#one(step)}`;
    this.#names.set('item', 'item');
    return `${this.#named(list)}.map((item) => ${this.#one(step)})`;
  }

  #one(step: Plain): string {
    const call = callOf(step);
    if (call !== undefined) return this.#call(call);
    const part = (verb: string): readonly Plain[] => listIn(step, verb);
    const [made, ...making] = part('make');
    if (made === 'view') return viewSource(this.#valueOf(making[0] ?? null), this.#argument(making[1] ?? null));
    const maker = MAKERS[String(made)];
    if (maker !== undefined) return maker(making.map((arg) => this.#argument(arg)));
    const [kind, ...args] = part('new');
    if (kind !== undefined) return `new ${String(kind)}(${args.map((arg) => this.#argument(arg)).join(', ')})`;
    const on = this.#on(fieldOf(step, 'on') ?? null);
    const [name = null, value = null] = part('set');
    if (name !== null) return `${on}[${this.#argument(name)}] = ${this.#argument(value)}`;
    const gone = fieldOf(step, 'delete');
    if (gone !== undefined) return `delete ${on}[${this.#argument(gone)}]`;
    if (made === 'has') return hasSource(on, this.#argument(making[0] ?? null));
    const got = fieldOf(step, 'get');
    if (typeof got === 'string' && !got.startsWith('$')) return memberOf(on, got);
    if (got !== undefined) return `${on}[${this.#argument(got)}]`;
    const shown = fieldOf(step, 'value');
    if (shown !== undefined) return this.#argument(shown);
    throw new NotPlain();
  }

  #call([head, member, ...args]: readonly [on: Plain, ...call: Plain[]]): string {
    const on = this.#on(head);
    if (member === undefined) return on;
    const receiver = /^[{-]|^\d|=>/.test(on) ? `(${on})` : on;
    const called =
      typeof member === 'string' && member.startsWith('$')
        ? `${receiver}[${this.#named(member)}]`
        : memberOf(receiver, String(member));
    return `${called}(${args.map((arg) => this.#argument(arg)).join(', ')})`;
  }

  #on(given: Plain): string {
    const head = given ?? this.#subject;
    return typeof head === 'string' && !head.startsWith('$') ? this.#root(head) : this.#argument(head);
  }

  /** A value of the row, if it is known before anything runs. */
  #valueOf(arg: Plain): Plain {
    const isName = typeof arg === 'string' && arg.startsWith('$');
    return isName ? (fieldOf(this.#subjects, arg.slice(1)) ?? null) : arg;
  }

  /** Definitions of the subjects that the code names. */
  subjectsIn(code: readonly string[]): string[] {
    const text = code.join('\n');
    if (this.#subjects === null || typeof this.#subjects !== 'object') return [];
    return Object.entries(this.#subjects).flatMap(([name, value]) =>
      new RegExp(`\\b${name}\\b`).test(text) ? [`const ${name} = ${literalOf(value)};`] : [],
    );
  }

  #root(path: string): string {
    this.paths.push(path);
    return boundPath(path, this.#bindings);
  }

  #argument(arg: Plain): string {
    if (typeof arg === 'string' && arg.startsWith('$')) return this.#named(arg);
    const items = plainItems(arg);
    if (items !== undefined) return `[${items.map((item) => this.#argument(item)).join(', ')}]`;
    if (arg === null || typeof arg !== 'object' || Object.keys(arg).some((key) => key.startsWith('$')))
      return literalOf(arg);
    const exact = fieldOf(arg, 'exact');
    const bits = exact === undefined ? undefined : plainItems(fieldOf(exact, '$view') ?? viewOf(exact))?.[1];
    if (typeof bits === 'string') return `${Buffer.from(bits, 'hex').readDoubleLE(0)}`;
    const members = Object.entries(arg).map(([name, value]) => `${JSON.stringify(name)}: ${this.#argument(value)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }

  #named(reference: string): string {
    const [, name = '', path = '', more = ''] = /^[$](\w+)([.\w]*)([+-]\d+)?$/.exec(reference) ?? [];
    const variable = this.#names.get(name);
    if (variable === undefined) throw new NotPlain();
    const inside = path.replace(/\.(\d+)/g, '[$1]');
    return `${variable}${inside}${more === '' ? '' : ` ${more.charAt(0)} ${more.slice(1)}`}`;
  }
}

const viewOf = (value: Plain): Plain =>
  value !== null && typeof value === 'object' && '$view' in value ? (value.$view ?? null) : null;

/** The member that a step of `make` calls, if it calls one. */
export function memberMade(input: Plain, name: string, failed: string): string | undefined {
  const step = makeOf(fieldOf(input, name) ?? null).find((one) => one.name === failed)?.step;
  const member = step === undefined ? undefined : callOf(step)?.[1];
  return typeof member === 'string' ? member : undefined;
}
