import test from 'tape';
import { isTaken } from '../../../generators/build/testing/share.js';
import type { LossBounds } from '../../executor/losses.js';
import type { Launch } from '../client/launch.js';
import { launchProgram } from '../client/launch.js';
import { endless, hangingAt, miniature } from './clients.js';
import { idsOf, isQuick, judge, requiredCases } from './testing/judged-clients.js';

/** Limits for operations that do not end within 20 ms: three of a requirement, and fifteen in total. */
const HUNG_MS = 20;
const BOUNDS: LossBounds = { requirement: 3 * HUNG_MS, worker: 15 * HUNG_MS, thorough: 15 * HUNG_MS };
/** Parallel operations of the recording session; those in progress when a limit is reached are ended too. */
const AT_ONCE = 8;

const UNTRIED = /^not tried: the target went down at other (inputs of this requirement|cases, for)/;

const HUNG = /^the client did not end and did not send /;
const UNSEEN = /^the client did not end and did not send GET \/actions\/\w+$/;

/** Requirements about the operation that queries an action. */
const OF_ACTION = [
  'api-client-answers.get-action',
  'api-client-requests.get-action',
  'api-client-requests.action-identifier',
];
const isOfAction = (id: string): boolean => OF_ACTION.includes(id.replace(/\/.*/, ''));

/** The client, with a count of its starts. */
function counting(launch: Launch) {
  const seen = { times: 0 };
  const counted: Launch = (order) => {
    seen.times += 1;
    return launch(order);
  };
  return { seen, launch: counted };
}

test('miniatures: the cost of a client that hangs on every operation is bounded, and all cases are reported', async (t) => {
  const { seen, launch } = counting(endless);
  const reports = await judge(launch, requiredCases(isQuick), HUNG_MS, BOUNDS);
  const cases = reports.flatMap((report) => report.cases);
  t.equal(
    cases.length,
    requiredCases(isQuick).flatMap(({ requirements }) => requirements.flatMap((one) => one.cases)).length,
  );
  // Once in the run, and once for the confirmation of violations.
  t.ok(seen.times <= 2 * (15 + AT_ONCE), `${seen.times} operations hung, of ${cases.length} cases`);
  const wrongly = cases.filter(
    ({ verdict, reason }) => verdict !== 'violates' && !UNTRIED.test(reason) && !HUNG.test(reason),
  );
  t.deepEqual(
    wrongly.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`),
    [],
    'untried cases have a reason',
  );
  t.ok(cases.some(({ verdict }) => verdict === 'violates') && cases.some(({ verdict }) => verdict === 'inconclusive'));
});

test('miniatures: a client that hangs on one operation is judged by the others', async (t) => {
  const gets = ([resource, verb]: readonly string[]): boolean => resource === 'actions' && verb === 'get';
  const right = await judge(miniature());
  const { seen, launch } = counting(hangingAt(miniature(), gets));
  const reports = await judge(launch, requiredCases(isQuick), 500, {
    requirement: 10_000,
    worker: 100_000,
    thorough: 100_000,
  });
  const before = new Map(right.flatMap(({ cases }) => cases.map((one) => [one.id, one.verdict])));
  const changed = reports.flatMap(({ cases }) => cases.filter(({ id, verdict }) => verdict !== before.get(id)));
  for (const { id, verdict, reason } of changed)
    t.ok(
      isOfAction(id) ? verdict !== 'conforms' : UNSEEN.test(reason) || UNTRIED.test(reason),
      `${id}: ${verdict}, ${reason}`,
    );
  t.deepEqual(idsOf(reports, 'violates'), OF_ACTION, 'only requirements about the operation are violated');
  const { length } = changed.filter(({ id, reason }) => id.includes('credentials') && UNSEEN.test(reason));
  t.ok(length > 0, `${length} cases about credentials say what could not be seen`);
  t.ok(idsOf(reports, 'conforms').includes('api-client-requests.list-apps'), `${seen.times} operations`);
});

test('miniatures: faults of a client are found beside an operation that hangs', async (t) => {
  const gets = ([resource, verb]: readonly string[]): boolean => resource === 'actions' && verb === 'get';
  const faulty = miniature({ commandLineOf: ({ apiKey }) => apiKey });
  const reports = await judge(
    hangingAt(faulty, gets),
    requiredCases(({ id }) => id.includes('command-line')),
    500,
  );
  t.deepEqual(idsOf(reports, 'violates'), ['api-client-credentials.command-line']);
});

test('miniatures: a client with endless output does not count as hanging', {
  skip: !isTaken('an output without end'),
}, async (t) => {
  const flood = `fetch(process.env.SRVSPEC_BASE_URL + '/servers', { headers: { authorization: 'Basic ' +
    Buffer.from(process.env.SRVSPEC_CLIENT_ID + ':' + process.env.SRVSPEC_API_KEY).toString('base64') } }).then(() => {
      const piece = Buffer.alloc(65536, 'output ');
      const more = () => { while (process.stdout.write(piece)); process.stdout.once('drain', more); };
      more();
    })`;
  const program = launchProgram([process.execPath, '-e', flood, '--']);
  const reports = await judge(
    program,
    requiredCases(({ id }) => /(answers|requests)\.list-servers$/.test(id)),
  );
  t.deepEqual(idsOf(reports, 'violates'), ['api-client-answers.list-servers']);
  t.deepEqual(idsOf(reports, 'conforms'), ['api-client-requests.list-servers']);
  t.match(reports.find(({ verdict }) => verdict === 'violates')?.cases[0]?.reason ?? '', /more output than is read/);
});
