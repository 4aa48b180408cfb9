/** The command-line runtime as a program, for the tests of this folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Test } from 'tape';

/** The program's file. */
export const MAIN = new URL('../../programs/exec-main.js', import.meta.url).pathname;

/** Makes a folder with files, which is removed after the test. */
export function folderWith(t: Test, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export interface ExecResult {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** Starts the program, which is killed with the test at the latest. */
export function started(
  t: Test,
  cwd: string,
  words: readonly string[],
  input = '',
): [ChildProcess, Promise<ExecResult>] {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd, stdio: 'pipe' });
  t.teardown(() => child.kill('SIGKILL'));
  // The program may not read all its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const exited = new Promise<Pick<ExecResult, 'status' | 'signal'>>((resolve) =>
    child.once('exit', (status, signal) => resolve({ status, signal })),
  );
  const ended = Promise.all([exited, text(child.stdout), text(child.stderr)]).then(
    ([exit, output, errors]): ExecResult => ({ ...exit, output, errors }),
  );
  return [child, ended];
}

/** Runs the program and returns its result. */
export const performed = (t: Test, cwd: string, words: readonly string[], input?: string): Promise<ExecResult> =>
  started(t, cwd, words, input)[1];
