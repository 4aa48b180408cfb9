import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Script } from 'node:vm';
import { codeOf, systemWords } from '../host/support/system-errors.js';
import type { CodeSource } from './options.js';

/** Code that was read. */
interface SourceText {
  /** The name in messages: the file's absolute path, or the word on the command line. */
  readonly name: string;
  /** The name in `process.argv`. */
  readonly argument: string;
  readonly text: string;
}

/** Reads the code to run. A returned text says why it cannot be read. */
export async function readSource(source: CodeSource): Promise<SourceText | string> {
  switch (source.kind) {
    case 'code':
      return { name: '-c', argument: '', text: source.text };
    case 'input':
      return { name: '-', argument: '-', text: await text(process.stdin) };
    case 'file':
      return readScript(source.path);
  }
}

async function readScript(path: string): Promise<SourceText | string> {
  try {
    return { name: resolve(path), argument: path, text: withoutMark(await readFile(path, 'utf8')) };
  } catch (error) {
    return `cannot read ${path}: ${error instanceof Error ? systemWords(codeOf(error)) : String(error)}`;
  }
}

/** Removes the byte order mark that some editors write. */
const withoutMark = (code: string): string => code.replace(/^\ufeff/, '');

/** The engine's messages about syntax that only modules have. */
const ofModulesAlone = /\b(?:import|export|await)\b|reserved word/;

/** How to run code. */
type RunnableCode =
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'module' }
  /** Code that does not compile, for another reason than module syntax. */
  | { readonly kind: 'mistaken'; readonly error: unknown };

/**
 * Decides how to run code. Code is a script by default: its `this` is the global object, and its variables are global. Code with syntax
 * that only modules have is a module, since scripts of real runtimes import, too. Code that is neither gets the error of the kind that it
 * resembles.
 */
export function programOf(name: string, code: string, isModule: () => boolean): RunnableCode {
  try {
    return { kind: 'script', script: new Script(code, { filename: name }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return ofModulesAlone.test(message) || isModule() ? { kind: 'module' } : { kind: 'mistaken', error };
  }
}
