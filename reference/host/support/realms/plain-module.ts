import { Script } from 'node:vm';

/** One import on each line, then the body, and at its end the default export, an object. */
const form =
  /^(?<imports>(?:import \w+ from (?:'[\w-]+'|"[\w-]+");?\n)*)(?<body>[\s\S]*\n)?export default (?<exported>\{[^{}]*\});?\s*$/;

/** Further imports and exports in a body exclude the plain form. */
const more = /^\s*(?:import|export)\b/m;

/** A direct `eval` would see that it is inside a function; an escape may hide its name. */
const unclear = /\beval\b|\\u/;

/** Returns the default export of a module, given those of the modules that it imports. */
export type MakeExport = (...imported: object[]) => unknown;

/**
 * A module of that form as one function; each call evaluates the module. V8 compiles the function once, but a real module again for each
 * evaluation.
 */
export class PlainModule {
  /** Names of the modules that it imports, in the order of `MakeExport`. */
  readonly specifiers: readonly string[];
  readonly #path: string;
  readonly #text: string;
  #shared: Script | undefined;

  /**
   * `undefined` for a source of another form, or one that does not compile. It does not check that the source is a valid module, and not
   * code that only a function may contain.
   */
  static of(path: string, source: string): PlainModule | undefined {
    const { imports = '', body = '', exported } = form.exec(source)?.groups ?? {};
    if (exported === undefined || more.test(body)) return undefined;
    const names = [...imports.matchAll(/^import (\w+)/gm)].map(([, name = '']) => name);
    const specifiers = [...imports.matchAll(/from .([\w-]+)/g)].map(([, specifier = '']) => specifier);
    const bound = names.map((name, at) => `const ${name} = arguments[${at}];`).join(' ');
    // Each line keeps its position in the module, below one line of ours.
    const text = `(function () { 'use strict'; ${bound}\n${'\n'.repeat(names.length)}${body}return         ${exported};\n})`;
    return compiles(text) ? new PlainModule({ path, text, specifiers }) : undefined;
  }

  /** The same for a source that is known to be a module. Also `undefined` if the body would have another meaning inside a function. */
  static exactly(path: string, source: string): PlainModule | undefined {
    if (unclear.test(source)) return undefined;
    const { body = '', exported = '' } = form.exec(source)?.groups ?? {};
    // A static block allows neither a top-level `await`, which modules have, nor `arguments`, which functions have.
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
    if (!isMakeExport(make)) throw new Error('a module did not become a function');
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
