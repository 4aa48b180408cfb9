// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/**
 * The shell script of a reproducer: it runs the server or the command-line runtime, looks at one thing, and says by its exit status
 * whether the fault is there. POSIX shell, the server's binary and curl are all that it needs; bash where bytes are sent as they are.
 */
import { shellWord } from '../targets/support/shell-word.js';
import { MODULE_FILE, PORT } from './configuration.js';
import { curlLine, type WrittenRequest } from './requests.js';

/** What is looked at. `request` counts from 1. */
export type Look =
  | { readonly at: 'output' }
  | { readonly at: 'body' | 'answer' | 'status'; readonly request: number }
  | { readonly at: 'header'; readonly request: number; readonly name: string }
  | { readonly at: 'log' };

export interface RunScript {
  readonly requests: readonly WrittenRequest[];
  readonly look: Look;
  /** Names of the files with what is right; none where that can only be described. */
  readonly expected: readonly string[];
  /** Any error that is thrown is right. */
  readonly anyError: boolean;
  /** What is seen differs from run to run; whatever is not right shows the fault. */
  readonly varies: boolean;
  /** The fault is that the program goes down or never answers; any answer is right. */
  readonly goesDown: boolean;
}

const SECONDS = 5;

const HEAD = `#!/bin/sh
# Exit status: 0 the fault is there, 1 it is not, 2 it cannot be told.`;

const START = `here=$(cd "$(dirname "$0")" && pwd) || exit 2
work=$(mktemp -d) || exit 2
cd "$work" || exit 2

end() {
  [ -s pid ] && [ ! -s status ] && kill -9 "$(cat pid)" 2>/dev/null
  wait
  cd / && rm -rf "$work"
}
trap end EXIT
trap 'exit 2' HUP INT TERM

# Runs a command in the background. Its process id is written to the file pid and, once it has ended, its status to the file status.
start() {
  ( sh -c 'echo $$ > pid; exec "$@"' sh "$@" > output.txt 2> errors.txt; echo $? > status ) 2>/dev/null &
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

/** The script for a case about a server. */
export function serverRun(run: RunScript): string {
  return [
    HEAD,
    '# NGINX: the command that runs nginx; MODULES: the folder of its modules; PORT: where it is to listen.',
    'NGINX=${NGINX:-nginx}',
    "MODULES=${MODULES:-$($NGINX -V 2>&1 | sed -n 's/.*--modules-path=\\([^ ]*\\).*/\\1/p')}",
    `PORT=\${PORT:-${PORT}}`,
    '# ENGINE: another engine than the configuration names; none, for a server that cannot be told which.',
    'case $ENGINE in',
    "  '') engine='' ;;",
    "  none) engine='/js_engine/d' ;;",
    '  *) engine="s/js_engine .*/js_engine $ENGINE;/" ;;',
    'esac',
    '',
    START,
    `cp "$here/${MODULE_FILE}" .`,
    ...run.requests.flatMap(({ files }) => Object.keys(files)).map((name) => `cp "$here/${name}" .`),
    `sed -e "s/127\\.0\\.0\\.1:${PORT}/127.0.0.1:$PORT/" -e "$engine" "$here/nginx.conf" > nginx.conf`,
    'ln -s "${MODULES:-.}" modules',
    '# A server with the module built in has nothing to load.',
    '[ -e modules/ngx_http_js_module.so ] || { grep -v "^load_module" nginx.conf > built-in.conf; mv built-in.conf nginx.conf; }',
    '# shellcheck disable=SC2086 # the command may have several words',
    'start $NGINX -p "$work/" -e error.log -c "$work/nginx.conf"',
    'await nginx.pid 300 || { echo "the server does not start:"; cat errors.txt; exit 2; }',
    '',
    ...run.requests.flatMap((request, i) => sending(request, i + 1)),
    '# A server that goes down does so within a moment.',
    '[ "$came" = 0 ] && sleep 0.2 || await status 10',
    '',
    'if [ -s status ]; then went_down > seen.txt',
    `elif [ "$came" = 28 ] || [ "$came" = 124 ]; then echo "no answer within ${SECONDS} seconds" > seen.txt`,
    `else ${looking(run.look)} > seen.txt`,
    'fi',
    '',
    ...judging(run),
  ].join('\n');
}

/** The script for a case about a command-line runtime. */
export function commandRun(run: RunScript): string {
  return [
    HEAD,
    '# NJS: the command that runs a script file.',
    'NJS=${NJS:-njs}',
    '',
    START,
    'cp "$here/script.js" .',
    '# shellcheck disable=SC2086 # the command may have several words',
    'start $NJS script.js',
    `await status ${SECONDS}0`,
    '',
    `if [ ! -s status ]; then echo "no answer within ${SECONDS} seconds" > seen.txt`,
    'elif [ "$(cat status)" -gt 128 ]; then went_down > seen.txt',
    'elif [ ! -s output.txt ]; then cat errors.txt; exit 2',
    'else cat output.txt > seen.txt',
    'fi',
    '',
    ...judging(run),
  ].join('\n');
}

function sending({ curl, method }: WrittenRequest, number: number): string[] {
  if (curl !== undefined)
    return [
      `${curlLine(['--max-time', `${SECONDS}`, '-D', `head-${number}`, '-o', `answer-${number}`, ...curl], true)}`,
      'came=$?',
    ];
  return [
    `timeout ${SECONDS} bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" && cat "request-${number}.bin" >&3 && cat <&3' "$PORT" > response-${number}`,
    'came=$?',
    '# A server may answer and keep the connection.',
    `[ -s response-${number} ] && came=0`,
    `sed '/^\\r*$/q' response-${number} > head-${number}`,
    ...(method === 'HEAD' ? [`: > answer-${number}`] : [`sed '1,/^\\r*$/d' response-${number} > answer-${number}`]),
  ];
}

function looking(look: Look): string {
  switch (look.at) {
    case 'output':
      return 'cat output.txt';
    case 'body':
      return `cat answer-${look.request}`;
    case 'answer':
      return `{ cat answer-${look.request}; echo; }`;
    case 'status':
      return `sed -n '1s/^HTTP[^ ]* \\([0-9]*\\).*/status \\1/p' head-${look.request}`;
    case 'header':
      return `{ tr -d '\\r' < head-${look.request} | grep -i ${shellWord(`^${look.name}:`)} | sed 's/^[^:]*: */${look.name}: /'; }`;
    case 'log':
      return `{ sed -n 's/^[0-9/]* [0-9:]* \\[\\([a-z]*\\)\\] [0-9#]*: \\(\\*[0-9]* \\)*js: /\\1: /p' error.log | sed 's/, client: .*//'; }`;
  }
}

/** `SEEN` is where to copy to what was seen; by hand it is told on the terminal. */
function judging({ expected, anyError, varies, goesDown }: RunScript): string[] {
  const down = 'grep -q -E "^(it (died|ended)|no answer within)" seen.txt';
  const same = (file: string): string => `cmp -s seen.txt "$here/${file}"`;
  const right = [...expected.map(same), ...(anyError ? ['grep -q "^throws" seen.txt'] : [])];
  const there = goesDown ? down : varies ? 'true' : `${same('actual.txt')}`;
  const absent = goesDown ? `! ${down}` : right.length === 0 ? 'false' : right.join(' || ');
  return [
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
