/** `--report html=FILE` of commands that write pages. */
import { parseReportOption } from '../../reports/write.js';
import { UsageError } from '../../spec/reading/user-error.js';

/**
 * The file, or `-` for standard output.
 * @throws UsageError for another format
 */
export function htmlFile(text: string): string {
  const { format, path } = parseReportOption(text);
  if (format !== 'html') throw new UsageError(`--report takes html=FILE here, not ${format}`);
  return path;
}
