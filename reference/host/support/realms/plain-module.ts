import { Script } from 'node:vm';

/** Imports one a line, then the body, and at its end the default export, an object. */
const form =
  /^(?<imports>(?:import \w+ from (?:'[\w-]+'|"[\w-]+");?\n)*)(?<body>[\s\S]*\n)?export default (?<exported>\{[^{}]*\});?\s*$/;

/** What is left in a body makes a module of it that has no plain form. */
const more = /^\s*(?:import|export)\b/m;

/** A direct `eval` would see that it stands in a function; an escape may hide its name. */
const unclear = /\beval\b|\\u/;

/** Gives the default export of a module, by those of the modules that it imports. */
export type MakeExport = (...imported: object[]) => unknown;

/**
 * A module of that form as one function, each call of which is an evaluation of the module. V8 compiles it once, a module proper anew for
 * each evaluation.
 */
export class PlainModule {
  /** Of the modules that it imports, in the order of `MakeExport`. */
  readonly specifiers: readonly string[];
  readonly #path: string;
  readonly #text: string;
  #shared: Script | undefined;

  /**
   * `undefined` for a source of another form, or none that can be compiled. That it is a module, and no code that a function alone may hold,
   * is not asked.
   */
  static of(path: string, source: string): PlainModule | undefined {
    const { imports = '', body = '', exported } = form.exec(source)?.groups ?? {};
    if (exported === undefined || more.test(body)) return undefined;
    const names = [...imports.matchAll(/^import (\w+)/gm)].map(([, name = '']) => name);
    const specifiers = [...imports.matchAll(/from .([\w-]+)/g)].map(([, specifier = '']) => specifier);
    const bound = names.map((name, at) => `const ${name} = arguments[${at}];`).join(' ');
    // Each line stays where it is in the module, below a first one of ours.
    const text = `(function () { 'use strict'; ${bound}\n${'\n'.repeat(names.length)}${body}return         ${exported};\n})`;
    return compiles(text) ? new PlainModule({ path, text, specifiers }) : undefined;
  }

  /**
   * The same for a source that is known to be a module: `undefined`, too, where the body of a function would be something else than that of
   * the module.
   */
  static exactly(path: string, source: string): PlainModule | undefined {
    if (unclear.test(source)) return undefined;
    const { body = '', exported = '' } = form.exec(source)?.groups ?? {};
    // A static block has neither a top-level `await` nor `arguments`, of which a module has the one, and a function both.
    return compiles(`(class { static { ${body}; (${exported}); } })`) ? PlainModule.of(path, source) : undefined;
  }

  private constructor({ path, text, specifiers }: Pick<PlainModule, 'specifiers'> & { path: string; text: string }) {
    this.specifiers = specifiers;
    this.#path = path;
    this.#text = text;
  }

  /** The function of a realm, compiled for all realms of a thread. */
  in(context: object): MakeExport {
    this.#shared ??= new Script(this.#text, { filename: this.#path, lineOffset: -1 });
    const make: unknown = this.#shared.runInContext(context);
    if (!isMakeExport(make)) throw new Error('a module became no function');
    return make;
  }
}

function compiles(text: string): boolean {
  try {
    new Script(text);
    return true;
  } catch {
    return false;
  }
}

function isMakeExport(value: unknown): value is MakeExport {
  return typeof value === 'function';
}
