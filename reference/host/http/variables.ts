import type { VariableDeclaration } from '../configuration/configuration.js';
import { evaluateTemplate } from '../configuration/template.js';
import type { Octets } from '../octets.js';
import { type EmbeddedVariable, embeddedVariable } from './embedded.js';
import type { HttpRequest } from './request.js';

/** Why an assignment was refused. */
export type Assignment = 'assigned' | 'not found' | 'not writable';

/** Host variables of one request. */
export class Variables {
  readonly #request: HttpRequest;
  readonly #declared: ReadonlyMap<string, VariableDeclaration>;
  readonly #referenced: ReadonlySet<string>;
  readonly #callHandler: (handler: string) => Octets | undefined;
  readonly #values = new Map<string, Octets | undefined>();

  constructor(options: {
    readonly request: HttpRequest;
    readonly declared: ReadonlyMap<string, VariableDeclaration>;
    readonly referenced: ReadonlySet<string>;
    readonly callHandler: (handler: string) => Octets | undefined;
  }) {
    this.#request = options.request;
    this.#declared = options.declared;
    this.#referenced = options.referenced;
    this.#callHandler = options.callHandler;
  }

  /** Value of a variable; names do not depend on case. Referenced variables that are cacheable are computed once. */
  get(name: string): Octets | undefined {
    const key = name.toLowerCase();
    if (this.#values.has(key)) return this.#values.get(key);
    const { value, cacheable } = this.#compute(key);
    if (cacheable && this.#referenced.has(key)) this.#values.set(key, value);
    return value;
  }

  /** Assigns as a script does (2/http-request-object-r/rule-3). */
  assign(name: string, value: Octets): Assignment {
    const key = name.toLowerCase();
    const embedded = embeddedVariable(key);
    if (embedded?.set !== undefined) {
      embedded.set(this.#request, value);
      return 'assigned';
    }
    if (embedded?.prefixed === true || (embedded === undefined && !this.#declared.has(key))) return 'not found';
    if (!this.#referenced.has(key)) return 'not writable';
    this.#values.set(key, value);
    return 'assigned';
  }

  /** Sets the value of a variable that `set` declared. */
  store(name: string, value: Octets): void {
    this.#values.set(name, value);
  }

  #compute(key: string): { readonly value: Octets | undefined; readonly cacheable: boolean } {
    const declaration = this.#declared.get(key);
    if (declaration !== undefined) return this.#computeDeclared(declaration);
    if (/^[1-9]\d*$/.test(key)) return { value: this.#request.match?.captures[Number(key)], cacheable: false };
    const embedded: EmbeddedVariable | undefined = embeddedVariable(key);
    return { value: embedded?.get(this.#request), cacheable: embedded?.cacheable ?? false };
  }

  #computeDeclared(declaration: VariableDeclaration): { value: Octets | undefined; cacheable: boolean } {
    switch (declaration.kind) {
      case 'set':
        return { value: '', cacheable: true };
      case 'js_var': {
        const { initial } = declaration;
        const value = initial === undefined ? '' : evaluateTemplate(initial, (name) => this.get(name));
        return { value, cacheable: true };
      }
      case 'js_set':
        return { value: this.#callHandler(declaration.handler), cacheable: declaration.cacheable };
    }
  }
}
