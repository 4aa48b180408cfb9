import { Script } from 'node:vm';

/** Imports one a line, then the body, and at its end the default export, an object. */
const form =
  /^(?<imports>(?:import \w+ from '[\w-]+';\n)*)(?<body>[\s\S]*\n)export default (?<exported>\{[^{}]*\});\n$/;

/** What is left in a body makes a module of it that has no plain form. */
const more = /^\s*(?:import|export)\b/m;

/** Gives the default export of a module, by those of the modules that it imports. */
export type MakeExport = (...imported: object[]) => unknown;

/**
 * A module of that form as one function, which V8 compiles once for all realms of a thread. A module proper is compiled anew
 * in each of them.
 */
export class PlainModule {
  /** Of the modules that it imports, in the order of `MakeExport`. */
  readonly specifiers: readonly string[];
  readonly #script: Script;

  /** `undefined` for a source of another form, or none that can be compiled. */
  static of(path: string, source: string): PlainModule | undefined {
    const { imports = '', body = '', exported } = form.exec(source)?.groups ?? {};
    if (exported === undefined || more.test(body)) return undefined;
    const names = [...imports.matchAll(/^import (\w+)/gm)].map(([, name = '']) => name);
    const specifiers = [...imports.matchAll(/'(.+)'/g)].map(([, specifier = '']) => specifier);
    const text = `(function (${names.join(', ')}) { 'use strict'; ${body}return ${exported};\n})`;
    try {
      return new PlainModule(specifiers, new Script(text, { filename: path }));
    } catch {
      return undefined;
    }
  }

  private constructor(specifiers: readonly string[], script: Script) {
    this.specifiers = specifiers;
    this.#script = script;
  }

  /** The function of a realm. */
  in(context: object): MakeExport {
    const make: unknown = this.#script.runInContext(context);
    if (!isMakeExport(make)) throw new Error('a module became no function');
    return make;
  }
}

function isMakeExport(value: unknown): value is MakeExport {
  return typeof value === 'function';
}
