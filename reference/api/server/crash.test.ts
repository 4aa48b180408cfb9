import { join } from 'node:path';
import test, { type Test } from 'tape';
import { Asker, folderFor, objectIn, type RunningProgram, serveProgram, textAt } from '../../testing/api/server.js';

const CREATES = 400;
const CONNECTIONS = 16;
/** How many acknowledgements after each start the server is killed; after the last start it is not. */
const KILLS = [1, 80, 140, 2, Number.POSITIVE_INFINITY] as const;

/** The answers to a create request, by its number. */
interface Creation {
  readonly number: number;
  readonly id: string;
}

const name = (number: number): string => `n${number}`;

/** Every third is an app; its fields show which. */
const isApp = (number: number): boolean => number % 3 === 0;

const appOf = (number: number) => ({
  name: name(number),
  sysuserid: `u${number}`,
  runtime: `php8.${number}`,
  domains: [`a${number}.example`, `b${number}.example`],
});

async function create(asker: Asker, number: number): Promise<Creation> {
  const [path, payload] = isApp(number) ? ['/apps', appOf(number)] : ['/servers', { name: name(number) }];
  const answer = await asker.post(path, payload);
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  const created = objectIn(answer);
  return { number, id: textAt(created, 'data', 'id') };
}

/**
 * Creates what is not acknowledged yet, on all connections at once, until all are or until the server is killed after that many
 * acknowledgements. Resolves with the number of creates that were sent and not answered.
 */
async function createUntilKilled(asker: Asker, program: RunningProgram, done: Map<number, Creation>, kill: number) {
  const left = Array.from({ length: CREATES }, (_, number) => number).filter((number) => !done.has(number));
  let unanswered = 0;
  let acknowledged = 0;
  const work = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      try {
        done.set(number, await create(asker, number));
        acknowledged += 1;
      } catch (error) {
        if (!program.child.killed) throw error;
        unanswered += 1;
        return;
      }
      if (acknowledged === kill) program.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return unanswered;
}

async function check(t: Test, asker: Asker, done: ReadonlyMap<number, Creation>, doubtful: number): Promise<void> {
  const all = [...(await asker.list('/servers')), ...(await asker.list('/apps'))];
  const byId = new Map(all.map((one) => [String(one.id), one]));
  t.equal(byId.size, all.length, 'ids are unique');
  const lost = [...done.values()].filter(({ id, number }) => byId.get(id)?.name !== name(number));
  t.deepEqual(lost, [], `all ${done.size} acknowledged are there`);
  t.ok(all.length - done.size <= doubtful, `${all.length - done.size} more are there, of ${doubtful} unanswered`);
}

test('a server that is killed during many creates loses nothing that it acknowledged', async (t) => {
  const state = join(folderFor(t), 'state');
  const credentials = { clientId: 'cid_crash', apiKey: 'key-of-the-crash-test' };
  const env = { SRVSPEC_CLIENT_ID: credentials.clientId, SRVSPEC_API_KEY: credentials.apiKey };
  const done = new Map<number, Creation>();
  let doubtful = 0;
  for (const kill of KILLS) {
    // The account of the environment is used only at the first start: later starts find it in the state.
    const program = serveProgram(t, ['--state', state], done.size === 0 ? env : {});
    const line = await program.printed;
    const asker = new Asker(String(line?.url), credentials);
    t.equal(line?.clientId, credentials.clientId, `started on ${done.size} acknowledged`);
    await check(t, asker, done, doubtful);
    doubtful += await createUntilKilled(asker, program, done, kill);
    t.equal(program.child.killed, kill < CREATES, `killed after ${kill} more`);
    if (!program.child.killed) await check(t, asker, done, doubtful);
    program.child.kill('SIGTERM');
    await program.ended;
  }
  t.equal(done.size, CREATES, 'in the end all are created');
});
