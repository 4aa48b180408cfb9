/** `srvspec completion SHELL`: a script by which a shell completes; and the candidates that it asks for. */
import { parseArgs } from 'node:util';
import { REPORT_FORMATS } from '../../reports/writers/write.js';
import { oneOf } from '../../spec/reading/nearest.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { dashed, positionalsOf } from './arguments.js';
import type { Command, Completes, Option } from './declared/command.js';
import { TARGET_KINDS } from './declared/target.js';
import { COMPLETION, SHELLS } from './declared/tools.js';
import { commandAt, type NamedCommand } from './finding.js';

export async function completion(args: readonly string[], all: readonly NamedCommand[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: COMPLETION.options, allowPositionals: true });
  if (values.candidates) return print(await candidates(all, positionals));
  const [shell] = positionals;
  if (shell === undefined) throw new UsageError(`completion takes a shell: ${SHELLS.join(', ')}`);
  return print([SCRIPTS[oneOf('completion', shell, SHELLS)]]);
}

function print(lines: readonly string[]): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return EXIT.ok;
}

/**
 * What the last of the words may become, as the whole word; bash gives `--engine=q` as three words, and takes what stands
 * behind the `=` alone.
 */
export async function candidates(all: readonly NamedCommand[], words: readonly string[]): Promise<readonly string[]> {
  const { before, last, prefix } = currentOf(words);
  const fitting = await possible(all, before, last);
  return [...new Set(fitting)].filter((one) => one.startsWith(last)).map((one) => `${prefix}${one}`);
}

interface CompletedWord {
  readonly before: readonly string[];
  /** What is to be completed. */
  readonly last: string;
  /** What stands before it in the same word, and is left as it is. */
  readonly prefix: string;
}

function currentOf(words: readonly string[]): CompletedWord {
  const [last = '', ...others] = [...words].reverse();
  const before = others.reverse();
  if (last === '=') return { before, last: '', prefix: '' };
  if (before.at(-1) === '=') return { before: before.slice(0, -1), last, prefix: '' };
  const joined = /^(--[\w-]+)=(.*)$/s.exec(last);
  return joined === null
    ? { before, last, prefix: '' }
    : { before: [...before, joined[1] ?? ''], last: joined[2] ?? '', prefix: `${joined[1]}=` };
}

async function possible(
  all: readonly NamedCommand[],
  before: readonly string[],
  last: string,
): Promise<readonly string[]> {
  const given = commandAt(all, before);
  if (given === undefined) return before.length === 0 ? [...firstWords(all), '--help', '--version'] : [];
  const command = await given.declared();
  const option = awaiting(command, given.args);
  if (option !== undefined) return valuesOf(all, option, last);
  if (last.startsWith('-')) return [...Object.keys(command.options).map(dashed), '--help'];
  const { operands } = command;
  const [first] = positionalsOf(command, given.args);
  // What follows the first operand is a file, or nobody knows.
  if (first !== undefined) return operands?.completes === 'commands' ? secondWords(all, first) : [];
  return [...secondWords(all, given.name), ...(operands === undefined ? [] : await valuesOf(all, operands, last))];
}

const firstWords = (all: readonly NamedCommand[]): readonly string[] =>
  all.map(({ name }) => name).filter((name) => !name.includes(' '));

const secondWords = (all: readonly NamedCommand[], first: string): readonly string[] =>
  all.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

/** The option whose value comes next. */
function awaiting({ options }: Command, args: readonly string[]): Option | undefined {
  const last = args.at(-1) ?? '';
  const found = Object.entries(options).find(([name]) => dashed(name) === last)?.[1];
  return found?.type === 'string' ? found : undefined;
}

type ValueSource = Pick<Option, 'values' | 'completes'>;

async function valuesOf(
  all: readonly NamedCommand[],
  { values, completes }: ValueSource,
  last: string,
): Promise<readonly string[]> {
  if (values !== undefined) return values;
  return completes === undefined ? [] : LISTS[completes](last, all);
}

/** Ids that are listed in full; of more, what they have before their next dot or slash. */
const MOST_IDS = 60;

const upToNextPart = (id: string, from: number): string => /^.*?(?:[./]|$)/.exec(id.slice(from))?.[0] ?? '';

const LISTS: {
  readonly [what in Completes]: (
    last: string,
    all: readonly NamedCommand[],
  ) => readonly string[] | Promise<readonly string[]>;
} = {
  commands: (_, all) => firstWords(all),
  reports: () => REPORT_FORMATS.map((format) => `${format}=`),
  targets: () => TARGET_KINDS.map((kind) => (kind === 'reference' || kind === 'nginx' ? kind : `${kind}:`)),
  ids: async (last) => partByPart(await allIds(), last),
  explained: async (last) => {
    const { compiledSpec } = await import('../../spec/compiled/compiled.js');
    return partByPart([...(await allIds()), ...compiledSpec().standings.keys()], last);
  },
};

async function allIds(): Promise<readonly string[]> {
  const { knownIds } = await import('../cases/generated/ids.js');
  return [...knownIds.requirements, ...knownIds.cases];
}

function partByPart(ids: readonly string[], last: string): readonly string[] {
  const fitting = ids.filter((id) => id.startsWith(last));
  return fitting.length > MOST_IDS ? fitting.map((id) => last + upToNextPart(id, last.length)) : fitting;
}

/** Each asks for candidates; without any, as where a file is wanted, bash and zsh complete files. */
const SCRIPTS: { readonly [shell in (typeof SHELLS)[number]]: string } = {
  bash: `_srvspec() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" completion --candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *[=:./] ]] && compopt -o nospace
  return 0
}
complete -o default -F _srvspec srvspec`,
  zsh: `#compdef srvspec
_srvspec() {
  local -a candidates
  candidates=("\${(@f)$(\${words[1]} completion --candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z $candidates ]]; then compset -P '*='; _files
  elif [[ $#candidates == 1 && $candidates == *[=:./] ]]; then compadd -S '' -a candidates
  else compadd -a candidates
  fi
}
compdef _srvspec srvspec`,
  fish: `complete -c srvspec -a '(set -l words (commandline -opc) (commandline -ct); $words[1] completion --candidates -- $words[2..] 2>/dev/null)'`,
};
