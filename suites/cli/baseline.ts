/** `srvspec baseline --from REPORT.json`: writes the violations of a run as a deviations file, in which a person fills in the reasons. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import type { CaseReport, RequirementReport, RunReport } from '../../reports/model.js';
import { readReport } from '../../reports/read.js';
import { counted } from '../../reports/wording.js';
import { writeText } from '../../reports/writers/write.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { TO_EXAMINE } from '../executor/deviations/deviations.js';
import { BASELINE } from './declared/tools.js';

/** One entry of the file. Its cases belong to one requirement and fail alike. */
interface Entry {
  readonly of: readonly string[];
  readonly reason: 'wrong' | 'crash' | 'hang';
  readonly observed: string;
  readonly why: string;
  readonly fault: 'host';
}

/** The most characters of an observation that an entry quotes. */
const MOST_OBSERVED = 400;

/**
 * Writes the deviations file to `--output`, or by default to standard output.
 *
 * @returns the exit status: 0, even if crashes and hangs were left out, which standard error lists
 * @throws UsageError without a readable report, or if the file exists, since its reasons would be lost
 */
export async function baseline(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: BASELINE.options });
  if (values.from === undefined)
    throw new UsageError('baseline takes the JSON report of a run: srvspec baseline --from REPORT.json');
  if (existsSync(values.output))
    throw new UsageError(`${values.output} exists, and may hold reasons; name another file with --output`);
  const report = await readReport(values.from);
  const entries = report.requirements.flatMap(entriesOf);
  const isAccepted = ({ reason }: Entry): boolean => reason === 'wrong' || values['accept-crashes'] === true;
  await writeText(fileText(report, entries.filter(isAccepted)), values.output, 'the deviations');
  const left = entries.filter((entry) => !isAccepted(entry));
  if (left.length > 0) process.stderr.write(leftOutText(left));
  return EXIT.ok;
}

/** The failing cases of a requirement, by how and why they fail. Known ones keep their reason. */
function entriesOf(requirement: RequirementReport): readonly Entry[] {
  const failing = requirement.cases.filter(({ verdict }) => verdict === 'violates' || verdict === 'deviates');
  const groups = new Map<string, CaseReport[]>();
  for (const one of failing) {
    const key = JSON.stringify([reasonOf(one), whyOf(one)]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((cases) => entryOf(requirement, cases));
}

function entryOf({ id, cases: all }: RequirementReport, cases: readonly CaseReport[]): Entry {
  const judged = all.filter(({ verdict }) => verdict !== 'not-applicable');
  const [first] = [...cases].sort((a, b) => textOf(a).length - textOf(b).length);
  if (first === undefined) throw new Error(`a group of ${id} has no case`);
  return {
    of: cases.length === judged.length ? [id] : cases.map((one) => one.id),
    reason: reasonOf(first),
    observed: shortened(textOf(first)),
    why: whyOf(first),
    fault: 'host',
  };
}

const reasonOf = ({ failure = 'wrong' }: CaseReport): Entry['reason'] => failure;

const whyOf = ({ verdict, reason }: CaseReport): string => (verdict === 'deviates' ? reason : TO_EXAMINE);

/** The input, the expectation and the observation. */
const textOf = ({ counterexample, expected, observed, reason }: CaseReport): string =>
  [
    ...(counterexample === undefined ? [] : [`With ${counterexample}:`]),
    observed ?? reason,
    ...(expected === undefined ? [] : [`instead of ${expected}`]),
  ].join(' ');

const shortened = (text: string): string => (text.length > MOST_OBSERVED ? `${text.slice(0, MOST_OBSERVED)}…` : text);

const fileText = ({ target, seed }: RunReport, entries: readonly Entry[]): string =>
  [
    `# Known violations of ${target.host ?? target.name}, runtime ${target.runtimeVersion}, engine ${target.engine}; seed ${seed}.`,
    `# Replace each "${TO_EXAMINE}" by the cause, or by why you accept it.`,
    stringify({ deviations: entries }, { lineWidth: 140 }),
  ].join('\n');

const leftOutText = (left: readonly Entry[]): string =>
  [
    `${counted(left.length, 'group')} of crashes or hangs left out; --accept-crashes takes them:`,
    ...left.map(({ of, reason }) => `  ${reason}  ${of.join(' ')}`),
    '',
  ].join('\n');
