import type { HttpConfiguration, VariableDeclaration } from '../configuration/configuration.js';
import { evaluateTemplate, type Template } from '../configuration/template.js';
import type { Octets } from '../octets.js';
import { embeddedVariable } from './embedded.js';
import type { HttpRequest } from './request.js';

/** What came of an assignment; the words go into the script's error. */
export type Assignment = 'assigned' | 'not found' | 'not writable';

/** What the values of declared variables come from. */
export interface VariableSources {
  readonly configuration: HttpConfiguration;
  /** Calls a variable handler; `undefined` when it failed. */
  readonly callHandler: (handler: string) => Octets | undefined;
}

/** Host variables of one request. */
export class Variables {
  readonly #request: HttpRequest;
  readonly #values = new Map<string, Octets | undefined>();
  readonly #computing = new Set<string>();
  sources: VariableSources | undefined;

  constructor(request: HttpRequest) {
    this.#request = request;
  }

  /** Value of a variable; names do not depend on case. */
  readonly get = (name: string): Octets | undefined => {
    const key = name.toLowerCase();
    if (this.#values.has(key)) return this.#values.get(key);
    const value = this.#compute(key);
    if (this.#keeps(key)) this.#values.set(key, value);
    return value;
  };

  evaluate(template: Template): Octets {
    return evaluateTemplate(template, this.get);
  }

  /** 2/http-request-object/rule-3: assigns as a script does. */
  assign(name: string, value: Octets): Assignment {
    const key = name.toLowerCase();
    const embedded = embeddedVariable(key);
    if (embedded?.set !== undefined) {
      embedded.set(this.#request, value);
      return 'assigned';
    }
    const known = this.#declaration(key) !== undefined || (embedded !== undefined && embedded.family !== true);
    if (!known) return 'not found';
    if (!this.#isReferenced(key)) return 'not writable';
    if (this.#keeps(key)) this.#values.set(key, value);
    return 'assigned';
  }

  /** 2/http-request-object/rule-4: whether a variable has one value throughout the request. */
  #keeps(key: string): boolean {
    if (!this.#isReferenced(key)) return false;
    const declaration = this.#declaration(key);
    if (declaration?.kind === 'js_set') return declaration.cacheable;
    return declaration === undefined ? embeddedVariable(key)?.cacheable === true : declaration.kind !== 'capture';
  }

  #declaration(key: string): VariableDeclaration | undefined {
    return this.sources?.configuration.variables.get(key);
  }

  #isReferenced(key: string): boolean {
    return this.sources?.configuration.referenced.has(key) ?? false;
  }

  #compute(key: string): Octets | undefined {
    const declaration = this.#declaration(key);
    if (declaration !== undefined) return this.#declared(key, declaration);
    if (/^\d+$/.test(key)) return this.#request.match?.captures[Number(key)];
    return embeddedVariable(key)?.get(this.#request);
  }

  #declared(key: string, declaration: VariableDeclaration): Octets | undefined {
    switch (declaration.kind) {
      case 'set':
        return '';
      case 'capture':
        return this.#request.match?.named.get(key);
      case 'js_var': {
        const { initial } = declaration;
        return initial === undefined ? '' : this.#once(key, () => this.evaluate(initial));
      }
      case 'js_set':
        return this.#once(key, () => this.sources?.callHandler(declaration.handler));
    }
  }

  /** A variable that is asked for while it is being computed has no value yet. */
  #once(key: string, compute: () => Octets | undefined): Octets | undefined {
    if (this.#computing.has(key)) return undefined;
    this.#computing.add(key);
    try {
      return compute();
    } finally {
      this.#computing.delete(key);
    }
  }
}
