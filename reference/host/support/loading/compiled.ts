/** Files of code that are compiled with what V8 made of them at build time: half of what a short program takes besides Node itself. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** A file whose code becomes the body of a function. */
export interface CodeFile {
  readonly url: URL;
  /** In stacks. */
  readonly name: string;
  readonly parameters: readonly string[];
  /** What runs behind the code. */
  readonly end?: string;
}

/**
 * The script that evaluates to the function. V8 refuses code that another version of it made, or one with other flags, and compiles the text.
 * As it compares nothing of the text but its length, code that is older than its file counts for none here.
 */
export function compiled(file: CodeFile): Script {
  const cachedData = codeOf(file);
  return compile(file, cachedData === undefined ? {} : { cachedData });
}

/** Compiles all functions of a file, and leaves their code beside it. */
export function rememberCode(file: CodeFile): void {
  setFlagsFromString('--no-lazy');
  const script = compile(file);
  setFlagsFromString('--lazy');
  writeFileSync(codePath(file), script.createCachedData());
}

function compile({ url, name, parameters, end = '' }: CodeFile, code: { readonly cachedData?: Buffer } = {}): Script {
  const body = readFileSync(url, 'utf8');
  return new Script(`(function (${parameters.join(', ')}) {${body}\n${end}})`, { filename: name, ...code });
}

const codePath = ({ url }: CodeFile): string => `${fileURLToPath(url)}.code`;

function codeOf(file: CodeFile): Buffer | undefined {
  const path = codePath(file);
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return written < statSync(file.url).mtimeMs ? undefined : readFileSync(path);
}
