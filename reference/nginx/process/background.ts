import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { builtFile } from '../../host/support/built-file.js';
import { backgroundOutput } from './errors.js';
import type { ProcessPlan } from './messages.js';
import type { ProgramContext } from './start.js';

/** Messages of a background process to the process that started it. */
type FromBackground = { readonly print: string } | { readonly started: true };

const program = builtFile('programs/background-main.js');

/**
 * Starts the program again in a new session, with standard error redirected to the log. Resolves with the exit status once it listens, or
 * once it has failed, which this process reports.
 */
export function startInBackground({ words, defaults }: ProgramContext, plan: ProcessPlan): Promise<number> {
  const output = backgroundOutput(plan);
  const child = spawn(process.execPath, [program, defaults.name, ...words], {
    detached: true,
    stdio: ['ignore', 'ignore', output, 'ipc'],
  });
  if (output !== 2) closeSync(output);
  return new Promise((resolve) => {
    child.on('message', (message: FromBackground) => {
      if ('print' in message) process.stderr.write(message.print);
      else {
        child.disconnect();
        child.unref();
        resolve(0);
      }
    });
    child.once('exit', (status) => resolve(status ?? 1));
  });
}
