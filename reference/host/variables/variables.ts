import type { ByteString } from '../support/byte-string.js';
import type { RegexMatch } from '../support/settings/regex.js';
import type { VariableDeclaration, VariableReader, VariableScope } from '../support/settings/scope.js';
import { evaluateTemplate, type Template } from '../support/settings/template.js';

/** A variable that a module brings along for its subjects: requests or sessions. */
export interface EmbeddedVariable<Subject> {
  readonly get: (subject: Subject) => ByteString | undefined;
  /** Whether directives may assign or replace it. */
  readonly writable?: boolean;
  /** Where assigning does more than to replace the value. */
  readonly set?: (subject: Subject, value: ByteString | undefined) => void;
  /** Keeps its value for a subject once the configuration references it. */
  readonly cacheable: boolean;
  /** One of many whose names start alike, such as `$http_…`. */
  readonly family?: boolean;
}

/** The embedded variable of a lower-case name. */
export type EmbeddedVariables<Subject> = (name: string) => EmbeddedVariable<Subject> | undefined;

export function cached<Subject>(get: EmbeddedVariable<Subject>['get']): EmbeddedVariable<Subject> {
  return { get, cacheable: true };
}

export function volatile<Subject>(get: EmbeddedVariable<Subject>['get']): EmbeddedVariable<Subject> {
  return { get, cacheable: false };
}

/** What came of an assignment; the words go into the script's error. */
export type AssignmentResult = 'assigned' | 'not found' | 'not writable';

/** What a request or session contributes to its variables. */
export interface VariableSource {
  /** Calls a variable handler; `undefined` when it failed. */
  readonly callHandler: (handler: string) => ByteString | undefined;
  /** Told of a variable that is read before it was assigned. */
  readonly uninitialized?: (name: string) => void;
  /** Keeps the groups of a regular expression that a variable was computed with. */
  readonly matched: (match: RegexMatch) => void;
  /** A group of the regular expression that matched last, by number or lower-case name. */
  readonly capture: (group: string) => ByteString | undefined;
}

/** Host variables of one request or session. */
export class VariableValues<Subject extends VariableSource> {
  readonly #subject: Subject;
  readonly #scope: VariableScope | undefined;
  readonly #embedded: EmbeddedVariables<Subject>;
  readonly #values: Map<string, ByteString | undefined>;
  /** What came of the last read of those that are computed at each. */
  readonly #latest: Map<string, ByteString | undefined>;
  readonly #computing = new Set<string>();

  /** Those of `shared` keep their values here, and the other way round: a subrequest has the variables of its request. */
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

  /** Value of a variable; names do not depend on case. */
  readonly get = (name: string): ByteString | undefined => {
    const key = name.toLowerCase();
    if (this.#values.has(key)) return this.#values.get(key);
    const value = this.#compute(key);
    if (this.#keeps(key)) this.#values.set(key, value);
    else if (!this.#isCapture(key)) this.#latest.set(key, value);
    return value;
  };

  /** The value that a script reads: of a family, such as `$sent_http_…`, what it is now, whatever a directive has read. */
  readonly read = (name: string): ByteString | undefined => {
    const key = name.toLowerCase();
    const embedded = this.#declaration(key) === undefined ? this.#embedded(key) : undefined;
    return embedded?.family === true ? embedded.get(this.#subject) : this.get(key);
  };

  /** Names of those that the configuration declares for scripts. */
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

  /** 2/http-request-object/rule-3: assigns as a script does; to assign nothing makes empty what has to have a value. */
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
    // What was assigned stays, also of a variable that is otherwise computed at each read.
    if (this.#declaration(key)?.kind !== 'capture') this.#values.set(key, value ?? '');
    return 'assigned';
  }

  /** What an embedded variable says by itself, whatever was assigned to it. */
  own(name: string): ByteString | undefined {
    return this.#embedded(name.toLowerCase())?.get(this.#subject);
  }

  /** 2/http-request-object/rule-4: whether a variable has one value throughout. */
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
        return initial === undefined ? '' : this.#once(key, () => this.evaluate(initial));
      }
      case 'computed':
        return this.#once(key, () => declaration.compute(this.#reader));
      case 'handler':
        return this.#once(key, () => this.#subject.callHandler(declaration.handler));
      default:
        return declaration satisfies never;
    }
  }

  /** A variable that is asked for while it is being computed has no value yet. */
  #once(key: string, compute: () => ByteString | undefined): ByteString | undefined {
    if (this.#computing.has(key)) return undefined;
    this.#computing.add(key);
    try {
      return compute();
    } finally {
      this.#computing.delete(key);
    }
  }
}
