import test from 'tape';
import type { ApiAnswer } from '../language/endpoint.js';
import type { Partners } from '../language/partners.js';
import { partnersOf } from '../targets/support/partners.js';
import { askingLines, bodyFiles, ServiceRecording, serviceFiles } from './service-reproducer.js';
import { compared } from './service-run.js';

const KEY = 'key0OfAServerThatIsForNobody';
const pair = `Basic ${Buffer.from(`Server0Id:${KEY}`).toString('base64')}`;
/** Without a digit, and among words it is not taken for an id. */
const OWN = 'theAccountsOwnKey';

const answers: readonly object[] = [{ id: 'Server0Id', apikey: KEY }, { error: `no such key: ${OWN}` }];

const partners: Partners = partnersOf({
  api: {
    ask: async ({ path }): Promise<ApiAnswer> => {
      const json = path === '/servers' ? answers[0] : answers[1];
      const text = JSON.stringify(json);
      return { status: 200, headers: [], text, json: JSON.parse(text), echoes: path === '/servers' ? [] : ['API key'] };
    },
    settled: async () => Promise.reject(new Error('not asked')),
    named: (label) => `srvspec-a1b2c3d4-1-${label}`,
    session: {},
    apart: () => partners.api,
    includes: () => {},
    quiet: async () => ({}),
    readings: () => [],
    created: () => [],
    accepted: () => [],
    atFirst: () => undefined,
    atRotation: () => ({}),
    app: () => ({ name: '', sysuserid: '', runtime: '', domains: [] }),
    find: () => undefined,
    lasting: (json) => json,
  },
});

test('no key stands in a folder about a service: neither the account’s nor one that an answer told', async (t) => {
  const recording = new ServiceRecording();
  const { api } = recording.of(partners);
  await api.ask({ method: 'POST', path: '/servers', json: { name: api.named('one') } });
  await api.ask({ method: 'GET', path: '/apps', authorization: () => pair });
  const files = { ...(await serviceFiles(recording, [OWN], undefined)), ...bodyFiles(recording) };
  const all = [...Object.values(files).map(String), ...askingLines(recording)].join('\n');
  for (const secret of [KEY, pair, pair.slice('Basic '.length), OWN]) t.notOk(all.includes(secret), secret);
  t.ok(all.includes('{"base64":["{answer 1 /id}:{answer 1 /apikey}"]}'), 'it says where the pair comes from');
  t.ok(all.includes('{run}-1-one'), 'and names are new in each run');
});

test('what tells a wrong one from a right one is compared, and nothing that varies by itself', (t) => {
  const wrong = ['answer 1 status: 200', 'answer 1 body: {}', 'answer 2 body: "a"', 'answer 3 body: "open"'];
  const right = ['answer 1 status: 401', 'answer 1 body: ""', 'answer 2 body: "a"', 'answer 3 body: "done"'];
  const again = [...right.slice(0, 3), 'answer 3 body: "open"'];
  t.deepEqual(compared({ wrong, right: [right, again] }), {
    names: ['answer 1 status'],
    actual: 'answer 1 status: 200\n',
    expected: 'answer 1 status: 401\n',
  });
  t.deepEqual(compared({ wrong, right: [wrong] }).names, [], 'alike, they are not told apart');
  t.equal(compared({ wrong, right: [] }).expected, undefined);
  t.end();
});
