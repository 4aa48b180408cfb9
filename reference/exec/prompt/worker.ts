import { parentPort, workerData } from 'node:worker_threads';
import type { PromptWork, Request, Told } from './messages.js';
import { RealmSession } from './realm-session.js';

/** The thread of the realm in which a prompt's code is evaluated. */
const work: PromptWork = workerData;

const tell = (message: Told): void => parentPort?.postMessage(message);

const session = await RealmSession.open(work, {
  print: (level, text) => tell({ kind: 'printed', level, text }),
  failed: (text) => tell({ kind: 'printed', level: 'error', text }),
});

function perform(session: RealmSession, request: Request): void {
  switch (request.kind) {
    case 'evaluate':
      void session.evaluate(request.code, request.name, tell);
      return;
    case 'abandon':
      session.abandon(request.name);
      return;
    case 'complete':
      tell({ kind: 'completed', id: request.id, completion: session.complete(request.line) });
      return;
    case 'end':
      session.close();
      process.exit(0);
      break;
    default:
      request satisfies never;
  }
}

if (session === undefined) throw new Error('the prompt needs a Node that was built with its inspector');
parentPort?.on('message', (request: Request) => perform(session, request));
