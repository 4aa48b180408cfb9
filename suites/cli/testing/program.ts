/** The command line as its users start it, for the tests of this folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tape';
import { runProcess } from '../../targets/support/process.js';

/** The program's file. */
export const MAIN = new URL('../main.js', import.meta.url).pathname;

export interface ProgramEnd {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment as it is where no CI system is to be told anything. */
export const OUTSIDE_CI: NodeJS.ProcessEnv = {
  ...process.env,
  GITHUB_ACTIONS: '',
  GITHUB_RUN_ID: '',
  GITHUB_STEP_SUMMARY: '',
};

/** `srvspec` in a process of its own. */
export const srvspec = (...args: readonly string[]): Promise<ProgramEnd> => srvspecWith(OUTSIDE_CI, ...args);

/** The same in another environment. */
export async function srvspecWith(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<ProgramEnd> {
  const { exit, stdout, stderr } = await runProcess([process.execPath, MAIN, ...args], {
    env,
    deadlineMs: 600_000,
    tailBytes: 1 << 24,
  });
  return { status: exit.kind === 'status' ? exit.status : -1, stdout: stdout.text(), stderr: stderr.text() };
}

/** What a shell command line with `$S` for the program comes to. */
export async function shell(line: string, env: NodeJS.ProcessEnv = {}): Promise<{ status: number; text: string }> {
  const S = `"${process.execPath}" "${MAIN}"`;
  const { exit, stdout, stderr } = await runProcess(['bash', '-c', `set -o pipefail; ${line.replaceAll('$S', S)}`], {
    env: { ...OUTSIDE_CI, ...env },
    deadlineMs: 600_000,
  });
  return { status: exit.kind === 'status' ? exit.status : -1, text: `${stdout.text()}${stderr.text()}` };
}

/** A temporary folder that goes with the test. */
export function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
