// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** How a program is started for a case, and the process that stands by for it, as the shell does both. */
import { BYSTANDER } from '../language/bystander.js';
import type { Start } from '../language/trial.js';
import { shellWord } from '../targets/support/shell-word.js';

/** Lines that set the variables which `startedWords` names. */
export function startedLines({ environment = {}, arguments: words = [] }: Start = {}): readonly string[] {
  const before = environmentWords(environment);
  return [
    ...(before.length === 0 ? [] : ['# The environment that it is started in.', `environment=${inShell(before)}`]),
    ...(words.length === 0 ? [] : [`words=${inShell(words)}`]),
  ];
}

/** What stands before a command and behind its script, as variables of the shell. */
export const startedWords = ({ environment = {}, arguments: words = [] }: Start = {}) => ({
  before: Object.keys(environment).length === 0 ? '' : '$environment ',
  after: words.length === 0 ? '' : ' $words',
});

/** The same as a person types it. */
export const typedStart = ({ environment = {}, arguments: words = [] }: Start = {}) => ({
  before: environmentWords(environment)
    .map((word) => `${shellWord(word)} `)
    .join(''),
  after: words.map((word) => ` ${shellWord(word)}`).join(''),
});

/** Words of `env` that change it so. */
function environmentWords(environment: NonNullable<Start['environment']>): string[] {
  const variables = Object.entries(environment);
  const unset = variables.flatMap(([name, value]) => (value === null ? ['-u', name] : []));
  const set = variables.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return variables.length === 0 ? [] : ['env', ...unset, ...set];
}

/** Read twice: where it is assigned, and by `eval`. */
const inShell = (words: readonly string[]): string => shellWord(words.map(shellWord).join(' '));

/** Starts the process. It is stopped, so that signals wait for it. */
export const BYSTANDER_LINES: readonly string[] = [
  'sleep 3600 &',
  'bystander=$!',
  'kill -s STOP "$bystander" || exit 2',
];

/** The number of the process stands for its placeholder in what is copied. */
export const INTO_BYSTANDER = `s|\\"${BYSTANDER}\\"|$bystander|g`;
