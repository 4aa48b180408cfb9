import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import type { RequirementReport } from '../../../reports/model.js';
import { startReferenceApi } from '../reference/api.js';
import { both, type Fault, startWrongServer } from './proxy.js';
import { type Judging, judgedAt, WITHOUT_ROTATION, withVerdict } from './testing/judged.js';
import { VIOLATED } from './violated.js';
import {
  type FaultName,
  forgetsActions,
  forgetsAtRefusals,
  isFault,
  LASTING,
  newestUnlisted,
  SERVER_FAULTS,
  TAKEN_KEYS,
  takesKeys,
} from './wrong-servers.js';

/** Starts a server with the fault before a right one whose key has been replaced, and judges it. */
async function judged(fault: Fault, how?: Judging): Promise<readonly RequirementReport[]> {
  const right = await startReferenceApi();
  try {
    const apiKey = await right.rotate();
    const account = { clientId: right.clientId, apiKey, revokedApiKey: right.apiKey };
    const wrong = await startWrongServer(fault, { ...account, url: right.url });
    try {
      return await judgedAt(wrong.url, account, how);
    } finally {
      await wrong.stop();
    }
  } finally {
    await right.stop();
  }
}

const isLasting = (name: string): name is keyof typeof LASTING => Object.hasOwn(LASTING, name);

/** The reason for a missing observation, as reports show it. */
const reasons = (requirements: readonly RequirementReport[]): string[] =>
  requirements.flatMap(({ cases }) =>
    cases.filter(({ verdict }) => verdict === 'inconclusive').map((one) => one.reason),
  );

/** The number of confirmed violations of a server: one of each requirement comes first. */
const CONFIRMED = 30;

type AnyFault = FaultName | keyof typeof LASTING;

/**
 * Faults of one server that occur together. They violate unrelated requirements, so each requirement identifies its fault. All other faults
 * have a server of their own.
 */
const AT_ONCE: readonly (readonly AnyFault[])[] = [
  ['accepts a revoked key', 'wraps an app in another envelope', 'lists names in lower case'],
  ['serves without authentication', 'gives data as a list'],
  ['takes a Client ID in any case', 'swaps fields', 'shortens names'],
  ['takes any key', 'gives no status of an action', 'lists long names cut'],
  ['ignores the new key', 'gives a number for actionid', 'lists one of several equal names'],
  ['drops domains', 'lists other ids'],
  ['redirects', 'needs no name'],
  ['answers HTML', 'gives every server one id'],
  ['closes in the middle of the body', 'lists an app twice'],
  ['keeps the server key to itself', 'lists the newest thirty apps'],
  ['gives a server other texts than its key', 'answers with another action'],
  ['gives a server other texts than its ID', 'lists one domain of an app'],
  ['forgets servers', 'gives every action one id'],
  ['echoes the key', 'repeats ids'],
];

/** Answers that never come take time but no work. These servers are judged beside all others, and by some cases. */
const SLOW: readonly FaultName[] = ['hangs', 'fails inside at a refusal'];
/** Requirements whose cases do not all wait. */
const SELDOM = ['api-endpoints.answer', 'api-messages.errors'];

/** The right answers of these servers come at once, even if other processes keep the machine busy. */
const HASTY_MS = 1_500;

/** Each confirmation of these waits: one for each requirement, and some for unexpected violations. */
const UNEXPECTED = 4;

/** No other server leaves a request unanswered, so a shorter limit would only make slow machines fail. */
const PATIENT_MS = 30_000;

const violatedBy = (faults: readonly AnyFault[]): readonly string[] => faults.flatMap((fault) => VIOLATED[fault]);
const isSlow = (fault: AnyFault): boolean => SLOW.some((one) => one === fault);

function judgedWith(faults: readonly AnyFault[]): Promise<readonly RequirementReport[]> {
  const violated = violatedBy(faults);
  return judged(
    faults.map((fault): Fault => (isLasting(fault) ? LASTING[fault]() : SERVER_FAULTS[fault])).reduce(both),
    faults.some(isSlow)
      ? { whole: SELDOM, timeoutMs: HASTY_MS, confirmations: violated.length + UNEXPECTED }
      : { whole: violated, timeoutMs: PATIENT_MS, confirmations: CONFIRMED },
  );
}

const alone = [...Object.keys(SERVER_FAULTS).filter(isFault), ...Object.keys(LASTING).filter(isLasting)]
  .filter((fault) => !AT_ONCE.flat().includes(fault))
  .toSorted((one, other) => Number(isSlow(one)) - Number(isSlow(other)));

const servers = shareOf([...AT_ONCE, ...alone.map((fault) => [fault])], 'wrong servers');

const beside = new Map<AnyFault, Promise<readonly RequirementReport[]>>(
  SLOW.filter((fault) => servers.flat().includes(fault)).map((fault) => [fault, judgedWith([fault])]),
);
// Each test reports its own failure.
for (const judging of beside.values()) judging.catch(() => undefined);

for (const faults of servers) {
  test(`a wrong server: ${faults.join('; ')}`, async (t) => {
    const [first = 'hangs'] = faults;
    const requirements = await (beside.get(first) ?? judgedWith(faults));
    t.deepEqual(withVerdict(requirements, 'violates').toSorted(), violatedBy(faults).toSorted());
    // A fault that depends on concurrent creations may not happen again alone.
    const reported =
      /^could not be observed: (GET|POST) \/|^not confirmed alone, since \d+ other violations were first|^not tried: the target went down at other/;
    const lasting = faults.some(isLasting) ? /^not seen again alone; / : /^$/;
    const untold = reasons(requirements).filter(
      (reason) => ![reported, lasting, WITHOUT_ROTATION].some((known) => known.test(reason)),
    );
    t.deepEqual(untold, [], 'a missing observation names its request, or earlier failures');
  });
}

test('a server without a fault, behind the same proxy', async (t) => {
  // All cases of a right server are tried where it is started as a program.
  const requirements = await judged({}, { whole: [], timeoutMs: PATIENT_MS });
  t.deepEqual(withVerdict(requirements, 'violates'), []);
  t.ok(reasons(requirements).every((reason) => WITHOUT_ROTATION.test(reason)));
});

for (const [which, taken] of shareOf(Object.entries(TAKEN_KEYS), 'taken keys'))
  test(`a server that takes replaced keys: ${which}`, async (t) => {
    const right = await startReferenceApi();
    t.teardown(() => right.stop());
    const { url, clientId, apiKey } = right;
    const generated = [apiKey];
    const wrong = await startWrongServer(takesKeys(taken, generated), { url, clientId, apiKey, revokedApiKey: '' });
    t.teardown(() => wrong.stop());
    const rotate = async (): Promise<string> => {
      const key = await right.rotate();
      generated.push(key);
      return key;
    };
    const object = '1-server-management-api/server/keys';
    const requirements = await judgedAt(wrong.url, { clientId, apiKey }, { object, rotate, timeoutMs: PATIENT_MS });
    t.deepEqual(withVerdict(requirements, 'violates'), [`api-keys.replaced.${which}`]);
  });

test('a server that a request ends permanently is reported with that request', async (t) => {
  const right = await startReferenceApi();
  t.teardown(() => right.stop());
  const { url, clientId, apiKey } = right;
  let end: () => Promise<void> = async () => undefined;
  const fault: Fault = {
    request: (request) => {
      if (request.target.endsWith('/actions/%zz')) void end();
      return request;
    },
  };
  const wrong = await startWrongServer(fault, { url, clientId, apiKey, revokedApiKey: '' });
  let isOver = false;
  end = async () => {
    if (isOver) return;
    isOver = true;
    await wrong.stop();
  };
  t.teardown(() => end());
  const object = '1-server-management-api/server/actions';
  const requirements = await judgedAt(wrong.url, { clientId, apiKey }, { object, timeoutMs: PATIENT_MS });
  const crashes = requirements.flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'violates'));
  t.deepEqual(
    crashes.map(({ id }) => id),
    ['api-actions.unknown/no-encoding'],
  );
  t.match(crashes[0]?.reason ?? '', /GET \/actions\/%zz; \S+ cannot be reached/);
});

test('a server that forgets the newest server at a refusal', async (t) => {
  const requirements = await judged(forgetsAtRefusals(), {
    object: '1-server-management-api/server/authentication',
    jobs: 1,
    timeoutMs: PATIENT_MS,
  });
  t.deepEqual(withVerdict(requirements, 'violates'), ['api-authentication.no-trace']);
});

test('a server that forgets actions at a refusal', async (t) => {
  const object = '1-server-management-api/server/sequences';
  const requirements = await judged(forgetsActions(), { object, jobs: 1, timeoutMs: PATIENT_MS });
  t.deepEqual(withVerdict(requirements, 'violates'), ['api-sequences.any'], 'each step by itself is right');
});

test('a server that never lists the newest app', async (t) => {
  const object = '1-server-management-api/server/apps';
  const requirements = await judged(newestUnlisted, { object, timeoutMs: PATIENT_MS });
  t.ok(withVerdict(requirements, 'violates').includes('api-apps.listed.all'), 'whatever else is created meanwhile');
});
