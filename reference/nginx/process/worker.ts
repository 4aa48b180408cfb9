import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Server, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { LogFileError } from '../../host/logging/error-log.js';
import { guardOwnMemory } from '../../host/support/realms/memory-guard.js';
import { beatBy } from '../../host/support/realms/time-guard.js';
import { zoneDeclarations } from '../../host/support/scripting/directives.js';
import { workerProcesses } from '../../host/support/scripting/workers.js';
import type { Configuration } from '../../host/support/settings/configuration.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { errorLogsOf, pidFile } from '../core/directives.js';
import type { Address } from '../core/listen.js';
import { daemon, masterProcess, shutdownTimeout } from '../core/process.js';
import { ConfiguredHost } from '../host.js';
import type { StartOptions } from '../messages.js';
import { notesOf } from '../notes.js';
import { configurationOf } from '../start-options.js';
import { receiveAt } from '../surroundings.js';
import { CallSocket } from './call-socket.js';
import type { ProcessPlan, ToWorker, WorkerMessage, WorkerTask } from './messages.js';
import { endWithParent } from './orphan.js';
import { remoteState } from './remote-state.js';
import { remoteZone } from './zone-calls.js';

/** The descriptors for calls of the master and for counting. */
const [callDescriptor, countsDescriptor] = [4, 5];

/**
 * How much the memory of a worker may grow, in percent, before V8 collects garbage. V8 also counts the bytes that pass through. By default
 * it marks the whole heap for every 12 MB of them, which took a quarter of a worker's time.
 */
const HEAP_GROWING_PERCENT = 200;

/**
 * A process that serves the connections of its master. It reads the configuration first and answers with its requirements. It ends on
 * command, or when the master has ended.
 */
export function runWorkerProcess(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  process.title = 'srvspec: worker process';
  // Node adds a listener for each address that connections come from.
  process.setMaxListeners(0);
  const worker = new Worker();
  process.on('message', (order: ToWorker, handle: unknown) => worker.obey(order, handle));
  process.on('disconnect', () => process.exit(1));
  process.on('SIGTERM', () => worker.end('drop')).on('SIGQUIT', () => worker.end('wait'));
  process.on('SIGUSR1', () => worker.obey({ kind: 'reopen' }, undefined));
  // All processes of a terminal receive these, including the master.
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
}

class Worker {
  #host: ConfiguredHost | undefined;
  #shutdownMs: number | undefined;
  /** In the order of the plan's addresses. */
  readonly #servers: Server[] = [];

  obey(order: ToWorker, handle: unknown): void {
    switch (order.kind) {
      case 'begin':
        void this.#begin(order.task, order.options);
        return;
      case 'serve':
        this.#host?.begin();
        return;
      case 'connection':
        say({ kind: 'took' });
        // A client may have left in the meantime.
        if (handle instanceof Socket) this.#accept(order.address, handle);
        return;
      case 'reopen':
        this.#host?.reopenLogs();
        return;
      case 'quit':
        this.end('wait');
        return;
      case 'stop':
        this.end('drop');
        return;
      default:
        order satisfies never;
    }
  }

  end(how: 'wait' | 'drop'): void {
    const host = this.#host;
    if (host === undefined) process.exit(0);
    host.note('notice', how === 'wait' ? 'gracefully shutting down' : 'exiting');
    // Ends the process, whatever timers handlers have left.
    void host.close(how).then(() => process.exit(0));
    if (how === 'wait' && this.#shutdownMs !== undefined) setTimeout(() => this.end('drop'), this.#shutdownMs);
  }

  #accept(address: number, socket: Socket): void {
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    this.#servers[address]?.emit('connection', socket);
  }

  async #begin(task: WorkerTask, options: StartOptions): Promise<void> {
    try {
      const configuration = configurationOf(options);
      this.#shutdownMs = shutdownTimeout.of(configuration.main);
      const calls = new CallSocket(callDescriptor);
      const ofDatagrams = new Set<Address>();
      const host = new ConfiguredHost(configuration, options, {
        listen: async (server, address) => {
          this.#servers.push(server);
          return address;
        },
        receive: async (take, address) => {
          ofDatagrams.add(address);
          // One process receives all datagrams, so that it can group them by client.
          if (task === 'serve' && (options.workerId ?? 0) === 0) await receiveAt(take, address);
          return address;
        },
        zone: (declaration) => remoteZone(declaration, calls),
        shared: remoteState(calls, { descriptor: countsDescriptor, place: options.countsPlace ?? 0 }),
        close: () => undefined,
      });
      const opened = task === 'read' ? [] : await host.open();
      const addresses = opened.filter((address) => !ofDatagrams.has(address));
      if (task === 'serve') this.#host = host;
      guardOwnMemory(() => {
        throw new Error('scripts exceed their memory limit');
      });
      say({ kind: 'planned', plan: planOf({ configuration, addresses, scripts: host.scripts }, task, options) });
      if (task !== 'serve') return;
      beatBy(() => say({ kind: 'beat' }));
      endWithParent();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const { message, complaints, excerpt } = error;
      if (error instanceof LogFileError) say({ kind: 'refused', messages: [message], excerpt, what: 'its files' });
      else say({ kind: 'refused', messages: complaints, excerpt, what: 'the configuration' });
    }
  }
}

interface OpenConfiguration {
  readonly configuration: Configuration;
  readonly addresses: readonly Address[];
  readonly scripts: readonly string[];
}

function planOf(opened: OpenConfiguration, task: WorkerTask, options: StartOptions): ProcessPlan {
  const { configuration, addresses, scripts } = opened;
  const { main, file, files } = configuration;
  const [background, pid] = [daemon.of(main), pidFile.of(main)];
  return {
    file,
    addresses,
    zones: main.children.flatMap((protocol) => zoneDeclarations.own(protocol) ?? []),
    workers: masterProcess.of(main) ? workerProcesses.of(main) : 1,
    hasMaster: masterProcess.of(main),
    ...(background === undefined ? {} : { daemon: background }),
    ...(pid === undefined ? {} : { pid }),
    errorLogs: errorLogsOf(main, options.errorLog).map(({ path, level }) => ({ path, level })),
    files: [...files.keys(), ...scripts],
    notes: notesOf(configuration),
    ...(task === 'test' ? { dump: [...files] } : {}),
    digest: digestOf([...files.values(), ...scripts.map((script) => readFileSync(script, 'utf8'))]),
  };
}

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}\n${text}`);
  return hash.digest('hex');
}

function say(message: WorkerMessage): void {
  // Once the master has disconnected, that event ends the process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
