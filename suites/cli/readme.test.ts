/** What README shows of the suite is compared with the suite. */
import test from 'tape';
import { pageText } from './testing/page-commands.js';
import { srvspec } from './testing/program.js';

const numberIn = (text: string | undefined): number => Number(text?.replaceAll(',', ''));

/** Whether a number of a page is that of today, except for a few cases that were added since. */
const isAbout = (shown: number, today: number): boolean => Math.abs(shown - today) <= today / 50;

const printedBy = async (...words: readonly string[]): Promise<string> => (await srvspec(...words)).stdout;

const countOfCases = async (...words: readonly string[]): Promise<number> =>
  (await printedBy('list', ...words)).match(/^ {2}/gm)?.length ?? 0;

test('README shows the suite of today', async (t) => {
  const page = pageText('README.md');
  const shown = (pattern: RegExp): number => numberIn(pattern.exec(page)?.[1]);
  t.ok(isAbout(shown(/about\s+([\d,]+)\s+cases/), await countOfCases()), 'cases');
  const [observed, others] = [shown(/No violation in ([\d,]+) observed/), shown(/ ([\d,]+) not applicable/)];
  t.ok(isAbout(observed + others, await countOfCases('--depth', 'standard')), 'cases at standard depth');
  t.equal(observed, shown(/✓ ([\d,]+) conforms/) + shown(/○ +([\d,]+) recorded/), 'observed cases');
  const { sections }: Coverage = JSON.parse(await printedBy('coverage', '--json'));
  for (const document of [1, 2, 3]) {
    const counts = sections.filter((one) => one.document === document);
    const sum = (of: 'rows' | 'covered' | 'excluded'): number => counts.reduce((all, one) => all + one[of], 0);
    const row = ` | ${sum('rows')} | ${sum('covered')} | ${sum('excluded')} |\n`;
    t.ok(
      new RegExp(`^\\| ${document} [^|]*${row.replaceAll('|', '\\|')}`, 'm').test(page),
      `document ${document}:${row}`,
    );
  }
});

interface Coverage {
  readonly sections: readonly {
    readonly document: number;
    readonly rows: number;
    readonly covered: number;
    readonly excluded: number;
  }[];
}

test('README shows a violation of a case of today', async (t) => {
  const [, block = ''] = /\n( {4}✗ [\s\S]*?)\n\n(?! {4})/.exec(pageText('README.md')) ?? [];
  const [id = '', row = '', says = ''] = /✗ (\S+) {2}([^,]+), …\n +(.*)\n/.exec(block)?.slice(1) ?? [];
  const [label, input, expected] = ['case', 'input', 'expected'].map(
    (name) => new RegExp(`${name} +(.*)`).exec(block)?.[1],
  );
  const explained = await printedBy('explain', label?.split(' ')[0] ?? '');
  for (const text of [`\n${id}\n  ${says}\n`, `row ${row} `, `one input: ${input}\n`, `expected: ${expected}\n`])
    t.ok(explained.includes(text), text);
});
