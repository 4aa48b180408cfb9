import type { ByteString } from '../byte-string.js';
import { ConfigurationError, type ConfigurationPosition } from './error.js';
import type { RegexMatch } from './regex.js';
import { compileTemplate, type Template } from './template.js';

/** A variable that a directive declared; names of variables are lower-case. */
export type VariableDeclaration =
  /** Its initial value is a template, which is evaluated when the variable is first read. */
  | { readonly kind: 'template'; readonly initial: Template | undefined }
  /** A script handler computes it. */
  | { readonly kind: 'handler'; readonly handler: string; readonly cacheable: boolean }
  /** Empty until it is assigned. */
  | { readonly kind: 'assigned' }
  /** A named group of a regular expression. */
  | { readonly kind: 'capture' }
  /** Computed from other variables. */
  | {
      readonly kind: 'computed';
      readonly compute: (subject: VariableReader) => ByteString | undefined;
      readonly cacheable: boolean;
    };

/** The subject from which a variable is computed. */
export interface VariableReader {
  readonly value: (name: string) => ByteString | undefined;
  readonly evaluate: (template: Template) => ByteString;
  /** Keeps the groups of a regular expression that matched. */
  readonly matched: (match: RegexMatch) => void;
}

/** A variable that needs no declaration. */
interface KnownVariable {
  /** Present if assigning does more than replace the value. */
  readonly set?: unknown;
  /** Whether directives may assign or replace it. */
  readonly writable?: boolean;
  /** A family of variables with a common prefix (`$http_…`). */
  readonly family?: boolean;
}

/** The known variable with a lower-case name. */
export type KnownVariables = (name: string) => KnownVariable | undefined;

/** The variables of one part of a configuration. */
export class VariableScope {
  readonly #known: KnownVariables;
  readonly #declarations = new Map<string, VariableDeclaration>();
  readonly #references = new Map<string, ConfigurationPosition>();

  constructor(known: KnownVariables) {
    this.#known = known;
  }

  declaration(name: string): VariableDeclaration | undefined {
    return this.#declarations.get(name);
  }

  /** Whether some variable is computed by a handler. */
  get callsHandlers(): boolean {
    return [...this.#declarations.values()].some(({ kind }) => kind === 'handler');
  }

  /** The variables that scripts declared, in the order of their first declarations. */
  get scriptVariables(): readonly string[] {
    return [...this.#declarations].flatMap(([name, { kind }]) => (kind === 'template' ? [name] : []));
  }

  /** Whether the configuration mentions the variable: a cacheable one then keeps its value, and scripts may assign it. */
  isReferenced(name: string): boolean {
    return this.#references.has(name);
  }

  /** Whether a directive may assign the variable without declaring it. */
  isAssignable(name: string): boolean {
    return this.#declarations.has(name) || this.#isWritable(name);
  }

  /** Compiles a value and records the variables in it. */
  template(text: string, place: ConfigurationPosition): Template {
    const template = compileTemplate(text, place);
    for (const part of template) if (part.kind === 'variable') this.refer(part.name, place);
    return template;
  }

  refer(name: string, place: ConfigurationPosition): void {
    const key = name.toLowerCase();
    if (!this.#references.has(key)) this.#references.set(key, place);
  }

  /**
   * Declares a variable. A computed variable takes precedence over an assigned one, and the later declaration over the earlier one. Throws
   * ConfigurationError for the host's own names.
   */
  declare(name: string, declaration: VariableDeclaration, place: ConfigurationPosition): void {
    const known = this.#known(name);
    if (known !== undefined && known.family !== true && !this.#isWritable(name))
      throw new ConfigurationError(`the duplicate "${name}" variable`, place);
    const earlier = this.#declarations.get(name);
    const clash = earlier === undefined ? undefined : clashOf(earlier, declaration);
    if (clash !== undefined) throw new ConfigurationError(`variable "${name}" ${clash}`, place);
    const isWeak = declaration.kind === 'assigned' || declaration.kind === 'capture';
    if (earlier === undefined || !isWeak) this.#declarations.set(name, declaration);
    // A variable with its own value has storage for it, whether or not anything else mentions it.
    if (declaration.kind === 'template' || declaration.kind === 'assigned') this.refer(name, place);
  }

  #isWritable(name: string): boolean {
    const known = this.#known(name);
    return known?.set !== undefined || known?.writable === true;
  }

  /** Throws ConfigurationError for all undeclared variables in the configuration; `isReal` returns whether the real host has one. */
  check(isReal: (name: string) => boolean): void {
    const complaints = [...this.#references].flatMap(([name, place]) => {
      const exists = this.#declarations.has(name) || this.#known(name) !== undefined || /^[1-9]$/.test(name);
      const complaint = isReal(name)
        ? `nginx's variable \`$${name}\`, which srvspec does not have`
        : `unknown "${name}" variable`;
      return exists ? [] : [new ConfigurationError(complaint, place)];
    });
    const [first, ...others] = complaints;
    if (first !== undefined) throw new ConfigurationError(first.message, first, { others });
  }
}

/** A variable has one handler. */
function clashOf(earlier: VariableDeclaration, later: VariableDeclaration): string | undefined {
  if (later.kind !== 'handler' || earlier.kind !== 'handler') return undefined;
  return JSON.stringify(earlier) === JSON.stringify(later) ? undefined : 'is redeclared with different function name';
}
