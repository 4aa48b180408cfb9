/** Tests' work in a thread with the flags for realms, which a test's own thread lacks. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { reportStrayErrors } from '../host/support/realms/hosted.js';
import type { RealmOwner } from '../host/support/realms/owner.js';
import { RealmPool } from '../host/support/realms/pool.js';
import { ScriptFiles } from '../host/support/realms/scripts.js';
import type { Argument, HandlerSubject } from '../port/subject.js';
import { stubPort, stubSubject } from './stub-host.js';

/** Handlers that are called one after the other, each for the subject with its number. */
export interface ScriptOrder {
  /** Folder of `main.js`. */
  readonly folder: string;
  readonly calls: readonly {
    readonly handler: string;
    readonly subject: number;
    readonly args?: readonly Argument[];
  }[];
}

/** How each call ended, and its result; the reports to the owner. */
export interface ScriptResult {
  readonly calls: readonly { readonly ended: string; readonly value: string }[];
  readonly reported: readonly string[];
}

async function perform({ folder, calls }: ScriptOrder): Promise<ScriptResult> {
  const reported: string[] = [];
  const owner: RealmOwner = {
    log: () => ({ ok: true, value: undefined }),
    print: (level, messages) => reported.push(`${level} ${messages.join(' ')}`),
    failed: (failure) =>
      reported.push(failure.kind === 'thrown' ? (failure.message.split('\n')[0] ?? '') : failure.handler),
    left: (what) => reported.push(what.kind === 'pending' ? 'pending' : `rejected: ${what.message.split('\n')[0]}`),
  };
  const path = join(folder, 'main.js');
  const realm = await new RealmPool(
    new ScriptFiles({ roots: [{ name: 'main', specifier: path, file: path, line: 1 }], folders: [] }),
    stubPort(),
  ).take(owner);
  const subjects = new Map<number, HandlerSubject>();
  const ends: { ended: string; value: string }[] = [];
  for (const { handler, subject, args } of calls) {
    const known = subjects.get(subject) ?? stubSubject();
    subjects.set(subject, known);
    const call = realm.call(handler, known, args);
    const left = call.kind === 'ended' && call.leavesRejection ? ', leaves a rejection' : '';
    const ended = call.kind === 'pending' ? `pending, ${await call.ended}` : `${call.kind}${left}`;
    const returned = call.kind === 'failed' ? call : call.value();
    ends.push({ ended, value: returned.kind === 'failed' ? '' : String(returned.value) });
  }
  realm.close();
  return { calls: ends, reported };
}

reportStrayErrors('at the end');
const order: ScriptOrder = workerData;
parentPort?.postMessage(await perform(order));
