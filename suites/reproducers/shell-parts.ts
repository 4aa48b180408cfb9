// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** Common parts of the shell scripts of servers and command lines: how a program starts and ends, and how an observation is judged. */

import { BYSTANDER } from '../language/bystander.js';
import type { StartSettings } from '../language/trial.js';
import { shellWord } from '../targets/support/shell-word.js';

/** The observation without a response; `play.mjs` has the same text. */
export const CLOSED = 'closed without a response';

/** The observation if a server answers that the handler failed. */
export const FAILED = 'the handler failed';

/** Seconds that an answer may take. */
export const SECONDS = 5;

/** `here` is the folder of the script, `work` an empty one. */
export const PLACE = `here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
work=$(mktemp -d) || exit 2`;

/** `from` is the user's folder: commands and their files may be named relative to it. */
const startText = (hasBystander: boolean): string => `from=$PWD
${PLACE}
cd "$work" || exit 2

# A group of its own, where the system has the program for it, so that whatever is started goes with it.
session=$(command -v setsid)

${hasBystander ? "bystander=''\n" : ''}end() {
${hasBystander ? '  [ -n "$bystander" ] && kill -s KILL "$bystander" 2>/dev/null\n' : ''}  if [ -s pid ]; then
    [ -n "$session" ] && kill -s KILL -- "-$(cat pid)" 2>/dev/null
    [ ! -s status ] && kill -s KILL "$(cat pid)" 2>/dev/null
  fi
  wait
  cd / && rm -rf "$work"
}
trap end EXIT
trap 'exit 2' HUP INT TERM

${BACKGROUND}`;

/** Functions that start a program, wait for it and show how it ended. */
const BACKGROUND = `# Runs a command in the background. Its process id is written to the file pid and, once it has ended, its status to the file status.
start() {
  (
    cd "$from" || exit
    $session sh -c 'echo $$ > "$0/pid"; exec "$@"' "$work" "$@" > "$work/output.txt" 2> "$work/errors.txt" < /dev/null
    echo $? > "$work/status"
  ) 2>/dev/null &
}

# Waits, for so many tenths of a second, until there is something in a file, or the program has ended.
await() {
  left=$2
  while [ ! -s "$1" ] && [ ! -s status ] && [ "$left" -gt 0 ]; do
    sleep 0.1
    left=$((left - 1))
  done
  [ -s "$1" ]
}

# How the program went down, when it did.
went_down() {
  ended=$(cat status)
  if [ "$ended" -gt 128 ]; then echo "it died of signal $((ended - 128))"; else echo "it ended with status $ended"; fi
}
`;

/** Functions of the shell that only some scripts call, by name. */
const FUNCTIONS: { readonly [name: string]: string } = {
  needs: `needs() {
  for tool in "$@"; do
    command -v "$tool" > tool.txt || { echo "$tool is needed, and is not here"; exit 2; }
  done
}
`,
  header: `# All values of a header.
header() {
  LC_ALL=C tr -d '\\r' < "$2" | LC_ALL=C grep -i "^$1:" | LC_ALL=C sed "s/^[^:]*: */$1: /"
}
`,
  lines_of_scripts: `# What scripts have logged, each message behind its level.
lines_of_scripts() {
  LC_ALL=C awk '
    function print_own() { if (own) { sub(/, client: .*/, "", line); print text line } own = 0 }
    /^[0-9]+\\/[0-9]+\\/[0-9]+ [0-9:]+ \\[[a-z]+\\] [0-9]+#[0-9]+: / {
      print_own()
      text = line = $0
      sub(/^[^[]*\\[/, "", text); sub(/\\].*/, ": ", text)
      sub(/^[^#]*#[0-9]+: /, "", line); sub(/^\\*[0-9]+ /, "", line)
      own = sub(/^js: /, "", line)
      next
    }
    own { text = text line "\\n"; line = $0 }
    END { print_own() }
  ' error.log
}
`,
};

/** The lines of a script, after the start and the functions that they call. */
export function withFunctions(lines: readonly string[]): string[] {
  const text = lines.join('\n');
  const called = Object.keys(FUNCTIONS).filter((name) => new RegExp(`(^|[^\\w])${name}\\b`, 'm').test(text));
  return [startText(/\bbystander=/.test(text)), ...called.map((name) => FUNCTIONS[name] ?? ''), ...lines];
}

/** The text that a user types before a command and after its script. */
export function typedStart({ environment = {}, arguments: words = [] }: StartSettings = {}) {
  const variables = Object.entries(environment);
  const unset = variables.flatMap(([name, value]) => (value === null ? ['-u', name] : []));
  const set = variables.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const before = variables.length === 0 ? [] : ['env', ...unset, ...set];
  return {
    before: before.map((word) => `${shellWord(word)} `).join(''),
    after: words.map((word) => ` ${shellWord(word)}`).join(''),
  };
}

/** Starts the process. It is stopped, so that signals are kept. */
export const BYSTANDER_LINES: readonly string[] = [
  'sleep 3600 &',
  'bystander=$!',
  'kill -s STOP "$bystander" || exit 2',
];

/** Replaces the placeholder of the process id in copied files. */
export const INTO_BYSTANDER = `s|\\"${BYSTANDER}\\"|$bystander|g`;

/** A text between double quotes of the shell. */
export const inDoubleQuotes = (text: string): string => text.replace(/[\\"$`]/g, '\\$&');

/** The value of a variable of the environment, or a command. */
export const orElse = (variable: string, command: string): string =>
  `"\${${variable}:-${inDoubleQuotes(command).replaceAll('}', '\\}')}}"`;

/** The facts that decide whether the fault is there. */
export interface JudgeOptions {
  /** Each of the files `expected*.txt` is a right result; otherwise it is only described. */
  readonly isListed: boolean;
  /** Any thrown error is right. */
  readonly anyError: boolean;
  /** The observation differs from run to run; any wrong one shows the fault. */
  readonly varies: boolean;
  /** The fault is that the program goes down or never answers; any answer is right. */
  readonly goesDown: boolean;
}

/** If any text shows the fault: an error does not, unless it was observed. */
const THROWS_ALIKE = 'grep -q "^throws" "$here/actual.txt" || ! grep -q "^throws" seen.txt';

/** `SEEN` names the file to which the observation is copied. */
export function judging({ isListed, anyError, varies, goesDown }: JudgeOptions): string[] {
  const down = `grep -q -E "^(it (died|ended|does not start)|no answer within|${FAILED}|${CLOSED})" seen.txt`;
  const right = [...(isListed ? ['expected'] : []), ...(anyError ? ['grep -q "^throws" seen.txt'] : [])];
  const there = goesDown ? down : varies ? THROWS_ALIKE : 'cmp -s seen.txt "$here/actual.txt"';
  const absent = goesDown ? `! ${down}` : right.length === 0 ? 'false' : right.join(' || ');
  return [
    ...(isListed
      ? [
          '# Whether what is seen is right.',
          'expected() { for text in "$here"/expected*.txt; do cmp -s seen.txt "$text" && return; done; return 1; }',
          '',
        ]
      : []),
    '[ -n "$SEEN" ] && cp seen.txt "$SEEN"',
    'echo "seen:"',
    'cat seen.txt',
    `if ${absent}; then echo "the fault is absent"; exit 1; fi`,
    `if ${there}; then echo "the fault is there"; exit 0; fi`,
    'echo "this is neither what is expected nor what was seen when this was written"',
    'exit 2',
    '',
  ];
}
