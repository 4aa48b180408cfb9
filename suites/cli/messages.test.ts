/** What a person reads whose command line, file or target is refused: one table for all commands. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { jsonReport } from '../../reports/json.js';
import { sampleOf } from '../../reports/testing/matrix.js';
import { folderFor, type ProgramResult, spawned, srvspec, srvspecWith } from './testing/program.js';

/** A command line, the status it ends with, and what is printed about it. */
type Row = readonly [words: string, status: number, message: RegExp];

/** Words are separated by blanks, as none of them has any. */
const wordsOf = (line: string): readonly string[] => (line === '' ? [] : line.split(' '));

/** Lines of a message at most. */
const MOST = 3;

function checkMessage(t: Test, [line, status, message]: Row, ended: ProgramResult): void {
  t.equal(ended.status, status, line);
  t.match(ended.stderr, message);
  t.match(ended.stderr, /^srvspec/m, 'the program names itself');
  t.ok(ended.stderr.trimEnd().split('\n').length <= MOST, ended.stderr);
  t.doesNotMatch(ended.stderr, /\n\s+at |\bE[A-Z]{4,}\b/, 'neither a stack nor a code of the system');
}

async function checkRows(t: Test, rows: readonly Row[]): Promise<void> {
  for (const row of rows) checkMessage(t, row, await srvspec(...wordsOf(row[0])));
}

test('commands and options', (t) =>
  checkRows(t, [
    ['walk', 2, /there is no command walk; `srvspec help` lists them$/m],
    ['rnu', 2, /there is no command rnu; did you mean run\?$/m],
    ['help run more', 2, /there is no command run more/],
    ['run --pace 3', 2, /run has no option --pace; `srvspec help run` lists them/],
    ['run --traget nginx', 2, /run has no option --traget; did you mean --target\?/],
    ['exec -z', 2, /exec has no option -z; `srvspec help exec` lists them/],
    ['run base64', 2, /run takes options alone, not base64; did you mean --only base64\?/],
    ['serve nginx.conf', 2, /serve takes options alone, not nginx\.conf; did you mean -c nginx\.conf\?/],
    ['run --only', 2, /--only takes a value: --only GLOB/],
    ['run --seed=', 2, /--seed takes a value, not '': --seed N/],
    ['run --seed x', 2, /--seed takes a whole number from 0, not x/],
    ['run --runs many', 2, /--runs takes a whole number from 1, not many/],
    ['run --jobs 1.5', 2, /--jobs takes a whole number from 1, not 1\.5/],
    ['run --depth deep', 2, /--depth takes quick, standard or full, not deep/],
    ['run --document 4', 2, /--document takes 1, 2 or 3, not 4$/m],
    ['run --shard 3/2', 2, /--shard takes auto, or I\/N with I from 1 to N, not 3\/2/],
    ['run --require-observed most', 2, /--require-observed takes a number of cases, or a percentage such as 90%, not/],
    ['run --report jsno=x', 2, /no report format jsno; .*; did you mean json\?/],
    ['run --report pdf=x', 2, /no report format pdf; there are tap, json/],
    ['run --report tap --report json=-', 2, /the tap report and the json report both go to standard output/],
    ['merge x --report tap=x --report json=./x', 2, /both go to \.\/x: give each a file of its own/],
    [
      'run --only base64.exist --target cli:a~b --target cli:a-b --report tap=x',
      2,
      /the tap report and the tap report both go to x\.cli-a-b: /,
    ],
    ['serve -s halt -c x', 2, /-s takes stop, quit, reload or reopen, not halt/],
    ['exec -n v8 x.js', 2, /-n takes njs or QuickJS, not v8/],
    ['replay', 2, /replay takes the id of a case/],
    ['replay a b', 2, /replay takes one CASE; b is one too many/],
    ['api server list', 2, /there is no api server; did you mean servers or serve\?/],
    ['api servers', 2, /there is no such operation; an operation is one of: servers list, /],
    ['api serve --port 99999', 2, /--port takes a whole number from 0 to 65535, not 99999/],
    ['api new-key', 2, /--panel PATH is missing: the server prints it at its start/],
  ]));

test('ids and globs', async (t) => {
  const near = /there is no requirement or case base64\.exits; did you mean base64\.exist/;
  for (const command of ['explain', 'replay', 'run --only', 'list --only'])
    await checkRows(t, [
      [`${command} base64.exits`, 2, near],
      [`${command} shared-dcit`, 2, /there is no requirement or case shared-dcit; did you mean shared-dict\?/],
      [`${command} nothing`, 2, /there is no requirement or case nothing; `srvspec list` shows what there is/],
      [`${command} shared-dict.incr.unusual/init-undefined`, 2, /it is called shared-dict\.incr\.missing-key now/],
    ]);
  await checkRows(t, [
    ['explain 3/timers-and-base64-functions/bota', 2, /; did you mean 3\/timers-and-base64-functions\/btoa/],
    ['run --only nothing.**', 2, /no case matches --only 'nothing\.\*\*'/],
    ['run --only bufer.**', 2, /no case matches --only 'bufer\.\*\*'; did you mean 'buffer\.\*\*'\?/],
    [
      'run --only {bufer.*,shared-dcit}',
      2,
      /no case matches 'bufer\.\*' in the braces of --only; did you mean 'buffer\.\*'\?\nthere is no .* did you mean shared-dict\?/,
    ],
    ['run --only {base64.exist,text-decodr.**}', 2, /no case matches 'text-decodr\.\*\*' in the braces of/],
    ['run --only base64.exist/{atob,btoaa}/kind', 2, /there is no .*\/btoaa\/kind; did you mean base64\.exist\/btoa/],
    ['run --only {base64.exist,}', 2, /--only has an empty word in its braces/],
    ['run --only {base64.exist', 2, /--only '\{base64\.exist': a brace has no partner; write '\{a,b\}'/],
    ['run --only base64.exist,text-decoder', 2, /; did you mean '\{base64\.exist,text-decoder\}'\?/],
    ['run --document 2 --only base64', 2, /what --only base64 matches is not of document 2, or not what this/],
    ['replay base64.exist --path 0', 2, /base64\.exist has several; `srvspec list --only base64\.exist` lists them/],
    ['replay base64.exist/atob/kind --path 9', 2, /has no input at path 9; reports show the path of each input/],
  ]);
});

test('targets', async (t) => {
  const folder = folderFor(t);
  const one = '--only base64.exist';
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const script = join(folder, 'script');
  writeFileSync(script, '#!/bin/sh\nprintf "a\\nb\\nc\\nd\\ne\\n"; exit 5\n');
  chmodSync(script, 0o755);
  const install = 'install it, or give its path';
  await checkRows(t, [
    ['run --target moon', 2, /there is no target moon; known are reference, nginx\[:BINARY\], /],
    ['run --target ngnix', 2, /there is no target ngnix; known are .*; did you mean nginx\?/],
    ['run --target cli:', 2, /--target cli:COMMAND needs a command, for example cli:njs/],
    ['run --target client:', 2, /--target client:COMMAND needs a command/],
    ['run --target api:ftp://x/v1', 2, /api:URL must be an http or https URL, for example/],
    ['run --target nginx --document 1', 2, /no case of document 1 applies to this target/],
    ['run --target client:x --document 2', 2, /no case of document 2 applies/],
    ['run --target client:x --only base64.**', 2, /what --only base64\.\*\* matches is not what this target is/],
    ['run --engine qjs', 2, /--engine is an option of --target nginx or cli; the target here is reference/],
    ['run --engine nsj', 2, /--engine takes njs or qjs, not nsj; did you mean njs\?/],
    ['run --allow-writes --target nginx', 2, /--allow-writes is an option of --target api; the target here is nginx/],
    ['replay base64.exist/atob/kind --bind rt=x', 2, /--bind is an option of --target nginx or cli/],
    ['compare --target nginx --runtime-version 0.8.4 --target reference', 2, /--runtime-version is an option of/],
    ['compare --allow-writes --target reference --target nginx', 2, /--allow-writes is an option of/],
    ['run --target cli:x --bind ngx=a', 2, /--bind ngx=a: it takes srv=NAME and rt=NAME, not ngx=a/],
    ['run --target cli:x --bind rt=a,rt=b', 2, /--bind rt=a,rt=b: rt is named twice/],
    ['run --target cli:x --bind srv=1a', 2, /--bind srv=1a: 1a is no identifier of JavaScript/],
    ['run --target cli:x --bind rt=class', 2, /: class is no identifier of JavaScript/],
    ['run --target cli:x --bind rt=', 2, /: an empty name is no identifier of JavaScript/],
    ['run --target cli:x --runtime-version 0.9', 2, /--runtime-version: a runtime version has the form/],
    ['run --runtime-version 0.8', 2, /--runtime-version: a runtime version has the form 0\.8\.4, not 0\.8/],
    ['run --runtime-version 9.9.9', 2, /--runtime-version: the documents know runtimes up to 0\.9\.9, not 9\.9\.9/],
    [`run --target cli:/nope ${one}`, 3, new RegExp(`there is no program /nope; ${install}`)],
    [`run --target nginx:/nope ${one}`, 3, new RegExp(`there is no program /nope; ${install}`)],
    ['run --target client:/nope --only api-client-requests.list-apps', 3, /there is no program \/nope; install it/],
    [`run --target nginx:/nope --skip-missing ${one}`, 3, /is left out: there is no program .*\n.*nothing was run/],
    [
      `run --target adapter:/nope --skip-missing ${one}`,
      3,
      /adapter:\/nope is left out: there is no program .*\n.*nothing/,
    ],
    [`run --target cli:${file} ${one}`, 3, /file cannot be run: it is a folder, or this user may not execute it/],
    [`run --target nginx:${folder} ${one}`, 3, /cannot be run: it is a folder, or this user may not execute it/],
    [`run --target client:${file} --only api-client-requests.list-apps`, 3, /file cannot be run: it is a folder/],
    [`run --target nginx:${script} ${one}`, 3, /script is no nginx: with -V it printed a/],
    [`run --target cli:${script} ${one}`, 3, /did not respond: .* ended with status 5 and printed no outcome/],
    [`run --target nginx --library-root ${folder} ${one}`, 3, /--library-root: there is no dynamic loader under/],
    [
      'bundle new --without js_acess',
      2,
      /--without js_acess: no case uses a directive of this name; did you mean .*js_access/,
    ],
    ['run --last-failed --target cli:nothing', 2, /--last-failed: no run of cli:nothing .*; run it once without/],
  ]);
  const account = { ...process.env, SRVSPEC_CLIENT_ID: 'client', SRVSPEC_API_KEY: 'key' };
  const target = ['run', '--target', 'api:https://127.0.0.1:1/v1'];
  const known = { ...account, SRVSPEC_API_KEY: 'a longer key' };
  const nobody = /127\.0\.0\.1:1 cannot be reached: no server listens there/;
  checkMessage(t, ['no server', 3, nobody], await srvspecWith(known, 'run', '--target', 'api:http://127.0.0.1:1/v1'));
  checkMessage(t, ['a short key', 2, /SRVSPEC_API_KEY is too short/], await srvspecWith(account, ...target));
});

test('files', async (t) => {
  const folder = folderFor(t);
  const [good, text, other, odd] = ['good', 'text', 'other', 'odd'].map((name) => join(folder, `${name}.json`));
  const sample = sampleOf('1.0.2', 'njs');
  writeFileSync(good ?? '', jsonReport(sample));
  writeFileSync(text ?? '', '{"a":1');
  writeFileSync(other ?? '', '{}');
  writeFileSync(odd ?? '', JSON.stringify({ ...JSON.parse(jsonReport(sample)), srvspec: '9.0.0', target: 5 }));
  const advice = 'write one with `srvspec run --report json=FILE`';
  for (const command of [`compare ${good}`, 'merge', `matrix --report html=${folder}/page.html`, 'coverage --from'])
    await checkRows(t, [
      [`${command} ${folder}/nope.json`, 2, /the report \S+nope\.json cannot be read: it does not exist/],
      [`${command} ${folder}`, 2, /the report \S+ cannot be read: it is a folder/],
      [`${command} ${text}`, 2, new RegExp(`text\\.json is not a report: it is not JSON: .*; ${advice}`)],
      [`${command} ${other}`, 2, new RegExp(`is not a report of this srvspec: / must have .*; ${advice}`)],
      [`${command} ${odd}`, 2, /is not a report of this srvspec, but of 9\.0\.0: \/target must be object; /],
    ]);
  const one = 'run --quiet --only base64.exist';
  await checkRows(t, [
    [`merge ${good}`, 2, /is the report of no shard: write one with `srvspec run --shard I\/N/],
    [`compare ${good}`, 2, /compare takes two JSON reports, or two targets: /],
    [`matrix ${good}`, 2, /matrix takes JSON reports and says where the page goes/],
    [`${one} --report json=/nope/x`, 2, /the json report cannot be written to \/nope\/x: there is no folder \/nope/],
    [`${one} --report json=${folder}`, 2, /the json report cannot be written to \S+: it is a folder/],
    ['run --deviations /nope.yaml', 2, /the deviations file \/nope\.yaml cannot be read: it does not exist/],
    [`run --deviations ${folder}`, 2, /the deviations file \S+ cannot be read: it is a folder/],
    [`run --deviations ${text}`, 2, /text\.json:\d+:\d+ .*; correct the syntax here/],
    ['types --output /nope/x', 2, /the declarations cannot be written to \/nope\/x: there is no folder \/nope/],
    ['extract --documents /nope', 2, /\/nope: the folder of documents cannot be read: it does not exist/],
    ['exec /nope.js', 2, /srvspec exec: cannot read \/nope\.js: No such file or directory/],
    [`exec ${folder}`, 2, /srvspec exec: cannot read \S+: Is a directory/],
    [`replay base64.exist/atob/kind --write ${folder}`, 2, /is not empty; --write takes a new folder/],
    [
      'api servers list --base-url http://127.0.0.1:1/v1 --client-id x --api-key-file /nope',
      2,
      /\/nope cannot be read: it does not exist/,
    ],
    [`api serve --state ${other}`, 1, /this is not a state file of this release; restore it from a copy/],
    ['api serve --credentials /nope/x', 1, /\/nope\/x: it does not exist/],
    [`api serve --credentials ${good}`, 1, /good\.json: it exists already; give a new file/],
  ]);
});

/** Configurations that are refused, without `events`, and what is printed. */
const CONFIGURATIONS: readonly (readonly [configuration: string, message: RegExp])[] = [
  ['http { server { locatoin / { } } }', /unknown directive "locatoin", did you mean "location"\? in \S+nginx\.conf:1/],
  ['http { server { listen 8123; ', /unexpected end of file, expecting "}" in \S+nginx\.conf:\d/],
  ['http { autoindex on; }', /nginx's `autoindex`, which srvspec does not have in \S+nginx\.conf:1/],
  [
    'http { server { location / { js_content main.hello; } } }',
    /no imports defined for "js_content" "main\.hello", use "js_import" directive in/,
  ],
  [
    'http { js_import main from nope.js; server { location / { js_content main.hello; } } }',
    /cannot find module "nope\.js" in \S+nginx\.conf:1/,
  ],
];

test('configurations and addresses of servers', async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'nginx.conf');
  mkdirSync(join(folder, 'logs'));
  for (const [configuration, message] of CONFIGURATIONS) {
    writeFileSync(file, `events {} ${configuration}\n`);
    checkMessage(t, [configuration, 1, message], await spawned('serve', '-t', '-c', file));
  }
  await checkRows(t, [
    ['serve', 2, /option "-c FILE" is missing: the configuration file/],
    [`serve -t -c ${folder}/nope.conf`, 1, /open\(\) "\S+nope\.conf" failed \(2: No such file or directory\)/],
  ]);
  const server = createServer().listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const taken = /127\.0\.0\.1:\d+: another program listens there; give another --port/;
  await checkRows(t, [[`api serve --port ${port}`, 1, taken]]);
});
