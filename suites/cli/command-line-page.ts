/** `suites/cli/README.md`: every command with its options, as Markdown of the declarations. */
import type { GeneratedFile } from '../../generators/emit/files.js';
import type { Command, Option } from './declared/command.js';
import type { NamedCommand } from './finding.js';
import { explanation, optionText, usageOf } from './help.js';

const HEAD = `<!-- Generated from suites/cli/declared by \`srvspec generate\`: do not edit. -->

# The command line

\`srvspec help COMMAND --all\` prints the same in a terminal. In a checkout, \`npx srvspec\` runs the
program. The exit status of every command is 0 for success, 2 for wrong usage, and 130 if a signal
interrupted it; other statuses are listed with their command.
`;

/** The command that lists the options of targets for all. */
const OF_TARGETS = 'run';
/** Columns of a command before its comment. */
const COLUMN = 59;

export async function commandLinePage(all: readonly NamedCommand[]): Promise<GeneratedFile> {
  const sections = await Promise.all(all.map(async ({ name, declared }) => sectionOf(name, await declared())));
  return { path: 'suites/cli/README.md', text: [HEAD, ...sections].join('\n') };
}

function sectionOf(name: string, command: Command): string {
  const { summary, examples = [], options, statuses = {}, notes = [], ownHelp } = command;
  const shown = Object.entries(options).filter(([, { of }]) => of === undefined || name === OF_TARGETS);
  const rows = shown.map(([one, option]) => optionRow(one, option));
  const isShort = shown.length < Object.keys(options).length;
  const exits = Object.entries(statuses).map(([status, meaning]) => `| ${status} | ${meaning} |`);
  const lines = ownHelp?.trimEnd().split('\n') ?? [
    usageOf(name, command),
    ...(examples.length === 0 ? [] : ['']),
    ...examples.map(([words, purpose]) => `${`npx srvspec ${words}`.padEnd(COLUMN)} # ${purpose}`),
  ];
  return [
    ...[`## ${name}`, '', `${capitalized(summary)}.`, '', ...lines.map((line) => (line === '' ? '' : `    ${line}`))],
    ...(ownHelp !== undefined || rows.length === 0 ? [] : ['', '| option | meaning |', '|---|---|', ...rows]),
    ...(isShort ? ['', `Options of targets are those of [${OF_TARGETS}](#${OF_TARGETS}).`] : []),
    ...(exits.length === 0 ? [] : ['', '| exit status | meaning |', '|---|---|', ...exits]),
    ...notes.flatMap((note) => ['', `${capitalized(note)}.`]),
    '',
  ].join('\n');
}

const optionRow = (name: string, option: Option): string =>
  `| \`${cell(optionText(name, option))}\` | ${cell(explanation(option))} |`;

/** A vertical bar would end the cell, also inside code. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
