/** `--require-observed`: how many cases must be observed, at the least, of those that apply to the target. */
import type { RunReport } from '../../reports/model.js';
import { printableLine } from '../../reports/printable.js';
import { observedCount } from '../../reports/totals.js';
import { caseCount, counted, numeral, unobservedReasons } from '../../reports/wording.js';
import { UsageError } from '../../spec/reading/user-error.js';

export interface Required {
  readonly number: number;
  readonly isPercentage: boolean;
}

/** @throws UsageError */
export function parseRequired(text: string): Required {
  const [, digits = '', percent = ''] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (number >= 1 && (percent === '' || number <= 100)) return { number, isPercentage: percent !== '' };
  throw new UsageError(`--require-observed takes a number of cases, or a percentage such as 90%, not ${text}`);
}

/** Why a run does not do; `undefined` when enough was observed. Cases that do not apply are not missed. */
export function shortfall(
  { totals, requirements }: Pick<RunReport, 'totals' | 'requirements'>,
  { number, isPercentage }: Required,
): string | undefined {
  const applying = caseCount(totals) - totals.notApplicable;
  const observed = observedCount(totals);
  const least = isPercentage ? Math.ceil((applying * number) / 100) : number;
  if (observed >= Math.max(1, least)) return undefined;
  const reasons = unobservedReasons({ totals, requirements }).map((reason) => `; ${reason}`);
  return `${numeral(observed)} of ${counted(applying, 'case')} that apply were observed, ${numeral(least)} must be${reasons.join('')}`;
}

/** Says what would have to be there for enough to be observed; whether anything has to. */
export function tellShortfall(report: RunReport, required: Required): boolean {
  const { target, totals, requirements } = report;
  const short =
    observedCount(totals) === 0
      ? ['nothing was observed', ...unobservedReasons({ totals, requirements })].join('; ')
      : shortfall(report, required);
  if (short !== undefined) process.stderr.write(`${printableLine(`${target.name}: ${short}`)}\n`);
  return short !== undefined;
}
