import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { isTaken } from '../../../generators/build/testing/share.js';
import {
  configurationCases,
  configurationKey,
  type HostAnswer,
  recordedAnswers,
  writeCorpusFiles,
} from '../support/configurations/corpus.js';

const root = process.cwd();

/** In a process of its own, since scripts are linked with a flag of Node. */
function ourAnswers(folder: string): readonly HostAnswer[] {
  const program = fileURLToPath(new URL('configurations-main.js', import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, ['--experimental-vm-modules', program, folder], { encoding: 'utf8' }),
  );
}

/** Cases that are given to the program itself. */
const forProgram: ReadonlySet<string> = new Set([
  ...['words\t"return 200 plain;"', 'words\t"return 200 \'a\'b;"', 'words\t"return 200 \\"a\\"b;"', 'words\t"} }"'],
  ...[
    'directives\t"set $x;"',
    'directives\t"events { }"',
    'include\t"include none.conf;"',
    'main\t"events { } daemon no;"',
  ],
  ...['upstreams\t"upstream u {\\n}\\n"', 'http\t"proxy_buffering x;"', 'flow\t"error_page 404 /x;"'],
  ...['access\t"allow 10.0.0.0/33;"', 'logging\t"access_log a.log combined gzip=10;"'],
]);

/** A complaint without our hint, the places that only ours names, and the words of libraries. */
function essence(answer: HostAnswer | undefined): string | undefined {
  return answer?.says?.replace(/, did you mean .*$| in [\w/.]+:\d+$| at ".*"$|(?<=^cannot load [^"]*"[^"]*"):.*$/, '');
}

test('small configurations: the answers of the reference are those of a real host', {
  skip: !isTaken('configurations of the reference'),
}, (t) => {
  const folder = folderFor(t);
  writeCorpusFiles(root, folder);
  const recorded = recordedAnswers(root);
  const wrong: string[] = [];
  const cases = configurationCases(root);
  const answers = ourAnswers(folder);
  for (const [at, one] of cases.entries()) {
    const [theirs, ours] = [recorded.get(configurationKey(one)), answers[at] ?? { accepted: false }];
    const wanted = one.ours === undefined ? theirs?.accepted : one.ours === 'accepted';
    // If a real host names no line, ours may name one.
    const isLine = one.ours !== undefined || theirs?.line === undefined || theirs.line === ours.line;
    const isDifferent = one.ours === undefined || theirs?.accepted !== wanted;
    const isStated = one.ours !== undefined || (essence(theirs) === essence(ours)) !== (one.says !== undefined);
    if (theirs === undefined || ours.accepted !== wanted || !isLine || !isDifferent || !isStated)
      wrong.push(`${configurationKey(one)}\n    real: ${JSON.stringify(theirs)}\n    ours: ${JSON.stringify(ours)}`);
  }
  t.ok(cases.length >= 150, `${cases.length} cases`);
  t.equal(wrong.length, 0, wrong.join('\n') || 'all agree');
  t.end();
});

test('small configurations: the program reports them like a real host', {
  skip: !isTaken('configurations of the program'),
}, (t) => {
  const folder = folderFor(t);
  writeCorpusFiles(root, folder);
  const recorded = recordedAnswers(root);
  const program = fileURLToPath(new URL('../../../reference/programs/nginx-main.js', import.meta.url));
  const path = join(folder, 'host.conf');
  const cases = configurationCases(root).filter((one) => forProgram.has(configurationKey(one)));
  t.equal(cases.length, forProgram.size);
  for (const one of cases) {
    writeFileSync(path, one.file);
    const words = ['-t', '-p', folder, '-c', 'host.conf', '-e', 'early.log'];
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
    const { accepted, line = 0, says = '' } = recorded.get(configurationKey(one)) ?? { accepted: false };
    const fine = `nginx: the configuration file ${path} syntax is ok\nnginx: configuration file ${path} test is successful\n`;
    const wrong = `nginx: [emerg] ${says} in ${path}:${line + 1}\nnginx: configuration file ${path} test failed\n`;
    t.deepEqual(
      [status, stderr.replaceAll(`"${folder}/`, '"')],
      accepted ? [0, fine] : [1, wrong],
      configurationKey(one),
    );
  }
  t.end();
});
