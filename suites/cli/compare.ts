/** `srvspec compare BEFORE.json AFTER.json`: what changed from one report to another, and whether it got worse. */
import { parseArgs } from 'node:util';
import { compareReports, isUnchanged } from '../../reports/comparison/compare.js';
import { type Comparison, WORSE } from '../../reports/comparison/model.js';
import { comparisonText } from '../../reports/comparison/text.js';
import { readReport } from '../../reports/read.js';
import { oneOf } from '../../spec/reading/nearest.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { COMPARE } from './declared/reading.js';
import { displayOf } from './display.js';

export async function compare(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: COMPARE.options, allowPositionals: true });
  const failsOn = oneOf('--fail-on', values['fail-on'], COMPARE.options['fail-on'].values);
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError('compare takes two JSON reports: srvspec compare BEFORE.json AFTER.json');
  const comparison = compareReports(await readReport(before), await readReport(after), { partial: values.partial });
  process.stdout.write(comparisonText(comparison, displayOf(process.stdout)));
  return statusOf(comparison, failsOn);
}

type FailsOn = (typeof COMPARE.options)['fail-on']['values'][number];

/** What `--fail-on` takes, and what fails then. */
const FAIL_ON: { readonly [what in FailsOn]: (comparison: Comparison) => boolean } = {
  worse: ({ totals }) => WORSE.some((change) => totals[change] > 0),
  any: ({ groups }) =>
    groups.some(({ change }) => change !== 'undecided' && change !== 'unstable' && !isUnchanged(change)),
  crash: ({ totals }) => totals.crashes > 0,
};

/** A regression that was seen outranks what could not be decided. */
function statusOf(comparison: Comparison, failsOn: FailsOn): number {
  if (FAIL_ON[failsOn](comparison)) return EXIT.failed;
  const { undecided, unstable } = comparison.totals;
  return undecided + unstable > 0 ? EXIT.unavailable : EXIT.ok;
}
