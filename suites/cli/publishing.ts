/** Where the reports of a run go, and what a person is told at its end. */
import type { RunReport } from '../../reports/model.js';
import { printableLine } from '../../reports/printable.js';
import { observedCount } from '../../reports/totals.js';
import { unobservedReasons } from '../../reports/wording.js';
import { type ReportOption, WRITERS } from '../../reports/write.js';
import { publish } from './publish.js';

/** With several targets, each has files of its own: `x.json` becomes `x.nginx.json`. */
export function placed({ format, path }: ReportOption, target: string, several: boolean): ReportOption {
  if (path === '-' || !several) return { format, path };
  const name = target.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return { format, path: path.replace(/(\.[^./]*)?$/, `.${name}$1`) };
}

/** @param quiet tells what came of it, and no more */
export const publishReport = (report: RunReport, outputs: readonly ReportOption[], quiet: boolean): Promise<boolean> =>
  publish(
    report,
    WRITERS,
    outputs,
    {
      text: async (display) =>
        (await import('../../reports/terminal.js')).terminalReport(report, { ...display, brief: quiet }),
      markdown: async (most) => (await import('../../reports/markdown.js')).markdownReport(report, most),
      annotations: async () => (await import('../../reports/annotations.js')).annotationsReport(report),
    },
    quiet,
  );

/** Says what would have to be there for something to be observed. */
export function tellIfNothing({ target, totals, ...report }: RunReport): void {
  if (observedCount(totals) > 0) return;
  const reasons = unobservedReasons({ totals, requirements: report.requirements }).map(printableLine);
  process.stderr.write(`${target.name}: nothing was observed; ${reasons.join('; ')}\n`);
}
