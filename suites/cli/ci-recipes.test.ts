/** Runs the recipes for CI systems of the reports page and of the action as those systems would, with this checkout as the package. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import test, { type Test } from 'tape';
import { parse } from 'yaml';
import { isTaken } from '../../generators/build/testing/share.js';
import type { RunReport } from '../../reports/model.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { PACKAGE_VERSION } from '../executor/package-version.js';
import { ended, folderFor, MAIN, OUTSIDE_CI, type ProgramResult } from './testing/program.js';

/** A folder to work in, and a replacement of `npx` that runs this checkout on few cases instead of an installed package. */
function workplace(t: Test): { readonly folder: string; readonly env: NodeJS.ProcessEnv } {
  const folder = folderFor(t);
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  const npx = join(programs, 'npx');
  writeFileSync(
    npx,
    `#!/bin/sh
[ "$1 $2" = '--yes srvspec@${PACKAGE_VERSION}' ] || { echo "npx $*: not the package of this version" >&2; exit 64; }
shift 2
case $1 in run) set -- "$@" --only "$ONLY" ;; esac
exec '${process.execPath}' '${MAIN}' "$@"
`,
  );
  chmodSync(npx, 0o755);
  const PATH = `${programs}${delimiter}${process.env.PATH ?? ''}`;
  return { folder, env: { ...OUTSIDE_CI, PATH, ONLY: 'base64.exist' } };
}

const bash = (script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<ProgramResult> =>
  ended(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env });

const reportIn = (file: string): RunReport => JSON.parse(readFileSync(file, 'utf8'));

interface GitLabJob {
  readonly parallel?: number;
  readonly variables?: { readonly [name: string]: string };
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports?: { readonly junit: string } };
}

/** The YAML on the reports page that contains the text. */
function snippet<Content>(having: string): Content {
  const page = readFileSync(join(PACKAGE_ROOT, 'reports/README.md'), 'utf8');
  const found = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].find(([, text = '']) => text.includes(having));
  if (found === undefined) throw new Error(`the page on reports has no YAML with ${having}`);
  return parse(found[1] ?? '');
}

test('GitLab: the jobs of the page make one report of their shards', {
  skip: !isTaken('jobs of GitLab'),
}, async (t) => {
  const { folder, env } = workplace(t);
  const jobs = snippet<{ readonly conformance: GitLabJob; readonly 'conformance-report': GitLabJob }>('parallel: ');
  const { conformance, 'conformance-report': merging } = jobs;
  const count = conformance.parallel ?? 0;
  t.ok(count > 1);
  for (let index = 1; index <= count; index++) {
    const variables = {
      ...conformance.variables,
      TARGET: 'reference',
      CI_NODE_INDEX: `${index}`,
      CI_NODE_TOTAL: `${count}`,
    };
    const { status, stderr } = await bash(conformance.script.join('\n'), folder, { ...env, ...variables });
    t.deepEqual([status, stderr], [0, '']);
  }
  t.deepEqual(conformance.artifacts.paths, ['shard-*.json']);
  t.deepEqual(
    readdirSync(folder).filter((name) => name !== 'bin'),
    Array.from({ length: count }, (_, i) => `shard-${i + 1}.json`),
  );
  const merged = await bash(merging.script.join('\n'), folder, env);
  t.deepEqual([merged.status, merged.stderr], [0, '']);
  t.match(merged.stdout, /\n✓ No violation in 6 observed cases\n/);
  for (const path of [...merging.artifacts.paths, merging.artifacts.reports?.junit ?? ''])
    t.ok(existsSync(join(folder, path)), path);
});

interface Action {
  readonly inputs: { readonly [name: string]: { readonly default: string | number } };
  readonly outputs: { readonly [name: string]: { readonly value: string } };
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly id?: string;
      readonly if?: string;
      readonly shell: string;
      readonly env: { readonly [name: string]: string };
      readonly run: string;
    }[];
  };
}

const action: Action = parse(readFileSync(join(PACKAGE_ROOT, '.github/actions/srvspec/action.yml'), 'utf8'));

/** Runs the action with these inputs: all steps, as GitHub would run them, until one fails. */
async function perform(given: { readonly [name: string]: string }, folder: string, env: NodeJS.ProcessEnv) {
  const inputs = new Map(Object.entries(action.inputs).map(([name, { default: text }]) => [name, `${text}`]));
  for (const [name, text] of Object.entries(given)) {
    if (!inputs.has(name)) throw new Error(`the action has no input ${name}`);
    inputs.set(name, text);
  }
  const inputOf = (expression: string): string => {
    const value = inputs.get(/^inputs\.([\w-]+)$/.exec(expression)?.[1] ?? '');
    if (value === undefined) throw new Error(`there is no value of ${expression}`);
    return value;
  };
  const wanted = (condition: string | undefined): boolean => {
    if (condition === undefined) return true;
    const [, name = ''] = /^(inputs\.[\w-]+) != ''$/.exec(condition) ?? [];
    return inputOf(name) !== '';
  };
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary.md')];
  const github = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  let stderr = '';
  let status = 0;
  for (const step of action.runs.steps.filter((one) => wanted(one.if))) {
    const variables = Object.fromEntries(
      Object.entries(step.env).map(([name, text]) => [
        name,
        text.replace(/^\$\{\{ (.*) \}\}$/, (_, of) => inputOf(of)),
      ]),
    );
    const ended = await bash(step.run, folder, { ...env, ...github, ...variables });
    stderr += ended.stderr;
    status = ended.status;
    if (status !== 0) break;
  }
  return { status, stderr, output: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

test('the action: its scripts contain no input, and its version is that of the package', (t) => {
  t.equal(action.runs.using, 'composite');
  for (const { run, shell } of action.runs.steps) {
    t.equal(shell, 'bash');
    t.notOk(run.includes('${{'), 'an input could be a command');
  }
  t.equal(action.inputs.version?.default, PACKAGE_VERSION);
  const [{ with: inputs }] = snippet<[{ readonly with: { readonly [name: string]: string } }]>('uses: ');
  for (const name of Object.keys(inputs)) t.ok(name in action.inputs, name);
  t.end();
});

test('the action: a run with its reports, its output and its summary', async (t) => {
  const { folder, env } = workplace(t);
  // Words that a shell would split, and an empty line.
  const inputs = {
    arguments: '--target\nreference\n\n--seed\n7\n--report\ntap=of  all *.tap\n',
    shard: '1/2',
    reports: 'the reports/$(x)',
  };
  const { status, stderr, output, summary } = await perform(inputs, folder, env);
  t.equal(status, 0, stderr);
  t.equal(output, 'report=the reports/$(x)/report.json\n');
  t.match(action.outputs.report?.value ?? '', / steps\.run\.outputs\.report /);
  t.ok(action.runs.steps.some(({ id }) => id === 'run'));
  t.deepEqual(readdirSync(join(folder, 'the reports/$(x)')).sort(), ['junit.xml', 'report.html', 'report.json']);
  t.ok(existsSync(join(folder, 'of  all *.tap')));
  const { seed, selected, totals } = reportIn(join(folder, 'the reports/$(x)/report.json'));
  t.deepEqual([seed, selected.shard], [7, '1/2']);
  t.match(summary, /^# reference: No violation in /);
  t.equal(
    stderr,
    `::notice title=srvspec on reference::No violation in ${totals.conforms} observed case${totals.conforms === 1 ? '' : 's'}\n`,
  );
});

test('the action: violations fail it; with a baseline only changes for the worse do', {
  skip: !isTaken('violations in an action'),
}, async (t) => {
  const { folder, env } = workplace(t);
  const few = { ...env, ONLY: 'api-client-requests.list-apps' };
  const inputs = { arguments: '--target\nclient:false\n' };
  const plain = await perform(inputs, folder, few);
  t.equal(plain.status, 1);
  t.match(plain.stderr, /^::error title=api-client-requests\.list-apps is violated::/);

  const baseline = join(folder, 'baseline.json');
  const report = reportIn(join(folder, 'srvspec-reports/report.json'));
  writeFileSync(baseline, JSON.stringify(report));
  const same = await perform({ ...inputs, baseline }, folder, few);
  t.equal(same.status, 0, same.stderr);
  t.match(same.stderr, /^::notice title=srvspec compare::NOT WORSE: /);
  for (const name of ['comparison.json', 'comparison.md', 'comparison.xml'])
    t.ok(existsSync(join(folder, 'srvspec-reports', name)), name);

  const requirements = report.requirements.map((one) => ({
    ...one,
    cases: one.cases.map(({ failure: _, ...of }) => ({ ...of, verdict: 'conforms' })),
  }));
  writeFileSync(baseline, JSON.stringify({ ...report, requirements }));
  const worse = await perform({ ...inputs, baseline }, folder, few);
  t.equal(worse.status, 1);
  t.match(worse.stderr, /^::error title=.* regressed::/);
  t.match(worse.summary, /\n# WORSE: \d+ regressed/);
  t.equal((await perform({ ...inputs, baseline, 'fail-on': 'crash' }, folder, few)).status, 0, 'nothing crashes');

  writeFileSync(baseline, 'nothing');
  t.equal((await perform({ ...inputs, baseline }, folder, few)).status, 2, 'an impossible comparison is no success');
  const unknown = await perform({ ...inputs, arguments: '--target\nmoon', baseline }, folder, few);
  t.equal(unknown.status, 2, 'nor is a run that did not happen');
});
