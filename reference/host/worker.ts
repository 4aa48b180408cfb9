import { parentPort, workerData } from 'node:worker_threads';
import { ConfigurationError } from './configuration/error.js';
import { readConfiguration } from './configuration/read.js';
import { HttpHost } from './http/host.js';
import { HttpSockets } from './http/sockets.js';
import { LogFiles } from './log.js';
import type { FromWorker, StartOptions } from './messages.js';
import { sharedPort } from './shared-port.js';

/** The thread that serves: it needs a flag of its own, and it can be ended while a handler hangs. */
async function run(options: StartOptions): Promise<void> {
  const configuration = readConfiguration({ file: options.configuration, prefix: options.prefix });
  const files = new LogFiles();
  const shared = sharedPort(configuration, options);
  if (configuration.http === undefined) return say({ kind: 'listening', addresses: [] });
  const host = new HttpHost({
    configuration: configuration.http,
    files,
    folder: configuration.configurationPrefix,
    shared,
  });
  const sockets = new HttpSockets(host);
  parentPort?.once('message', () => {
    void sockets.close().then(() => {
      files.close();
      parentPort?.close();
    });
  });
  say({ kind: 'listening', addresses: await sockets.open() });
}

function say(message: FromWorker): void {
  parentPort?.postMessage(message);
}

const options: StartOptions = workerData;
run(options).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  say({ kind: 'refused', message: error.message, file: error.file, line: error.line });
});
