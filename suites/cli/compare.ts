/**
 * `srvspec compare BEFORE.json AFTER.json`, or `--target A --target B`: what changed from one report, or target, to another, and
 * whether it got worse.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { compareReports, isUnchanged } from '../../reports/comparison/compare.js';
import { type Comparison, WORSE } from '../../reports/comparison/model.js';
import { comparisonText } from '../../reports/comparison/text.js';
import { COMPARISON_WRITERS } from '../../reports/comparison/write.js';
import { readReport } from '../../reports/read.js';
import { parseReportOption, reportComplaint } from '../../reports/write.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Target } from '../executor/target.js';
import { complain, publish } from './publish.js';
import { interruptionBySignal } from './run.js';
import { wholeNumber } from './select.js';
import { TARGET_OPTIONS, targetFor } from './targets.js';

const OPTIONS = {
  ...TARGET_OPTIONS,
  target: { type: 'string', multiple: true },
  document: { type: 'string' },
  only: { type: 'string' },
  runs: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: '8' },
  partial: { type: 'boolean', default: false },
  'fail-on': { type: 'string', default: 'worse' },
  report: { type: 'string', multiple: true, default: [] as string[] },
} satisfies ParseArgsConfig['options'];

export async function compare(args: readonly string[]): Promise<number> {
  const parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });
  const { values, positionals, tokens } = parsed;
  const failsOn = failing(values['fail-on']);
  const outputs = values.report.map((text) => parseReportOption(text, COMPARISON_WRITERS));
  for (const output of outputs) complain(await reportComplaint(output));
  const [before, after, ...more] = positionals;
  let comparison: Comparison;
  if (values.target !== undefined && positionals.length === 0) {
    const [one, two, ...others] = await targetsOf(tokens);
    if (one === undefined || two === undefined || others.length > 0) throw new UsageError(USAGE);
    const { compareTargets } = await import('./two-targets.js');
    comparison = await compareTargets({
      before: one,
      after: two,
      selection: values,
      numbers: {
        runs: wholeNumber('runs', values.runs, 1),
        seed: wholeNumber('seed', values.seed, 0),
        jobs: wholeNumber('jobs', values.jobs, 1),
      },
      words: ['compare', ...args],
      interruption: interruptionBySignal(),
      tell: (what) => process.stderr.write(`comparing: ${what}\n`),
    });
  } else {
    if (before === undefined || after === undefined || more.length > 0 || values.target !== undefined)
      throw new UsageError(USAGE);
    comparison = compareReports(await readReport(before), await readReport(after), { partial: values.partial });
  }
  const written = await publish(comparison, COMPARISON_WRITERS, outputs, {
    text: async (colour) => comparisonText(comparison, { colour }),
    markdown: async (most) =>
      (await import('../../reports/comparison/markdown.js')).markdownComparison(comparison, most),
    annotations: async () =>
      (await import('../../reports/comparison/annotations.js')).annotationsComparison(comparison),
  });
  return Math.max(statusOf(comparison, failsOn), written ? EXIT.ok : EXIT.usage);
}

const USAGE =
  'compare takes two JSON reports, or two targets: `srvspec compare BEFORE.json AFTER.json`, `srvspec compare --target A --target B`';

type Token = { readonly kind: string; readonly name?: string; readonly value?: string | undefined };

/** Options of targets belong to the target that they follow; those before the first belong to each. */
async function targetsOf(tokens: readonly Token[]): Promise<readonly Target[]> {
  const all: string[] = [];
  const each: { readonly text: string; readonly args: string[] }[] = [];
  for (const { kind, name = '', value } of tokens) {
    if (kind !== 'option') continue;
    if (name === 'target') each.push({ text: value ?? '', args: [] });
    else if (name in TARGET_OPTIONS)
      (each.at(-1)?.args ?? all).push(value === undefined ? `--${name}` : `--${name}=${value}`);
  }
  return Promise.all(
    each.map(({ text, args }) =>
      targetFor(text, parseArgs({ args: [...all, ...args], options: TARGET_OPTIONS }).values),
    ),
  );
}

type FailsOn = keyof typeof FAIL_ON;

/** What `--fail-on` takes, and what fails then. */
const FAIL_ON = {
  worse: ({ totals }: Comparison) => WORSE.some((change) => totals[change] > 0),
  any: ({ groups, differential }: Comparison) =>
    groups.some(({ change }) => change !== 'undecided' && change !== 'unstable' && !isUnchanged(change)) ||
    (differential?.groups.length ?? 0) > 0,
  crash: ({ totals }: Comparison) => totals.crashes > 0,
} as const;

function failing(text: string): FailsOn {
  if (isFailsOn(text)) return text;
  throw new UsageError(`--fail-on takes ${Object.keys(FAIL_ON).join(', ')}, not ${text}`);
}

const isFailsOn = (text: string): text is FailsOn => Object.hasOwn(FAIL_ON, text);

/** A regression that was seen outranks what could not be decided; a run that cannot find differences outranks both. */
function statusOf(comparison: Comparison, failsOn: FailsOn): number {
  if (comparison.differential?.plantedFound === false) {
    process.stderr.write(
      'srvspec: the difference that is planted in every run was not found, so others may be missing, too: nothing was compared\n',
    );
    return EXIT.usage;
  }
  if (FAIL_ON[failsOn](comparison)) return EXIT.failed;
  const { undecided, unstable } = comparison.totals;
  return undecided + unstable > 0 ? EXIT.unavailable : EXIT.ok;
}
