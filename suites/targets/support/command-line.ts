/** Runs of a command-line runtime: with a script, until it ends, and with the partner of conversations behind it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetUnavailable } from '../../executor/target.js';
import { type Bindings, programBundle } from '../../inside/bundle.js';
import { encode } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import type { CommandLinePartner, Printed } from '../../language/partners.js';
import type { Probe } from '../../language/trial.js';
import { ProcessNotStarted, type ProcessResult, ProcessTimedOut, runProcess } from './process.js';
import { asNoRoom } from './scratch.js';

/** Bytes of each output stream that are taken from one run of the command. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Runs the command, script and all, until it ends by itself; in this process's environment, or in the one given.
 * @throws TargetDown when it has not ended after `deadlineMs`
 * @throws TargetUnavailable when it cannot be started
 */
export async function runScript(
  argv: readonly string[],
  deadlineMs: number,
  env?: NodeJS.ProcessEnv,
): Promise<ProcessResult> {
  try {
    return await runProcess(argv, { deadlineMs, tailBytes: OUTPUT_BYTES, ...(env === undefined ? {} : { env }) });
  } catch (error) {
    if (error instanceof ProcessTimedOut) throw new TargetDown('hang', error.message, deadlineMs);
    if (error instanceof ProcessNotStarted) throw new TargetUnavailable(error.message);
    throw error;
  }
}

/** What the runs of one conversation need. */
interface Runs {
  /** The command, to which the script's path is added. */
  readonly argv: readonly string[];
  /** Where scripts are written. */
  readonly folder: string;
  readonly bindings: Bindings;
  readonly deadlineMs: number;
}

let written = 0;

/** The command as a partner. A run that a signal ends rejects with `TargetDown`. */
export function commandLineOf({ argv, folder, bindings, deadlineMs }: Runs): CommandLinePartner {
  const ran = async (file: string): Promise<Printed> => {
    const from = performance.now();
    const { exit, stdout, stderr } = await runScript([...argv, file], deadlineMs);
    const tookMs = performance.now() - from;
    if (exit.kind === 'signal') throw new TargetDown('crash', `the command was ended by ${exit.signal}`);
    return { stdout: stdout.text(), stderr: stderr.text(), status: exit.status, tookMs };
  };
  return {
    run: async <I>(script: Probe<I>, input: I) => {
      const file = join(folder, `program-${written++}.js`);
      // Modules with a version of their own are no concern of what is printed, and may be missing.
      const text = programBundle({ bindings, probes: [script], handlers: [] }, encode(input));
      try {
        await writeFile(file, text).catch((error: unknown) => Promise.reject(asNoRoom(error)));
        return await ran(file);
      } finally {
        await rm(file, { force: true });
      }
    },
  };
}
