/**
 * Files whose code is compiled together with V8's code cache from build time. Without the cache, a short program would need twice the time
 * in addition to Node's start.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** A file whose code becomes the body of a function. */
export interface CodeFile {
  readonly url: URL;
  /** The name in stacks. */
  readonly name: string;
  readonly parameters: readonly string[];
  /** Code to append. */
  readonly end?: string;
}

/**
 * The script that evaluates to the function. V8 rejects code of another version or with other flags, and compiles the text. Since V8
 * compares only the length of the text, code that is older than its file is ignored here.
 */
export function compiled(file: CodeFile): Script {
  const cachedData = codeOf(file);
  return compile(file, cachedData === undefined ? {} : { cachedData });
}

/** Compiles all functions of a file, and writes V8's code beside it. */
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
