/** Compiles files with the project's TypeScript, as a project of a handler author. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Test } from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { folderFor } from '../build/testing/folder.js';

/** A compiler error; lines are 1-based. */
export interface CompilerError {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** The folder in which `srvspec` is installed for the files. */
interface Project {
  readonly files: { readonly [path: string]: string };
  readonly compilerOptions?: object;
  /** The installed package; by default that of this checkout. */
  readonly installed?: string;
}

/** Options of handler projects; the first line is that of each. */
const OPTIONS = {
  ...{ lib: ['es2022'], types: ['srvspec/types'] },
  ...{ strict: true, target: 'es2022', module: 'nodenext', noEmit: true, skipLibCheck: false },
};

/** All errors in a project in a folder of its own, by file and line. */
export function compiled(t: Test, { files, compilerOptions = {}, installed = PACKAGE_ROOT }: Project): CompilerError[] {
  const folder = folderFor(t);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(installed, join(folder, 'node_modules', 'srvspec'));
  const all = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...OPTIONS, ...compilerOptions }, include: ['**/*'] }),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const tsc = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const found = stdout.split('\n').flatMap(complaintIn);
  if (stderr !== '' || (status !== 0 && found.length === 0)) throw new Error(`tsc: ${stdout}${stderr}`);
  return found;
}

/** `handler.ts(3,5): error TS2345: …` */
function complaintIn(line: string): CompilerError[] {
  const [, file, number, code, message] = /^(\S[^(]*)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line) ?? [];
  if (file === undefined || number === undefined || code === undefined || message === undefined) {
    if (/^error /.test(line)) throw new Error(line);
    return [];
  }
  return [{ file, line: Number(number), code, message }];
}
