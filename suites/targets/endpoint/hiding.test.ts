import test from 'tape';
import { TokenHiding } from './hiding.js';

const TOKEN = 'q7Rw0pLx3Nf8TzYb1VkC5mJd9sHgA2eU';
const hiding = new TokenHiding(TOKEN);

const bodyOf = (body: string): string => {
  const response = { version: '1.1', status: 200, reason: 'OK', headers: [], body: Buffer.from(body, 'latin1') };
  return Buffer.from(hiding.in(response).body).toString('latin1');
};

test('the header of the token is missing in what scripts answer', (t) => {
  const pair = `["X-Srvspec-Token","${TOKEN}"]`;
  const cases: readonly (readonly [string, string])[] = [
    [`[["Host","a"],${pair},["Foo","1"]]`, '[["Host","a"],["Foo","1"]]'],
    [`[["Host","a"],${pair}]`, '[["Host","a"]]'],
    [`[${pair},["Foo","1"]]`, '[["Foo","1"]]'],
    [`[${pair}]`, '[]'],
    [`{"Host":"a","X-Srvspec-Token":"${TOKEN}","Foo":"1"}`, '{"Host":"a","Foo":"1"}'],
    [`{"x-srvspec-token":"${TOKEN}"}`, '{}'],
    ['["Host","X-Srvspec-Token"]', '["Host"]'],
    ['\xff\0"a"', '\xff\0"a"'],
  ];
  for (const [body, seen] of cases) t.equal(bodyOf(body), seen, body.replaceAll(TOKEN, '…'));
  t.end();
});

test('the token is redacted wherever else a response has it', (t) => {
  t.equal(bodyOf(`\xffa ${TOKEN} b`), '\xffa [token] b');
  t.equal(bodyOf(TOKEN.toUpperCase()), '[token]');
  t.notOk(
    bodyOf(Buffer.from(`a ${TOKEN}`).toString('base64')).includes(Buffer.from(TOKEN).toString('base64').slice(4, -4)),
  );
  const headers: readonly (readonly [string, string])[] = [['X-Echo', `a=${TOKEN}`]];
  const response = { version: '1.1', status: 200, reason: TOKEN, headers, body: Buffer.from('') };
  t.deepEqual(hiding.in(response), { ...response, reason: '[token]', headers: [['X-Echo', 'a=[token]']] });
  t.end();
});
