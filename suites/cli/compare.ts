/**
 * `srvspec compare BEFORE.json AFTER.json`, or `--target A --target B`: the changes from one report, or target, to another, and whether any
 * is for the worse.
 */
import { parseArgs } from 'node:util';
import { compareReports } from '../../reports/comparison/compare.js';
import { comparisonFails, GATES, type Gate } from '../../reports/comparison/gate.js';
import type { Comparison } from '../../reports/comparison/model.js';
import type { Quirk } from '../../reports/comparison/quirks.js';
import { NotComparable } from '../../reports/comparison/runs.js';
import { comparisonText } from '../../reports/comparison/text.js';
import { PLANTED_MISSED } from '../../reports/comparison/wording.js';
import { printableLine } from '../../reports/printable.js';
import { readReport } from '../../reports/read.js';
import { comparisonWriters } from '../../reports/writers/comparison-writers.js';
import { parseReportOptions } from '../../reports/writers/write.js';
import { knownValue } from '../../spec/reading/nearest.js';
import { EXIT, UsageError, UserError } from '../../spec/reading/user-error.js';
import { recordedQuirks } from '../executor/quirks/files.js';
import type { Target } from '../executor/target.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { COMPARE } from './declared/compare.js';
import { TARGET_OPTIONS } from './declared/target.js';
import { complain, complainOf, publish } from './publishing.js';
import { interruptionBySignal, refuseFewFiles } from './run.js';
import { runNumbers } from './select.js';
import { deniedBySystem } from './system.js';
import { refuseIdle, targetFor } from './targets.js';

export async function compareCommand(args: readonly string[]): Promise<number> {
  const parsed = parsedArgs(args);
  const { values, positionals, tokens } = parsed;
  const gate = knownValue('--fail-on', values['fail-on'], GATES);
  const writers = comparisonWriters(gate);
  const outputs = parseReportOptions(values.report ?? [], writers);
  const quirks = values.quirks === undefined ? recordedQuirks() : await namedQuirks(values.quirks);
  await complainOf(outputs);
  const comparison = await (values.target === undefined
    ? ofReports(positionals, tokens, { partial: values.partial, quirks })
    : ofTargets(args, parsed, quirks).catch(refuseUnavailable));
  const written = await publish(comparison, writers, outputs, {
    text: async (display) => comparisonText(comparison, display),
    markdown: async (most) =>
      (await import('../../reports/comparison/markdown.js')).markdownComparison(comparison, most),
    annotations: async () =>
      (await import('../../reports/comparison/annotations.js')).annotationsComparison(comparison),
  });
  if (comparison.verdict === 'not-compared') complain(PLANTED_MISSED);
  return written ? comparisonStatus(comparison, gate) : EXIT.usage;
}

/** The quirks of a file that the user named; each must name existing cases or requirements. */
async function namedQuirks(file: string): Promise<readonly Quirk[]> {
  const [{ readQuirks }, { knownIds: ids }, { compiledSpec }] = await Promise.all([
    import('../executor/quirks/read.js'),
    import('../cases/generated/ids.js'),
    import('../../spec/compiled/compiled.js'),
  ]);
  return readQuirks(file, { ids, rows: new Set(compiledSpec().statuses.keys()) });
}

async function ofReports(
  [before, after, ...more]: readonly string[],
  tokens: readonly Token[],
  how: { readonly partial: boolean; readonly quirks: readonly Quirk[] },
): Promise<Comparison> {
  if (before === undefined || after === undefined || more.length > 0) throw new UsageError(USAGE);
  const ofTargets = tokens.find(({ kind, name = '' }) => kind === 'option' && !OF_REPORTS.has(name));
  // A narrowed comparison must not look like a complete one.
  if (ofTargets !== undefined)
    throw new UsageError(`--${ofTargets.name} is for targets that are run; reports are compared as they are`);
  const [{ renamed }, { knownIds }] = await Promise.all([
    import('../../spec/reading/former.js'),
    import('../cases/generated/ids.js'),
  ]);
  return compareReports(await readReport(before), await readReport(after), {
    ...how,
    renamed: (id) => renamed(id, knownIds),
  });
}

/** Options that apply to two reports. */
const OF_REPORTS: ReadonlySet<string> = new Set(['partial', 'fail-on', 'quirks', 'report']);

const parsedArgs = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: COMPARE.options, allowPositionals: true, tokens: true });

type CompareArguments = ReturnType<typeof parsedArgs>;

async function ofTargets(
  args: readonly string[],
  { values, positionals, tokens }: CompareArguments,
  quirks: readonly Quirk[],
): Promise<Comparison> {
  // Nothing exists yet that a signal would leave behind.
  const interruption = interruptionBySignal('ending, and nothing is compared');
  const [before, after, ...more] = await targetsOf(tokens);
  if (before === undefined || after === undefined || more.length > 0 || positionals.length > 0)
    throw new UsageError(USAGE);
  const numbers = runNumbers(values);
  refuseFewFiles(numbers.jobs);
  await scratchFolder();
  const { compareTargets } = await import('./two-targets.js');
  return compareTargets({
    before,
    after,
    selection: values,
    numbers,
    words: ['compare', ...args],
    partial: values.partial,
    quirks,
    interruption,
    notify: (what) => process.stderr.write(`${printableLine(`comparing: ${what}`)}\n`),
  });
}

/** The status of an undecided comparison would hide the cause. */
function refuseUnavailable(error: unknown): never {
  if (error instanceof UserError && error.exitStatus === EXIT.unavailable) throw new NotComparable(error.message);
  const denied = error instanceof UserError ? undefined : deniedBySystem(error);
  if (denied !== undefined) throw new NotComparable(`the system denies what is needed: ${denied}`);
  throw error;
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

/** A regression outranks an undecided change, and a run that cannot find differences outranks both. */
export function comparisonStatus(comparison: Comparison, gate: Gate): number {
  if (comparison.verdict === 'not-compared') return EXIT.usage;
  if (comparisonFails(comparison, gate)) return EXIT.failed;
  const { undecided, unstable } = comparison.totals;
  return undecided + unstable > 0 ? EXIT.unavailable : EXIT.ok;
}
