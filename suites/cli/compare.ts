/** `srvspec compare BEFORE.json AFTER.json`: what changed from one report to another, and whether it got worse. */
import { parseArgs } from 'node:util';
import { compareReports, isUnchanged } from '../../reports/comparison/compare.js';
import { type Comparison, WORSE } from '../../reports/comparison/model.js';
import { comparisonText } from '../../reports/comparison/text.js';
import { readReport } from '../../reports/read.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';

const OPTIONS = {
  partial: { type: 'boolean', default: false },
  'fail-on': { type: 'string', default: 'worse' },
} as const;

export async function compare(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const failsOn = failing(values['fail-on']);
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError('compare takes two JSON reports: srvspec compare BEFORE.json AFTER.json');
  const comparison = compareReports(await readReport(before), await readReport(after), { partial: values.partial });
  process.stdout.write(comparisonText(comparison, { colour: process.stdout.isTTY === true }));
  return statusOf(comparison, failsOn);
}

type FailsOn = keyof typeof FAIL_ON;

/** What `--fail-on` takes, and what fails then. */
const FAIL_ON = {
  worse: ({ totals }: Comparison) => WORSE.some((change) => totals[change] > 0),
  any: ({ groups }: Comparison) =>
    groups.some(({ change }) => change !== 'undecided' && change !== 'unstable' && !isUnchanged(change)),
  crash: ({ totals }: Comparison) => totals.crashes > 0,
} as const;

function failing(text: string): FailsOn {
  if (isFailsOn(text)) return text;
  throw new UsageError(`--fail-on takes ${Object.keys(FAIL_ON).join(', ')}, not ${text}`);
}

const isFailsOn = (text: string): text is FailsOn => Object.hasOwn(FAIL_ON, text);

/** A regression that was seen outranks what could not be decided. */
function statusOf(comparison: Comparison, failsOn: FailsOn): number {
  if (FAIL_ON[failsOn](comparison)) return EXIT.failed;
  const { undecided, unstable } = comparison.totals;
  return undecided + unstable > 0 ? EXIT.unavailable : EXIT.ok;
}
