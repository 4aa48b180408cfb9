/** `srvspec help [COMMAND] [--all]`: the list of commands, or one with its options and their defaults. */
import { brokenLines } from '../../reports/lines.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { dashed } from './arguments.js';
import type { Command, Option } from './declared/command.js';
import { displayOf } from './display.js';
import { commandAt, type NamedCommand, unknownCommand } from './finding.js';

/** The least columns of an explanation. If there are fewer, it goes below what it explains. */
const LEAST = 24;
/** The indentation of an explanation below. */
const BELOW = 6;
/** Help of one command without `--all` fits on such a screen, with a line left for the prompt. */
export const SCREEN = { lines: 24, columns: 80 } as const;

export async function helpCommand(args: readonly string[], all: readonly NamedCommand[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const isWhole = args.includes('--all');
  const { columns } = displayOf(process.stdout);
  process.stdout.write(await textFor(words, all, isWhole, columns));
  return EXIT.ok;
}

async function textFor(
  words: readonly string[],
  all: readonly NamedCommand[],
  isWhole: boolean,
  columns: number | undefined,
): Promise<string> {
  if (words.length > 0) return isWhole ? wholeHelpOf(all, words, columns) : helpOf(all, words, columns);
  if (!isWhole) return overview(all, columns);
  return (await Promise.all(all.map(({ name }) => wholeHelpOf(all, name.split(' '), columns)))).join('\n');
}

/** A line for each command. */
export async function overview(all: readonly NamedCommand[], columns?: number): Promise<string> {
  const lines: (readonly [string, string])[] = [];
  for (const { name, declared } of all) lines.push([name, (await declared()).summary]);
  return [
    'srvspec: conformance suite and reference for an embedded scripting runtime',
    'example: srvspec run --target nginx; `srvspec help COMMAND` shows the options',
    ...table(lines, columns),
    '',
  ].join('\n');
}

/**
 * All that is declared of a command if it fits on a screen, otherwise examples and the first options, without their defaults.
 * @throws UsageError for words that are no command
 */
export async function helpOf(
  all: readonly NamedCommand[],
  words: readonly string[],
  columns: number = SCREEN.columns,
): Promise<string> {
  const found = await commandFor(all, words);
  if (fits(linesOf(found, SCREEN.columns))) return text(linesOf(found, columns));
  const { options } = found.command;
  const first = (count: number, width: number) => firstLinesOf(found, Object.keys(options).slice(0, count), width);
  const most = Object.keys(options).findLastIndex((_, at) => fits(first(at + 1, SCREEN.columns))) + 1;
  return text(first(most, columns));
}

function firstLinesOf(found: DeclaredCommand, names: readonly string[], columns: number): readonly string[] {
  const { name, command } = found;
  const count = Object.keys(command.options).length;
  const more = `\`srvspec help ${name} --all\` shows all ${count} options, defaults and exit statuses`;
  const rows = names.flatMap((one) => {
    const option = command.options[one];
    return option === undefined ? [] : [[optionText(one, option), firstPhrase(option)] as const];
  });
  return [
    ...beginningOf(found, columns),
    ...headed('options', table(rows, columns)),
    '',
    ...brokenLines(more, 'words', columns),
  ];
}

/** All that is declared of a command. @throws UsageError for words that are no command */
export const wholeHelpOf = async (
  all: readonly NamedCommand[],
  words: readonly string[],
  columns?: number,
): Promise<string> => text(linesOf(await commandFor(all, words), columns));

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const fits = (lines: readonly string[]): boolean => lines.length < SCREEN.lines;

interface DeclaredCommand {
  readonly name: string;
  readonly command: Command;
  /** Commands whose names begin with its own. */
  readonly further: readonly string[];
}

async function commandFor(all: readonly NamedCommand[], words: readonly string[]): Promise<DeclaredCommand> {
  const found = commandAt(all, words);
  if (found === undefined) throw unknownCommand(all, words[0] ?? '');
  const { name, declared, args } = found;
  if (args.length > 0) throw unknownCommand(all, words.join(' '));
  const further = all.filter((one) => one.name.startsWith(`${name} `)).map((one) => one.name);
  return { name, command: await declared(), further };
}

/** What a command does, its examples, and each option with its default. */
function linesOf(found: DeclaredCommand, columns: number | undefined): readonly string[] {
  const { command, further } = found;
  const { options, statuses = {}, notes = [], ownHelp } = command;
  if (ownHelp !== undefined) return [...ownHelp.trimEnd().split('\n'), `further: ${further.join(', ')}`];
  const rows = Object.entries(options).map(([one, option]) => [optionText(one, option), explanation(option)] as const);
  const exits = Object.entries(statuses).map(([status, meaning]) => `${status} ${meaning}`);
  const paragraphs = [...(exits.length === 0 ? [] : [`exit status: ${exits.join('; ')}`]), ...notes];
  return [
    ...beginningOf(found, columns),
    ...headed('options', table(rows, columns)),
    ...paragraphs.flatMap((one, at) => [...(at === 0 ? [''] : []), ...brokenLines(one, 'words', columns)]),
  ];
}

function beginningOf({ name, command }: DeclaredCommand, columns: number | undefined): readonly string[] {
  const examples = (command.examples ?? []).map(([words, purpose]) => [`srvspec ${words}`, purpose] as const);
  return [
    ...brokenLines(`usage: ${usageOf(name, command)}`, 'words', columns),
    ...brokenLines(command.summary, 'words', columns, 2).map((line) => `  ${line}`),
    ...headed('examples', table(examples, columns)),
  ];
}

const headed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

/** `srvspec run [OPTION]…` */
export const usageOf = (name: string, { options, operands }: Command): string =>
  ['srvspec', name, ...(Object.keys(options).length === 0 ? [] : ['[OPTION]…']), operands?.shown].join(' ').trim();

/** `--target T` */
export const optionText = (name: string, option: Option): string =>
  [dashed(name), ...(option.type === 'string' ? [option.value ?? 'VALUE'] : [])].join(' ');

/** What it does, without details behind a semicolon. */
function firstPhrase({ help, of, values = [] }: Option): string {
  const [phrase = ''] = ofKinds(help, of).split('; ', 1);
  return values.length === 0 ? phrase : `${phrase} (${values.join(', ')})`;
}

const ofKinds = (phrase: string, kinds: readonly string[] | undefined): string =>
  kinds === undefined ? phrase : `${kinds.join(' and ')}: ${phrase}`;

/** `inputs that are drawn for a property (default: 20)` */
export function explanation(option: Option): string {
  const { help, of, default: value, otherwise, values = [], multiple = false } = option;
  const phrase = ofKinds(help, of);
  const shown = typeof value === 'string' ? value : otherwise;
  const more = [
    ...(values.length === 0 ? [] : [values.join(', ')]),
    ...(multiple ? ['may be repeated'] : []),
    ...(shown === undefined ? [] : [`default: ${shown}`]),
  ];
  return more.length === 0 ? phrase : `${phrase} (${more.join('; ')})`;
}

/** Two columns, or one below the other where what comes first is wide or the terminal narrow. */
function table(rows: readonly (readonly [string, string])[], columns: number | undefined): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  if (columns !== undefined && columns < width + 4 + LEAST)
    return rows.flatMap(([left, right]) => [
      ...brokenLines(left, 'words', columns, 2).map((line) => `  ${line}`),
      ...brokenLines(right, 'words', columns, BELOW).map((line) => `${' '.repeat(BELOW)}${line}`),
    ]);
  return rows.flatMap(([left, right]) => {
    const [first = '', ...more] = brokenLines(right, 'words', columns, width + 4);
    return [`  ${left.padEnd(width)}  ${first}`.trimEnd(), ...more.map((line) => `${' '.repeat(width + 4)}${line}`)];
  });
}
