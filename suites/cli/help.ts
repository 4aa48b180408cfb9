/** `srvspec help [COMMAND]`: the list of commands, or one command with its options and their defaults. */
import { brokenLines } from '../../reports/lines.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { dashed } from './arguments.js';
import type { Command, Option } from './declared/command.js';
import { displayOf } from './display.js';
import { commandAt, type NamedCommand, unknownCommand } from './finding.js';

/** The most columns before an explanation. */
const WIDEST = 34;
/** The least columns of an explanation. If there are fewer, it goes below what it explains. */
const LEAST = 24;
/** The indentation of an explanation below. */
const BELOW = 6;

export async function helpCommand(args: readonly string[], all: readonly NamedCommand[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const { columns } = displayOf(process.stdout);
  process.stdout.write(words.length === 0 ? await overview(all, columns) : await helpOf(all, words, columns));
  return EXIT.ok;
}

/** A line for each command. */
export async function overview(all: readonly NamedCommand[], columns?: number): Promise<string> {
  const lines: (readonly [string, string])[] = [];
  for (const { name, declared } of all) lines.push([name, (await declared()).summary]);
  return [
    'srvspec: conformance suite and reference for an embedded scripting runtime',
    '',
    ...table(lines, columns),
    '',
    '`srvspec help COMMAND` shows the options of a command; `srvspec --version` prints the version.',
    '',
  ].join('\n');
}

/** @throws UsageError for words that are no command */
export async function helpOf(
  all: readonly NamedCommand[],
  words: readonly string[],
  columns?: number,
): Promise<string> {
  const found = commandAt(all, words);
  if (found === undefined) throw unknownCommand(all, words[0] ?? '');
  const { name, declared } = found;
  const further = all.filter((one) => one.name.startsWith(`${name} `)).map((one) => one.name);
  return commandHelp(name, await declared(), further, columns);
}

/** The purpose of a command, and each option with its default; `further` are commands whose names begin with its own. */
function commandHelp(name: string, command: Command, further: readonly string[], columns: number | undefined): string {
  const { summary, operands, options, notes = [], ownHelp } = command;
  if (ownHelp !== undefined)
    return `${ownHelp}\nfurther: ${further.join(', ')}; \`srvspec help ${name} …\` shows their options\n`;
  const names = Object.keys(options);
  const usage = ['usage: srvspec', name, ...(names.length === 0 ? [] : ['[OPTION]…']), operands?.shown]
    .join(' ')
    .trim();
  const rows = names.map((one) => [optionText(one, options[one]), explanation(options[one])] as const);
  return [
    ...brokenLines(usage, 'words', columns),
    ...brokenLines(summary, 'words', columns, 2).map((line) => `  ${line}`),
    ...(rows.length === 0 ? [] : ['', 'options', ...table(rows, columns)]),
    ...notes.flatMap((note, at) => [...(at === 0 ? [''] : []), ...brokenLines(note, 'words', columns)]),
    '',
  ].join('\n');
}

const optionText = (name: string, option: Option | undefined): string =>
  [dashed(name), ...(option?.type === 'string' ? [option.value ?? 'VALUE'] : [])].join(' ');

/** `inputs that are drawn for a property (default: 20)` */
function explanation(option: Option | undefined): string {
  if (option === undefined) return '';
  const { help: said, of, default: value, otherwise, values = [], multiple = false } = option;
  const text = of === undefined ? said : `${of.join(' and ')}: ${said}`;
  const shown = typeof value === 'string' ? value : otherwise;
  const more = [
    ...(values.length === 0 ? [] : [values.join(', ')]),
    ...(multiple ? ['may be repeated'] : []),
    ...(shown === undefined ? [] : [`default: ${shown}`]),
  ];
  return more.length === 0 ? text : `${text} (${more.join('; ')})`;
}

/** Two columns. Text that is too wide for the first has a line of its own. On a narrow terminal the second is below the first. */
function table(rows: readonly (readonly [string, string])[], columns: number | undefined): readonly string[] {
  const width = Math.min(WIDEST, Math.max(...rows.map(([left]) => left.length)));
  if (columns !== undefined && columns < width + 4 + LEAST)
    return rows.flatMap(([left, right]) => [
      ...brokenLines(left, 'words', columns, 2).map((line) => `  ${line}`),
      ...brokenLines(right, 'words', columns, BELOW).map((line) => `${' '.repeat(BELOW)}${line}`),
    ]);
  return rows.flatMap(([left, right]) => {
    const lines = brokenLines(right, 'words', columns, width + 4);
    const [first = '', ...more] = left.length > width ? ['', ...lines] : lines;
    return [`  ${left.padEnd(width)}  ${first}`.trimEnd(), ...more.map((line) => `${' '.repeat(width + 4)}${line}`)];
  });
}
