import { createServer, type Server } from 'node:http';
import test, { type Test } from 'tape';
import { mergeSetups } from '../../executor/merging.js';
import { DEFAULT_DEADLINES, Sessions } from '../../executor/sessions.js';
import { type Driver, TargetUnavailable } from '../../executor/target.js';
import { TargetDown } from '../../language/failures.js';
import { listenOnLoopback } from '../support/host/listen.js';
import { EndpointSession } from './session.js';

const DEADLINES = { ...DEFAULT_DEADLINES, batch: 300, suspect: 300, single: 300 };

/** A host that an input `hang` or `crash` stops: for good, or for that request alone. */
async function hostFor(t: Test, { forGood }: { readonly forGood: boolean }) {
  let stopped = '';
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const jobs: readonly { readonly inputs: readonly string[] }[] = JSON.parse(
        Buffer.concat(pieces).toString() || '[]',
      );
      const how = jobs.flatMap(({ inputs }) => inputs).find((input) => input === 'hang' || input === 'crash');
      if (forGood) stopped ||= how ?? '';
      const now = stopped === '' ? how : stopped;
      if (now === 'crash') response.destroy();
      else if (now === undefined)
        response.end(JSON.stringify(jobs.map(({ inputs }) => inputs.map((input) => ['returned', input]))));
    });
  });
  const port = await listenOnLoopback(server);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = { text: `http://127.0.0.1:${port}`, address: { host: '127.0.0.1', port }, authority: 'a', isLocal: true };
  return new EndpointSession({ at, token: 'q7Rw0pLx3Nf8TzYb1VkC5mJd9sHgA2eU', probes: [0], patienceMs: 300 });
}

const driverOf = (session: EndpointSession): Driver => ({ restarts: false, start: async () => session });

const unit = (scope: string, input: string) => ({ scope, requirement: scope, probe: 0, input });

test('an endpoint that goes on after a crash or a hang is asked each case alone, and the guilty one is found', async (t) => {
  for (const how of ['crash', 'hang']) {
    const session = await hostFor(t, { forGood: false });
    const sessions = new Sessions(driverOf(session), { host: mergeSetups([]), probes: [] }, DEADLINES);
    const seen = await sessions.evaluate([[unit('a', 'x'), unit('b', how), unit('c', 'y')]], 1);
    t.deepEqual(
      seen.flat().map(({ kind }) => kind),
      ['returned', how === 'crash' ? 'crashed' : 'hung', 'returned'],
      how,
    );
    await sessions.close();
  }
});

test('an endpoint that answers nothing any more is lost, and no case is blamed', async (t) => {
  const gone: string[] = [];
  const session = await hostFor(t, { forGood: true });
  const ends = { gone: (why: string) => gone.push(why) };
  const sessions = new Sessions(driverOf(session), { host: mergeSetups([]), probes: [] }, DEADLINES, ends);
  const units = Array.from({ length: 50 }, (_, i) => unit(`${i}`, i === 7 ? 'hang' : 'x'));
  const seen = await sessions.evaluate([units], 1);
  t.deepEqual([...new Set(seen.flat().map(({ kind }) => kind))], ['unobservable']);
  t.equal(gone.length, 1);
  t.match(gone[0] ?? '', /answers no longer, after a case that it was asked: start its host again; no response within/);
  await sessions.close();
});

test('an endpoint where nothing listens cannot be run', async (t) => {
  const session = await hostFor(t, { forGood: true });
  await session
    .evaluate([{ probe: 0, inputs: ['crash'] }], 300)
    .catch((error: unknown) => t.ok(error instanceof TargetDown));
  const error = await session.deployed().catch((reason: unknown) => reason);
  t.ok(error instanceof TargetUnavailable, String(error));
  await session.stop();
});
