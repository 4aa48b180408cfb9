import { unlinkSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { reportStrayErrors } from '../../host/support/realms/hosted.js';
import { guardOwnMemory } from '../../host/support/realms/memory-guard.js';
import { beat } from '../../host/support/realms/time-guard.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { pidFile } from '../core/directives.js';
import { ConfiguredHost } from '../host.js';
import type { FromHost, StartOptions, ToHost } from '../messages.js';
import { notesOf } from '../notes.js';
import { configurationOf } from '../start-options.js';
import { ownSurroundings } from '../surroundings.js';
import { runWorkerProcess } from './worker.js';

/** The serving thread: realms need a flag of its own, and it can be ended while a handler hangs. */
async function run(options: StartOptions): Promise<void> {
  const configuration = configurationOf(options);
  const host = new ConfiguredHost(configuration, options, ownSurroundings(options.addresses));
  const addresses = await host.open();
  for (const { level, message } of notesOf(configuration)) host.note(level, message);
  const pid = pidFile.of(configuration.main);
  if (pid !== undefined) writeFileSync(pid, `${process.pid}\n`);
  if (options.beats !== undefined) beat(options.beats);
  guardOwnMemory(() => {
    throw new Error('scripts exceed their memory limit');
  });
  parentPort?.once('message', (order: ToHost) => {
    void host.close(order === 'stop' ? 'drop' : 'wait').then(() => {
      if (pid !== undefined) unlinkSync(pid);
      // Ends only the thread, whatever timers handlers have left.
      process.exit();
    });
  });
  host.begin();
  say({ kind: 'listening', addresses });
}

function say(message: FromHost): void {
  parentPort?.postMessage(message);
}

reportStrayErrors('at the end');

if (isMainThread) runWorkerProcess();
else {
  const options: StartOptions = workerData;
  run(options).catch((error: unknown) => {
    if (!(error instanceof ConfigurationError)) throw error;
    const [, ...others] = error.complaints;
    say({ kind: 'refused', message: [error.message, ...others].join('\n'), file: error.file, line: error.line });
  });
}
