import type { ByteString } from '../byte-string.js';
import { ConfigurationError, type ConfigurationPosition } from './error.js';
import type { RegexMatch } from './regex.js';
import { compileTemplate, type Template } from './template.js';

/** A variable that a directive created; names of variables are lower-case. */
export type VariableDeclaration =
  /** Starts from a template, which is evaluated when the variable is first read. */
  | { readonly kind: 'template'; readonly initial: Template | undefined }
  /** A script handler computes it. */
  | { readonly kind: 'handler'; readonly handler: string; readonly cacheable: boolean }
  /** Empty until it is assigned. */
  | { readonly kind: 'assigned' }
  /** A named group of a regular expression. */
  | { readonly kind: 'capture' }
  /** Follows from other variables. */
  | {
      readonly kind: 'computed';
      readonly compute: (subject: VariableReader) => ByteString | undefined;
      readonly cacheable: boolean;
    };

/** What a variable may be computed from. */
export interface VariableReader {
  readonly value: (name: string) => ByteString | undefined;
  readonly evaluate: (template: Template) => ByteString;
  /** Keeps the groups of a regular expression that matched. */
  readonly matched: (match: RegexMatch) => void;
}

/** A variable that needs no declaration. */
export interface KnownVariable {
  /** Present where assigning does more than to replace the value. */
  readonly set?: unknown;
  /** Whether directives may assign or replace it. */
  readonly writable?: boolean;
  /** One of many whose names start alike, such as `$http_…`. */
  readonly family?: boolean;
}

/** The known variable of a lower-case name. */
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

  /** Whether the configuration mentions the variable: a cacheable one keeps its value then, and scripts may assign it. */
  isReferenced(name: string): boolean {
    return this.#references.has(name);
  }

  /** Whether a directive may assign the variable without declaring it. */
  isAssignable(name: string): boolean {
    return this.#declarations.has(name) || this.#isWritable(name);
  }

  /** Compiles a value and notes the variables in it. */
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
   * Declares a variable. One that a directive computes goes before one that is only assigned, and the later before the earlier.
   * Throws ConfigurationError for names of the host's own.
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
    // A variable with a value of its own has a place to keep it, whether or not anything else mentions it.
    if (declaration.kind === 'template' || declaration.kind === 'assigned') this.refer(name, place);
  }

  #isWritable(name: string): boolean {
    const known = this.#known(name);
    return known?.set !== undefined || known?.writable === true;
  }

  /** Throws ConfigurationError for all variables that the configuration mentions and that do not exist; `isReal` tells those of the real host. */
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
