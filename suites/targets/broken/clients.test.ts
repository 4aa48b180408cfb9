import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import type { GeneratedObject } from '../../language/case.js';
import type { Launch } from '../client/launch.js';
import { jsonOf } from '../support/json.js';
import { endless, idle, miniature, stubborn, type Traits } from './clients.js';
import { idsOf, isQuick, judge, requiredCases } from './testing/judged-clients.js';
import { only, thinned } from './testing/thinned.js';

test('miniatures: the right client passes every requirement', async (t) => {
  const reports = await judge(
    miniature(),
    requiredCases(() => true),
  );
  const wrong = reports.filter(({ verdict }) => verdict !== 'conforms');
  t.deepEqual(
    wrong.map(({ id, cases }) => [id, cases.map(({ reason }) => reason)]),
    [],
  );
  t.ok(reports.length > 20);
});

/** A wrong client does not conform, whether its violations are confirmed or not. */
const UNCONFIRMED = 0;

const DUMMIES: { readonly [name: string]: Launch } = {
  'does nothing and says success': idle({ status: 0, stdout: '', stderr: '' }),
  'does nothing and prints JSON': idle({ status: 0, stdout: '{"data":[]}', stderr: '' }),
  'does nothing and fails': idle({ status: 1, stdout: '', stderr: 'no' }),
  'dies of a signal': idle({ status: undefined, stdout: '', stderr: '' }),
  'asks for the root and says success': stubborn({ status: 0, stdout: '{}', stderr: '' }),
  'asks for the root and fails': stubborn({ status: 1, stdout: '', stderr: 'no' }),
};

/** The requirements that a client passes. One case is enough to fail a requirement. If one conforms, the others must not. */
async function passedBy(launch: Launch, deadlineMs?: number): Promise<readonly string[]> {
  const passed = async (some: readonly GeneratedObject[]): Promise<readonly string[]> =>
    idsOf(await judge(launch, some, deadlineMs, undefined, UNCONFIRMED), 'conforms');
  const unseen = await passed(thinned(requiredCases(isQuick), 1));
  return unseen.length === 0 ? [] : passed(only(requiredCases(isQuick), ({ id }) => unseen.includes(id)));
}

for (const [name, launch] of shareOf(Object.entries(DUMMIES), 'clients that do nothing')) {
  test(`miniatures: a client that ${name} passes no requirement`, async (t) => {
    t.deepEqual(await passedBy(launch), []);
  });
}

test('miniatures: a client that never ends passes no requirement', async (t) => {
  t.deepEqual(await passedBy(endless, 20), []);
});

interface Fault {
  readonly faults: Partial<Traits>;
  /** The requirements that it breaks, without `api-client-`. */
  readonly breaks: readonly string[];
}

const basic = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  `Basic ${Buffer.from(text, encoding).toString('base64')}`;
const json = (text: string) => ({ type: 'application/json', text });

const FAULTS: { readonly [name: string]: Fault } = {
  'has the key on its command line': {
    faults: { commandLineOf: ({ apiKey }) => `curl -u cid:${apiKey}` },
    breaks: ['credentials.command-line'],
  },
  'has its credentials in Base64 on its command line': {
    faults: { commandLineOf: ({ clientId, apiKey }) => `curl -H '${basic(`${clientId}:${apiKey}`)}'` },
    breaks: ['credentials.command-line'],
  },
  'has the key in the query': {
    faults: { pathOf: (path, { apiKey }) => `${path}?key=${apiKey}` },
    breaks: [
      'credentials.request-target',
      'requests.action-identifier',
      'requests.create-app',
      'requests.create-server',
      'requests.get-action',
      'requests.list-apps',
      'requests.list-servers',
      'requests.wait',
      'requests.wait-identifier',
    ],
  },
  'leaves the key in a file': {
    faults: { noteOf: ({ apiKey }) => `key: ${apiKey}` },
    breaks: ['credentials.files'],
  },
  'prints the key in errors': {
    faults: { errorOf: ({ apiKey }) => `it failed with the key ${apiKey}` },
    breaks: ['credentials.output'],
  },
  'prints the key when it succeeds': {
    faults: { outputOf: (body, { apiKey }) => `[${body},"${apiKey}"]` },
    breaks: ['credentials.output'],
  },
  'follows redirects with credentials': { faults: { follows: true }, breaks: ['credentials.other-host'] },
  'sends no credentials': {
    faults: { credentialsOf: () => undefined },
    breaks: ['credentials.basic', 'credentials.every-request'],
  },
  'sends a bearer token': {
    faults: { credentialsOf: ({ apiKey }) => `Bearer ${apiKey}` },
    breaks: ['credentials.basic', 'credentials.every-request'],
  },
  'writes credentials in Latin-1': {
    faults: { credentialsOf: ({ clientId, apiKey }) => basic(`${clientId}:${apiKey}`, 'latin1') },
    breaks: ['credentials.basic'],
  },
  'cuts the key at a colon': {
    faults: { credentialsOf: ({ clientId, apiKey }) => basic(`${clientId}:${apiKey.split(':')[0]}`) },
    breaks: ['credentials.basic'],
  },
  'writes Base64 without padding': {
    faults: { credentialsOf: ({ clientId, apiKey }) => basic(`${clientId}:${apiKey}`).replace(/=+$/, '') },
    breaks: ['credentials.basic', 'credentials.every-request'],
  },
  'writes domains as one text': {
    faults: {
      payloadOf: ({ domains, ...rest }) => (Array.isArray(domains) ? { ...rest, domains: domains.join(',') } : rest),
    },
    breaks: ['requests.app-domains', 'requests.app-fields'],
  },
  'leaves out domains where there are none': {
    faults: { payloadOf: ({ domains = '', ...rest }) => (domains.length === 0 ? rest : { ...rest, domains }) },
    breaks: ['requests.app-domains'],
  },
  'sends forms': {
    faults: {
      bodyOf: (payload) => ({
        type: 'application/x-www-form-urlencoded',
        text: new URLSearchParams(
          Object.entries(payload).map(([name, value]): [string, string] => [name, `${value}`]),
        ).toString(),
      }),
    },
    breaks: ['requests.app-domains', 'requests.app-fields', 'requests.content-type', 'requests.server-name'],
  },
  'sends no media type': {
    faults: { bodyOf: (payload) => ({ text: JSON.stringify(payload) }) },
    breaks: ['requests.content-type'],
  },
  'sends a body with GET': { faults: { bodyOfGet: json('{}') }, breaks: ['requests.no-payload'] },
  'trims texts': {
    faults: {
      payloadOf: ({ name = '', ...rest }) => ({ ...rest, name: typeof name === 'string' ? name.trim() : name }),
    },
    breaks: ['requests.app-fields', 'requests.server-name'],
  },
  'takes digits for numbers': {
    faults: { bodyOf: (payload) => json(JSON.stringify(payload).replace(/"(\d+)"/g, '$1')) },
    breaks: ['requests.app-fields', 'requests.server-name'],
  },
  'does not escape quotes': {
    faults: { bodyOf: (payload) => json(JSON.stringify(payload).replaceAll('\\"', '"')) },
    breaks: ['requests.app-fields', 'requests.server-name'],
  },
  'sends other members besides': { faults: { payloadOf: (payload) => ({ ...payload, note: 'a' }) }, breaks: [] },
  'writes identifiers into paths as they are': {
    faults: { segmentOf: (actionid) => actionid },
    breaks: ['requests.action-identifier', 'requests.wait-identifier'],
  },
  'asks for the servers first': {
    faults: { firstPath: '/servers' },
    breaks: [
      'credentials.every-request',
      'requests.action-identifier',
      'requests.app-domains',
      'requests.app-fields',
      'requests.content-type',
      'requests.create-app',
      'requests.create-server',
      'requests.get-action',
      'requests.list-apps',
      'requests.no-payload',
      'requests.server-name',
      'requests.wait',
      'requests.wait-identifier',
    ],
  },
  'sends again what failed with 500': {
    faults: { repeatsAfter: (answer) => answer?.status === 500 },
    breaks: ['answers.creates-once'],
  },
  'sends again what got no answer': {
    faults: { repeatsAfter: (answer) => answer === undefined },
    breaks: ['answers.creates-once'],
  },
  'says success of everything': {
    faults: { isSuccess: () => true },
    breaks: ['answers.error-status', 'answers.no-answer'],
  },
  'takes 200 alone for success': {
    faults: { isSuccess: (answer) => answer?.status === 200 && jsonOf(answer.body) !== undefined },
    breaks: ['answers.delivered'],
  },
  'looks at bodies alone': {
    faults: { isSuccess: (answer) => Object.hasOwn(Object(jsonOf(answer?.body ?? '')), 'data') },
    breaks: ['answers.error-status'],
  },
  'prints digits as numbers': {
    faults: { outputOf: (body) => body.replace(/"(\d+)"/g, '$1') },
    breaks: ['answers.texts'],
  },
  'says success of what is no JSON': {
    faults: { isSuccess: (answer) => answer !== undefined && answer.status >= 200 && answer.status <= 299 },
    breaks: ['answers.no-answer'],
  },
  'says success of errors in JSON': {
    faults: { isSuccess: (answer) => answer?.body.startsWith('{') === true },
    breaks: ['answers.error-status', 'answers.no-answer'],
  },
  'prints nothing of answers': {
    faults: { outputOf: () => '{}' },
    breaks: [
      'answers.create-app',
      'answers.create-server',
      'answers.get-action',
      'answers.list-apps',
      'answers.list-servers',
      'answers.whole-list',
    ],
  },
  'keeps back the server API key': {
    faults: { outputOf: (body) => body.replace(/,"(server)?apikey":"[^"]*"/, '') },
    breaks: ['answers.create-server'],
  },
  'prints the first hundred of a list': {
    faults: { outputOf: (body) => body.replace(/^((?:[^}]*\},){100}).*$/s, '$1').replace(/,$/, ']}') },
    breaks: ['answers.whole-list'],
  },
};

/** One violation of each requirement comes first. */
const CONFIRMED = 30;

for (const [name, { faults, breaks }] of shareOf(Object.entries(FAULTS), 'wrong clients')) {
  test(`miniatures: a client that ${name} is caught`, async (t) => {
    const nameOf = ({ id }: { readonly id: string }): string => id.replace('api-client-', '');
    const some = thinned(requiredCases(isQuick), 1, (requirement) => breaks.includes(nameOf(requirement)));
    const reports = await judge(miniature(faults), some, undefined, undefined, CONFIRMED);
    const broken = reports.filter(({ verdict }) => verdict === 'violates').map(nameOf);
    t.deepEqual(broken.sort(), breaks);
  });
}

test('miniatures: a client that leaves out the version is caught, with its requests to other paths', async (t) => {
  const base = only(requiredCases(isQuick), ({ id }) => id === 'api-client-requests.base');
  const broken = idsOf(await judge(miniature({ pathOf: (path) => `/..${path}` }), base), 'violates');
  t.ok(broken.includes('api-client-requests.base'));
});

test('miniatures: drawn inputs alone find a fault, which is shown in its smallest form', async (t) => {
  const latin1 = (text: string) => text.replace(/\W/gu, (c) => `%${Buffer.from(c, 'latin1').toString('hex')}`);
  const faulty = miniature({ segmentOf: latin1 });
  const reports = await judge(
    faulty,
    requiredCases(({ id }) => id.endsWith('/for-any-action')),
  );
  const [found] = reports.flatMap(({ cases }) => cases).filter(({ verdict }) => verdict === 'violates');
  t.match(found?.counterexample ?? '', /^\{"text":"[^ -~]",/u);
});
