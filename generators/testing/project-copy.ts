/** A copy of the project, for tests that change its sources and build it. */
import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { folderFor } from '../build/testing/folder.js';

export type ToolCommand = readonly [program: string, ...words: string[]];

/** The steps of the build that read the specification and compile everything. */
export const COMPILE: readonly ToolCommand[] = [
  ['npm', 'run', '-s', 'build:cases'],
  [process.execPath, join('dist', 'build', 'cases', 'compile.js')],
];

export const SRVSPEC: ToolCommand = [process.execPath, join('dist', 'suites', 'cli', 'main.js')];

/** The folder of a copy of the sources and of what is built of them. */
export function projectCopy(t: Test): string {
  const root = folderFor(t);
  const left = new Set(['node_modules', '.git', '.hosts', '.runtimes'].map((name) => join(PACKAGE_ROOT, name)));
  cpSync(PACKAGE_ROOT, root, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

/** How a command ended in the copy, with all that it wrote. */
export function ran(
  root: string,
  [program, ...words]: ToolCommand,
  env: NodeJS.ProcessEnv = process.env,
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

/** Runs steps of the build until one fails; the output of that one, or nothing. */
export function built(root: string, steps: readonly ToolCommand[]): string {
  for (const step of steps) {
    const { status, output } = ran(root, step);
    if (status !== 0) return output === '' ? `${step.join(' ')} failed` : output;
  }
  return '';
}
