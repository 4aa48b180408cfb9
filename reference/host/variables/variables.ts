import type { ByteString } from '../support/byte-string.js';
import type { RegexMatch } from '../support/settings/regex.js';
import type { VariableDeclaration, VariableReader, VariableScope } from '../support/settings/scope.js';
import { evaluateTemplate, type Template } from '../support/settings/template.js';

/** A variable of a module for its subjects: requests or sessions. */
export interface EmbeddedVariable<Subject> {
  readonly get: (subject: Subject) => ByteString | undefined;
  /** Whether directives may assign or replace it. */
  readonly writable?: boolean;
  /** Present if assigning does more than replace the value. */
  readonly set?: (subject: Subject, value: ByteString | undefined) => void;
  /** Keeps its value for a subject once the configuration references it. */
  readonly cacheable: boolean;
  /** A family of variables with a common prefix (`$http_…`). */
  readonly family?: boolean;
}

/** The embedded variable with a lower-case name. */
export type EmbeddedVariables<Subject> = (name: string) => EmbeddedVariable<Subject> | undefined;

export function cached<Subject>(get: EmbeddedVariable<Subject>['get']): EmbeddedVariable<Subject> {
  return { get, cacheable: true };
}

export function volatile<Subject>(get: EmbeddedVariable<Subject>['get']): EmbeddedVariable<Subject> {
  return { get, cacheable: false };
}

/** The outcome of an assignment; the script's error contains the word. */
export type AssignmentResult = 'assigned' | 'not found' | 'not writable';

/** What a request or session provides for its variables. */
export interface VariableSource {
  /** Calls a variable handler; `undefined` if it failed. */
  readonly callHandler: (handler: string) => ByteString | undefined;
  /** Called for a variable that is read before it was assigned. */
  readonly uninitialized?: (name: string) => void;
  /** Called for a variable that is not computed, because too many others are being computed. */
  readonly cyclic: (name: string) => void;
  /** Keeps the groups of a regular expression that a variable was computed with. */
  readonly matched: (match: RegexMatch) => void;
  /** A group of the last regular expression that matched, by number or lower-case name. */
  readonly capture: (group: string) => ByteString | undefined;
}

/** How many variables may be computed within each other, as in nginx. */
const deepest = 100;

/** Host variables of one request or session. */
export class VariableValues<Subject extends VariableSource> {
  readonly #subject: Subject;
  readonly #scope: VariableScope | undefined;
  readonly #embedded: EmbeddedVariables<Subject>;
  readonly #values: Map<string, ByteString | undefined>;
  /** The last values of variables that are computed at each read. */
  readonly #latest: Map<string, ByteString | undefined>;
  #depth = 0;

  /** Variables of `shared` keep their values here, and vice versa: a subrequest has the variables of its request. */
  constructor(
    subject: Subject,
    scope: VariableScope | undefined,
    embedded: EmbeddedVariables<Subject>,
    shared?: VariableValues<Subject>,
  ) {
    this.#subject = subject;
    this.#scope = scope;
    this.#embedded = embedded;
    this.#values = shared === undefined ? new Map() : shared.#values;
    this.#latest = shared === undefined ? new Map() : shared.#latest;
  }

  /** The value of a variable; names are compared without letter case. */
  readonly get = (name: string): ByteString | undefined => {
    const key = name.toLowerCase();
    if (this.#values.has(key)) return this.#values.get(key);
    const value = this.#compute(key);
    if (this.#keeps(key)) this.#values.set(key, value);
    else if (!this.#isCapture(key)) this.#latest.set(key, value);
    return value;
  };

  /**
   * The value that a script reads. A member of a family, such as `$sent_http_…`, has its current value, even if a directive has read it
   * before.
   */
  readonly read = (name: string): ByteString | undefined => {
    const key = name.toLowerCase();
    const embedded = this.#declaration(key) === undefined ? this.#embedded(key) : undefined;
    return embedded?.family === true ? embedded.get(this.#subject) : this.get(key);
  };

  /** Names of the variables that the configuration declares for scripts. */
  readonly declared = (): readonly string[] => this.#scope?.scriptVariables ?? [];

  readonly evaluate = (template: Template): ByteString => evaluateTemplate(template, this.within(template));

  /** The values for one use of a template: a variable that is computed at each read is computed once for it. */
  within(template: Template): (name: string) => ByteString | undefined {
    for (const part of template) if (part.kind === 'variable') this.#latest.delete(part.name.toLowerCase());
    return (name) => {
      const key = name.toLowerCase();
      return this.#latest.has(key) ? this.#latest.get(key) : this.get(name);
    };
  }

  /** 2/http-request-object/rule-3: assigns as a script does; assigning `undefined` empties a variable that must have a value. */
  assign(name: string, value: ByteString | undefined): AssignmentResult {
    const key = name.toLowerCase();
    const embedded = this.#embedded(key);
    if (embedded?.set !== undefined) {
      embedded.set(this.#subject, value);
      return 'assigned';
    }
    const known = this.#declaration(key) !== undefined || (embedded !== undefined && embedded.family !== true);
    if (!known) return 'not found';
    if (!this.#isReferenced(key)) return 'not writable';
    // An assigned value is kept, even if the variable is otherwise computed at each read.
    if (this.#declaration(key)?.kind !== 'capture') this.#values.set(key, value ?? '');
    return 'assigned';
  }

  /** The embedded variable's own value, ignoring assignments. */
  own(name: string): ByteString | undefined {
    return this.#embedded(name.toLowerCase())?.get(this.#subject);
  }

  /** 2/http-request-object/rule-4: whether a variable keeps one value. */
  #keeps(key: string): boolean {
    if (!this.#isReferenced(key)) return false;
    const declaration = this.#declaration(key);
    if (declaration?.kind === 'handler' || declaration?.kind === 'computed') return declaration.cacheable;
    return declaration === undefined ? this.#embedded(key)?.cacheable === true : declaration.kind !== 'capture';
  }

  get #reader(): VariableReader {
    return { value: this.get, evaluate: this.evaluate, matched: this.#subject.matched };
  }

  #isCapture(key: string): boolean {
    return /^\d+$/.test(key) || this.#declaration(key)?.kind === 'capture';
  }

  #declaration(key: string): VariableDeclaration | undefined {
    return this.#scope?.declaration(key);
  }

  #isReferenced(key: string): boolean {
    return this.#scope?.isReferenced(key) ?? false;
  }

  #compute(key: string): ByteString | undefined {
    const declaration = this.#declaration(key);
    if (declaration !== undefined) return this.#declared(key, declaration);
    if (/^\d+$/.test(key)) return this.#subject.capture(key);
    return this.#embedded(key)?.get(this.#subject);
  }

  #declared(key: string, declaration: VariableDeclaration): ByteString | undefined {
    switch (declaration.kind) {
      case 'assigned':
        this.#subject.uninitialized?.(key);
        return '';
      case 'capture':
        return this.#subject.capture(key);
      case 'template': {
        const { initial } = declaration;
        return initial === undefined ? '' : this.#within(key, () => this.evaluate(initial));
      }
      case 'computed':
        return this.#within(key, () => declaration.compute(this.#reader));
      case 'handler':
        return this.#within(key, () => this.#subject.callHandler(declaration.handler));
      default:
        return declaration satisfies never;
    }
  }

  /** A variable that would be computed too deep within others has no value: it may contain itself. */
  #within(key: string, compute: () => ByteString | undefined): ByteString | undefined {
    if (this.#depth === deepest) {
      this.#subject.cyclic(key);
      return undefined;
    }
    this.#depth += 1;
    try {
      return compute();
    } finally {
      this.#depth -= 1;
    }
  }
}
