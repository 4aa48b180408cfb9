// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** The shell script of a reproducer about a service or a client, and what is compared in it. */
import { judging, PLACE } from './shell-parts.js';

/** Lines of a wrong and of a right implementation. */
export interface ToldRuns {
  readonly wrong: readonly string[];
  /** Of each time that a right one was tried; none where none is known. */
  readonly right: readonly (readonly string[])[];
}

export interface Compared {
  /** Names of the lines in which the two differ; none where nothing tells them apart. */
  readonly names: readonly string[];
  readonly actual: string;
  readonly expected: string | undefined;
}

const nameOf = (line: string): string => line.slice(0, line.indexOf(': '));

/** Names that tell little of the fault, and much of how a program is written; they count where no others differ. */
const OF_STYLE = /^operation \d+ output$/;

/** The lines in which a wrong implementation differs from a right one. */
export function compared({ wrong, right: [right, ...others] }: ToldRuns): Compared {
  const only = (lines: readonly string[], names: readonly string[]): string =>
    lines
      .filter((line) => names.includes(nameOf(line)))
      .map((line) => `${line}\n`)
      .join('');
  if (right === undefined)
    return { names: wrong.map(nameOf), actual: only(wrong, wrong.map(nameOf)), expected: undefined };
  const all = [...new Set([...wrong, ...right].map(nameOf))];
  const steady = all.filter((name) => others.every((other) => only(other, [name]) === only(right, [name])));
  const differing = steady.filter((name) => only(wrong, [name]) !== only(right, [name]));
  // Where the status is another, so is all the rest of an answer.
  const statuses = differing.filter((name) => / status$/.test(name)).map((name) => name.replace(/ status$/, ''));
  const bare = differing.filter((name) => / status$/.test(name) || !statuses.includes(name.replace(/ [\w-]+$/, '')));
  const telling = bare.filter((name) => !OF_STYLE.test(name));
  const names = telling.length > 0 ? telling : differing;
  return { names, actual: only(wrong, names), expected: only(right, names) };
}

/** `needs` are lines of the shell that look for what the script takes of its environment. */
export function serviceRun(needs: readonly string[], { expected, names }: Compared): string {
  return [
    '#!/bin/sh',
    '# Exit status: 0 the fault is there, 1 it is not, 2 undecided.',
    ...needs,
    '',
    PLACE,
    'trap \'rm -rf "$work"\' EXIT',
    "trap 'exit 2' HUP INT TERM",
    'command -v node > "$work/tool.txt" || { echo "node is needed, and is not here"; exit 2; }',
    'node "$here/play.mjs" "$here/exchange.json" > "$work/seen.txt" || exit 2',
    'cd "$work" || exit 2',
    '',
    ...judging({
      isListed: expected !== undefined,
      anyError: false,
      varies: false,
      goesDown: false,
      // Nothing tells a wrong one from a right one.
      nothingTold: names.length === 0,
    }),
  ].join('\n');
}
