import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import { FileRefused } from '../executor/strict-yaml.js';
import type { ObservedResponse } from '../language/observation.js';
import { realHost } from '../traffic/hosts.js';
import { logComplaints, responseComplaints } from './judging.js';
import { readScenario, readScenarios } from './reading.js';
import { type HostKind, runScenarios } from './running.js';
import type { Scenario } from './scenario.js';
import { verdictsOf } from './verdicts.js';

const scenarios = readScenarios();

const MINIMAL = `
says: It greets.
configuration: |
  server {
      listen unix:<socket>;
      js_import plain from <scripts>/plain.js;
      location / { js_content plain.greet; }
  }
scripts:
  plain.js: |
    function greet(r) { r.return(200, 'hello'); }
    export default { greet };
requests:
  - { target: /, expect: { status: 200, body: hello } }
`;

function read(text: string): Scenario {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  try {
    writeFileSync(join(folder, 'plain.yaml'), text);
    return readScenario(join(folder, 'plain.yaml'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The error of the reader for a file; empty if it accepts the file. */
function complaintOf(text: string): string {
  try {
    read(text);
    return '';
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return error.message;
  }
}

test('scenarios: a file is read strictly', (t) => {
  const changed = (from: string, to: string): string => complaintOf(MINIMAL.replace(from, to));
  t.equal(complaintOf(MINIMAL), '');
  t.match(changed('says:', 'about: much\nsays:'), /about/);
  t.match(changed('status: 200', 'status: 200, state: 200'), /state/);
  t.match(changed('  server {', '  root /;\n  server {'), /root/, 'a setting that others would share');
  t.match(changed('<scripts>', '<script>'), /<script>/);
  t.match(changed('location /', 'location /a { proxy_pass http://unix:<peer a>:/; } location /'), /<peer a>/);
  t.match(changed('requests:', 'upstreams: { a: { answers: [{ body: a }] } }\nrequests:'), /<peer a>/);
  t.match(changed('scripts:', 'scripts:\n  other.js: ""'), /other\.js/);
  t.match(changed('requests:', 'access: [line]\nrequests:'), /access_log/);
  t.match(changed('{ target: /,', '{ session: a, talk: [{ end: true }] }\n  - { target: /,'), /<stream a>/);
  t.match(changed('requests:', 'services: { a: { talk: [{ echo: true }] } }\nrequests:'), /<peer a>/);
  t.end();
});

const response = (status: number, body: string, ...headers: (readonly [string, string])[]): ObservedResponse => ({
  version: '1.1',
  status,
  reason: '',
  headers,
  body: Buffer.from(body),
});

test('scenarios: every unexpected part is reported', (t) => {
  const given = response(200, '{"a":[1]}', ['X-One', '1'], ['x-two', 'a'], ['X-Two', 'b']);
  const count = (expected: Omit<Parameters<typeof responseComplaints>[0], 'status'>): number =>
    responseComplaints({ status: 200, ...expected }, given).length;
  t.equal(responseComplaints({ status: 201 }, given).length, 1);
  t.equal(count({ headers: { 'x-one': '1', 'X-Two': ['a', 'b'], 'X-Three': null }, json: { a: [1] } }), 0);
  t.equal(count({ headers: { 'X-One': null } }), 1);
  t.equal(count({ headers: { 'X-Two': 'a' } }), 1, 'one value is not two');
  t.equal(count({ headers: { 'X-Two': ['b', 'a'] } }), 1);
  t.equal(count({ headers: { 'X-One': { matches: '\\d' } }, body: { matches: '\\{.*\\}' } }), 0);
  t.equal(count({ body: { matches: '"a"' } }), 1, 'an expression is for all of a text');
  t.equal(count({ body: '{"a": [1]}' }), 1);
  t.equal(count({ json: { a: [2] } }), 1);
  t.equal(count({ body: '', json: { a: [1] } }), 1);
  t.deepEqual(logComplaints(['one', { matches: '\\w+' }], 'one\ntwo\n'), []);
  t.equal(logComplaints(['one'], 'one\ntwo\n').length, 1);
  t.equal(logComplaints(['one', 'two'], 'two\none\n').length, 1);
  t.end();
});

test('scenarios: failures are reported, and pending scenarios that pass', async (t) => {
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('no scenario');
  const verdict = (complaints: readonly string[], pending: string | undefined, host: HostKind['host'] = 'ours') => {
    const one = pending === undefined ? scenario : { ...scenario, pending };
    return verdictsOf([one], new Map([[scenario.name, complaints]]), host)[0]?.isRight;
  };
  t.equal(verdict([], undefined), true);
  t.equal(verdict(['wrong'], undefined), false);
  t.equal(verdict(['wrong'], 'later'), true);
  t.equal(verdict([], 'later'), false);
  t.equal(verdict(['wrong'], 'later', 'real'), false, 'a real host waits for nothing');
  t.equal(verdictsOf([scenario], new Map(), 'ours')[0]?.isRight, false, 'one that was not run');
});

/** The wrong verdicts on a host, of all scenarios and of two wrong ones. */
async function wrongOnes(kind: HostKind): Promise<readonly string[]> {
  const wrong = { ...read(MINIMAL.replace("'hello'", "'bye'")), name: 'wrong' };
  const refused = { ...read(MINIMAL.replace('js_content', 'js_contents')), name: 'refused' };
  const all = [refused, ...scenarios, wrong];
  const verdicts = verdictsOf(all, await runScenarios(all, kind), kind.host);
  return verdicts.filter(({ isRight }) => !isRight).map(({ name, details }) => [name, ...details].join(': '));
}

async function answersAsScripted(t: test.Test, kind: HostKind): Promise<void> {
  const [refused = '', ...others] = await wrongOnes(kind);
  t.match(refused, /^refused: .*unknown directive "js_contents"/);
  t.deepEqual(others, ['wrong: request 1, GET /: body "bye" instead of "hello"']);
}

test('scenarios: our host answers as they say, except pending ones', {
  skip: !isTaken('scenarios of our host'),
}, async (t) => {
  t.ok(scenarios.length >= 30, `${scenarios.length} scenarios`);
  await answersAsScripted(t, { host: 'ours', engine: 'qjs' });
});

for (const engine of ['qjs', 'njs'] as const)
  test(`scenarios: a real host with ${engine} answers as they say`, { skip: realHost() === undefined }, async (t) => {
    await answersAsScripted(t, { host: 'real', engine });
  });
