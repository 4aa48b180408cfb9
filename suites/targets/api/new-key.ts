/** The command of `--new-key`. It generates a new API key as a control panel does, see 1/authentication/rule-2. */

import { TargetUnavailable } from '../../executor/target.js';
import { exitText, ProcessNotStarted, type ProcessResult, ProcessTimedOut, runProcess } from '../support/process.js';
import { faultOfKey } from './account.js';

/** Milliseconds that the command may take. */
const DEADLINE_MS = 30_000;

/**
 * The new key: everything that the command prints, without blanks around it. The output is never shown.
 * @throws TargetUnavailable if the command does not run, fails, or prints no key
 */
export async function newKeyBy(command: string, deadlineMs = DEADLINE_MS): Promise<string> {
  const { exit, stdout } = await run(command.trim().split(/\s+/), deadlineMs);
  if (exit.kind === 'signal' || exit.status !== 0) return fail(exitText(exit));
  const key = stdout.text().trim();
  const wrong = key === '' ? 'is missing' : faultOfKey(key);
  return wrong === undefined ? key : fail(`printed no API key: it ${wrong}`);
}

async function run(argv: readonly string[], deadlineMs: number): Promise<ProcessResult> {
  try {
    return await runProcess(argv, { deadlineMs });
  } catch (error) {
    if (error instanceof ProcessTimedOut) return fail(`did not end within ${deadlineMs} ms`);
    if (error instanceof ProcessNotStarted) return fail(`cannot be started: ${error.message}`);
    throw error;
  }
}

function fail(how: string): never {
  throw new TargetUnavailable(`the command of --new-key ${how}`);
}
