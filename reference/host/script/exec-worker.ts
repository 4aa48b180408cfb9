import { resolve } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { Bindings } from '../../port/runtime.js';
import { writeAll } from '../write-all.js';
import { hashPort } from './hash.js';
import { withHint } from './hint.js';
import { HostedRealm, reportRejection } from './hosted.js';
import { processPort } from './process-port.js';
import { runtimePort } from './runtime-port.js';
import { Scripts } from './scripts.js';
import { xmlPort } from './xml/xml-port.js';
import { zlibPort } from './zlib.js';

/** The thread in which a script file runs. */
interface Work {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly bindings: Bindings;
  readonly runtimeVersion: string | undefined;
}

const [output, errors] = [1, 2] as const;

async function run({ file, arguments: words, bindings, runtimeVersion }: Work): Promise<void> {
  const hosted = new HostedRealm({
    bindings,
    runtime: runtimePort(runtimeVersion),
    process: processPort([process.execPath, file, ...words], new Map(Object.entries(process.env))),
    hash: hashPort,
    xml: xmlPort,
    zlib: zlibPort,
  });
  hosted.owner = {
    log: () => ({ ok: true, value: undefined }),
    print: (level, messages) => {
      for (const message of messages) print(level === 'info' ? output : errors, `${message}\n`);
    },
    failed: (failure) => fail(failure.kind === 'thrown' ? failure.message : `${failure.handler} not found`),
  };
  process.once('exit', () => hosted.close());
  const path = resolve(file);
  const scripts = await new Scripts([{ name: 'main', specifier: path, file: path, line: 1 }], []).link(hosted);
  try {
    scripts.evaluate();
  } catch (thrown) {
    fail(hosted.realm.runtime.failure(thrown).message);
  }
}

/** Ends the thread without a word when the reader wants no more, as `head` does. */
function print(descriptor: number, text: string): void {
  try {
    writeAll(descriptor, text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
    process.exit(0);
  }
}

/** Frames of the runtime and of the host say nothing to whoever wrote the script. */
const ownFrame = /^ +at .*(?:\bruntime:\d+:\d+|\bnode:|file:\/\/)/;

/** Ends the thread; its exit status becomes the program's. */
function fail(message: string): never {
  const lines = message.split('\n').filter((line) => !ownFrame.test(line));
  writeAll(errors, `${withHint(lines.join('\n'), work.bindings, false)}\n`);
  process.exit(1);
}

process.on('unhandledRejection', (reason, promise) => {
  if (!reportRejection(reason, promise)) throw reason;
});

const work: Work = workerData;
run(work).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
