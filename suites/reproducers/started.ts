// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** How the shell starts a program for a case, and a process for signals. */
import { BYSTANDER } from '../language/bystander.js';
import type { Start } from '../language/trial.js';
import { shellWord } from '../targets/support/shell-word.js';

/** What a person types before a command and behind its script. */
export function typedStart({ environment = {}, arguments: words = [] }: Start = {}) {
  const variables = Object.entries(environment);
  const unset = variables.flatMap(([name, value]) => (value === null ? ['-u', name] : []));
  const set = variables.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const before = variables.length === 0 ? [] : ['env', ...unset, ...set];
  return {
    before: before.map((word) => `${shellWord(word)} `).join(''),
    after: words.map((word) => ` ${shellWord(word)}`).join(''),
  };
}

/** Starts the process. It is stopped, so that signals wait for it. */
export const BYSTANDER_LINES: readonly string[] = [
  'sleep 3600 &',
  'bystander=$!',
  'kill -s STOP "$bystander" || exit 2',
];

/** Replaces the placeholder of the process by its number in what is copied. */
export const INTO_BYSTANDER = `s|\\"${BYSTANDER}\\"|$bystander|g`;
