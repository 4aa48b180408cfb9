/** `srvspec types`: TypeScript declarations for handlers and editors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createContext, runInContext, Script } from 'node:vm';
import { declarationsText, globalNames } from '../../generators/emit/declarations/declarations.js';
import type { DeclarationSource } from '../../generators/emit/declarations/source.js';
import type { DeclaredNames } from '../../generators/emit/declarations/types.js';
import { writeText } from '../../reports/writers/write.js';
import { DECLARATION_SOURCE } from '../../spec/compiled/compiled.js';
import { isBelow } from '../../spec/reading/check-requirements.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Version } from '../../spec/types/requirement.js';
import { TYPES_COMMAND } from './declared/tools.js';

/**
 * `srvspec types [--names SRV,RT] [--runtime-version V] [--output FILE]`: the text of a `.d.ts`, to a file as a whole or to standard
 * output.
 *
 * @returns the exit status 0
 * @throws UsageError for names that scripts cannot have and versions that no document knows; ReportError
 */
export async function typesCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: TYPES_COMMAND.options });
  const source = declarationSource();
  const version = checkedVersion(values['runtime-version'], source.newest);
  const text = declarationsText(source, { names: checkedNames(values.names, source), version });
  await writeText(text, values.output, 'the declarations');
  return EXIT.ok;
}

export const declarationSource = (): DeclarationSource =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, DECLARATION_SOURCE), 'utf8'));

/** 3/rt/rt-version-number: a byte for each part. */
export function checkedVersion(text: string | undefined, newest: Version): Version {
  if (text === undefined) return newest;
  if (!isVersion(text)) throw new UsageError(`--runtime-version: a runtime version has the form 0.8.4, not ${text}`);
  if (isBelow(newest, text))
    throw new UsageError(`--runtime-version: the documents know runtimes up to ${newest}, not ${text}`);
  return text;
}

const isVersion = (text: string): text is Version =>
  /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){2}$/.test(text) && text.split('.').every((part) => Number(part) < 256);

function checkedNames(text: string, source: DeclarationSource): DeclaredNames {
  const [srv = '', rt = '', ...more] = text.split(',');
  if (srv === '' || rt === '' || more.length > 0)
    throw new UsageError(`--names takes two names with a comma between them, such as ngx,njs, not ${text}`);
  if (srv === rt) throw new UsageError(`--names: both globals cannot be called ${srv}`);
  for (const name of [srv, rt]) {
    if (!isIdentifier(name)) throw new UsageError(`--names: ${name} is no name that a script can have`);
    if (standardNames().includes(name) || globalNames(source).includes(name))
      throw new UsageError(`--names: ${name} is what scripts call something else`);
  }
  return { srv, rt };
}

/** Names that are types of TypeScript itself. */
const TYPE_OPERATORS: readonly string[] = ['infer', 'keyof', 'readonly', 'unique'];

/** Tests a name in a module, where `await` is a keyword. */
function isIdentifier(name: string): boolean {
  if (TYPE_OPERATORS.includes(name) || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return false;
  try {
    new Script(`'use strict'; async () => { const ${name} = 0; }`);
    return true;
  } catch {
    return false;
  }
}

/** ECMAScript's names of its own globals. */
function standardNames(): readonly string[] {
  const names: readonly string[] = runInContext('Object.getOwnPropertyNames(globalThis)', createContext({}));
  return names;
}
