import { unlinkSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { ConfigurationError } from './configuration/error.js';
import { readConfiguration } from './configuration/read.js';
import { pidFile } from './core/directives.js';
import { Host } from './host.js';
import type { FromHost, StartOptions, ToHost } from './messages.js';
import { modules } from './modules.js';
import { reportRejection, reportStray } from './script/hosted.js';
import { guardOwnMemory } from './script/memory-guard.js';
import { isSince, newestRuntime } from './version.js';

/** The thread that serves: realms need a flag of its own, and it can be ended while a handler hangs. */
async function run(options: StartOptions): Promise<void> {
  const { configuration: file, prefix, runtimeVersion = newestRuntime } = options;
  const knows = (since: string) => isSince(runtimeVersion, since);
  const configuration = readConfiguration({ file, prefix, modules, knows });
  const host = new Host(configuration, options);
  const addresses = await host.open();
  const pid = pidFile.of(configuration.main);
  if (pid !== undefined) writeFileSync(pid, `${process.pid}\n`);
  guardOwnMemory(() => {
    throw new Error('scripts hold more memory than they may');
  });
  parentPort?.once('message', (order: ToHost) => {
    void host.close(order === 'stop' ? 'drop' : 'wait').then(() => {
      if (pid !== undefined) unlinkSync(pid);
      // Ends the thread alone, whatever timers handlers have left.
      process.exit();
    });
  });
  say({ kind: 'listening', addresses });
}

function say(message: FromHost): void {
  parentPort?.postMessage(message);
}

process.on('unhandledRejection', (reason, promise) => {
  if (!reportRejection(reason, promise)) throw reason;
});

process.on('uncaughtException', (thrown) => {
  if (!reportStray(thrown)) throw thrown;
});

const options: StartOptions = workerData;
run(options).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  say({ kind: 'refused', message: error.message, file: error.file, line: error.line });
});
