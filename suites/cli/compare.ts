/**
 * `srvspec compare BEFORE.json AFTER.json`, or `--target A --target B`: what changed from one report, or target, to another, and
 * whether it got worse.
 */
import { parseArgs } from 'node:util';
import { compareReports, isUnchanged } from '../../reports/comparison/compare.js';
import { type Comparison, WORSE } from '../../reports/comparison/model.js';
import { comparisonText } from '../../reports/comparison/text.js';
import { COMPARISON_WRITERS } from '../../reports/comparison/write.js';
import { readReport } from '../../reports/read.js';
import { parseReportOptions } from '../../reports/write.js';
import { oneOf } from '../../spec/reading/nearest.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Target } from '../executor/target.js';
import { COMPARE } from './declared/compare.js';
import { TARGET_OPTIONS } from './declared/target.js';
import { complainOf, publish } from './publishing.js';
import { interruptionBySignal } from './run.js';
import { wholeNumber } from './select.js';
import { refuseIdle, targetFor } from './targets.js';

export async function compare(args: readonly string[]): Promise<number> {
  const parsed = parseArgs({ args: [...args], options: COMPARE.options, allowPositionals: true, tokens: true });
  const { values, positionals, tokens } = parsed;
  const failsOn = oneOf('--fail-on', values['fail-on'], COMPARE.options['fail-on'].values);
  const outputs = parseReportOptions(values.report ?? [], COMPARISON_WRITERS);
  await complainOf(outputs);
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
    text: async (display) => comparisonText(comparison, display),
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
  const valuesOf = (args: readonly string[]) => parseArgs({ args: [...args], options: TARGET_OPTIONS }).values;
  refuseIdle(
    each.map(({ text }) => text),
    valuesOf(all),
  );
  for (const { text, args } of each) refuseIdle([text], valuesOf(args));
  return Promise.all(each.map(({ text, args }) => targetFor(text, valuesOf([...all, ...args]))));
}

type FailsOn = (typeof COMPARE.options)['fail-on']['values'][number];

/** What `--fail-on` takes, and what fails then. */
const FAIL_ON: { readonly [what in FailsOn]: (comparison: Comparison) => boolean } = {
  worse: ({ totals }) => WORSE.some((change) => totals[change] > 0),
  any: ({ groups, differential }) =>
    groups.some(({ change }) => change !== 'undecided' && change !== 'unstable' && !isUnchanged(change)) ||
    (differential?.groups.length ?? 0) > 0,
  crash: ({ totals }) => totals.crashes > 0,
};

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
