import test from 'tape';
import type { ApiAnswer } from '../language/endpoint.js';
import { bodyFiles, curlCommands } from './service-commands.js';

const KEY = 'key0OfAServerThatIsForNobody';
const pair = `Basic ${Buffer.from(`Server0Id:${KEY}`).toString('base64')}`;

const answered = (json: object): ApiAnswer => {
  const text = JSON.stringify(json);
  return { status: 200, headers: [], text, json: JSON.parse(text), echoes: [] };
};

test('neither the account nor a key that an answer gave is in the commands', (t) => {
  const first = { method: 'POST', path: '/servers', json: { name: 'one' } } as const;
  const second = { method: 'GET', path: '/apps' } as const;
  const exchanges = [
    { request: first, answer: answered({ id: 'Server0Id', apikey: KEY }) },
    { request: { ...second, authorization: () => pair } },
    { request: { ...second, authorization: () => `Bearer ${KEY}` } },
    { request: { ...second, authorization: ({ apiKey }: { apiKey: string }) => `Bearer ${apiKey}!` } },
    { request: { ...second, authorization: () => 'Digest' } },
  ];
  const commands = curlCommands(exchanges);
  const all = [...commands, ...Object.values(bodyFiles(exchanges))].join('\n');
  for (const secret of [KEY, pair, pair.slice('Basic '.length)]) t.notOk(all.includes(secret), secret);
  t.match(commands[1] ?? '', /-H "Authorization: \$AUTHORIZATION"/);
  t.match(commands[3] ?? '', /Bearer '"\$SRVSPEC_API_KEY"'?!'?/);
  t.match(commands[4] ?? '', /-H 'Authorization: 'Digest .*# status none$/);
  t.deepEqual(bodyFiles(exchanges), { 'body-1.txt': '{"name":"one"}' });
  t.end();
});
