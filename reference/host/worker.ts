import { unlinkSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { Configuration } from './configuration/configuration.js';
import { ConfigurationError } from './configuration/error.js';
import { readConfiguration } from './configuration/read.js';
import { HttpHost } from './http/host.js';
import { HttpSockets } from './http/sockets.js';
import { LogFiles } from './log.js';
import type { FromHost, StartOptions, ToHost } from './messages.js';
import { reportRejection } from './script/hosted.js';
import { sharedPort } from './shared-port.js';

/** The thread that serves: realms need a flag of its own, and it can be ended while a handler hangs. */
async function run(options: StartOptions): Promise<void> {
  const configuration = readConfiguration({ file: options.configuration, prefix: options.prefix });
  const files = new LogFiles();
  const sockets = await httpSockets(configuration, files, options);
  const addresses = (await sockets?.open()) ?? [];
  if (configuration.pidFile !== undefined) writeFileSync(configuration.pidFile, `${process.pid}\n`);
  parentPort?.once('message', (order: ToHost) => {
    void (sockets?.close(order === 'stop' ? 'drop' : 'wait') ?? Promise.resolve()).then(() => {
      files.close();
      if (configuration.pidFile !== undefined) unlinkSync(configuration.pidFile);
      // Ends the thread alone, whatever timers handlers have left.
      process.exit();
    });
  });
  say({ kind: 'listening', addresses });
}

async function httpSockets(
  configuration: Configuration,
  files: LogFiles,
  options: StartOptions,
): Promise<HttpSockets | undefined> {
  const { http } = configuration;
  if (http === undefined) return undefined;
  const shared = sharedPort(configuration, options);
  const host = new HttpHost({ main: configuration, configuration: http, files, shared });
  await host.prepare();
  return new HttpSockets(host);
}

function say(message: FromHost): void {
  parentPort?.postMessage(message);
}

process.on('unhandledRejection', (reason, promise) => {
  if (!reportRejection(reason, promise)) throw reason;
});

const options: StartOptions = workerData;
run(options).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  say({ kind: 'refused', message: error.message, file: error.file, line: error.line });
});
