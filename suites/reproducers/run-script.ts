// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/**
 * The shell script of a reproducer. It runs the server or the command-line runtime, examines one thing, and reports by its exit status
 * whether the fault is there. It needs only a POSIX shell, the server's binary and curl. Raw bytes need bash, and an exchange with more
 * than successive requests needs Node.
 */

import type { StartSettings } from '../language/trial.js';
import { PORT } from './configuration.js';
import { type DiskFixture, INTO_SCRIPT, INTO_SEEN, LISTING } from './disk.js';
import { curlLine, type RequestCommand } from './requests.js';
import type { HostProgram } from './setting.js';
import {
  BYSTANDER_LINES, CLOSED, FAILED, INTO_BYSTANDER, inDoubleQuotes, type JudgeOptions, judging, orElse, SECONDS, typedStart, withFunctions,
} from './shell-parts.js'; // biome-ignore format: a list

/** The examined part. `request` counts from 1. */
export type EvidenceSource =
  | { readonly at: 'output' }
  /** A response has the bytes of the whole connection, where no curl reads them. */
  | { readonly at: 'body' | 'answer' | 'status' | 'response'; readonly request: number }
  | { readonly at: 'header'; readonly request: number; readonly name: string }
  | { readonly at: 'log' }
  /** All that `play.mjs` prints. */
  | { readonly at: 'play' };

export interface ScriptParts extends JudgeOptions {
  /** Files that the program reads, without its configuration. */
  readonly copied: readonly string[];
  /** The number of ports in the configuration. */
  readonly ports: number;
  readonly requests: readonly RequestCommand[];
  readonly look: EvidenceSource;
  /** The fault is that the program does not even start with its script or configuration. */
  readonly isRefused?: boolean;
  /** The default command that runs it; the environment may name another. */
  readonly program: Pick<HostProgram, 'variable' | 'command'>;
  readonly disk?: DiskFixture | undefined;
  readonly started?: StartSettings | undefined;
  /** A process is started for signals; scripts get its process id. */
  readonly bystander?: boolean;
}

const HEAD = `#!/bin/sh
# Exit status: 0 the fault is there, 1 it is not, 2 undecided.`;

/** The script for a case about a server. */
export function serverRun(run: ScriptParts): string {
  const { variable, command } = run.program;
  return [
    HEAD,
    `# ${variable}: the shell command of the server; MODULES: the folder of its modules; PORT: the port to listen on.`,
    `server=${orElse(variable, command)}`,
    ...(variable === 'NGINX'
      ? ['# nginx takes a variable of this name for sockets that it inherits.', 'unset NGINX']
      : []),
    `PORT=\${PORT:-${PORT}}`,
    ...furtherPorts(run.ports).map((name, i) => `${name}=\${${name}:-$((PORT + ${i + 1}))}`),
    '# ENGINE: an engine in place of the configured one; none, for a server without js_engine.',
    'case $ENGINE in',
    "  '') engine='' ;;",
    "  none) engine='/js_engine/d' ;;",
    '  *) engine="s/js_engine .*/js_engine $ENGINE;/" ;;',
    'esac',
    '',
    ...withFunctions(servedLines(run)),
  ].join('\n');
}

const servedLines = (run: ScriptParts): string[] => [
  ...preparedLines(run),
  ...launchedLines(run),
  '',
  ...(run.look.at === 'play' ? playing(run.ports) : run.requests.flatMap((request, i) => sending(request, i + 1))),
  '# A server that goes down does so within a moment.',
  'if [ "$came" = 0 ]; then sleep 0.2; else await status 10; fi',
  '',
  ...judged(run, outcomes(run)),
];

/** The observation, and its result. Each branch of `outcomes` is after the shell test that selects it; the last has none. */
const judged = (run: ScriptParts, branches: readonly (readonly string[])[]): string[] => [
  ...branches.map(([condition = '', action = ''], i) =>
    condition === '' ? `else ${action}` : `${i === 0 ? 'if' : 'elif'} ${condition}; then ${action}`,
  ),
  'fi',
  ...(run.disk === undefined ? [] : [`sed "${INTO_SEEN}" seen.txt > shown.txt && mv shown.txt seen.txt`]),
  '',
  ...judging(run),
];

/** Modules, tools, files and the configuration of the server. */
function preparedLines(run: ScriptParts): string[] {
  return [
    '[ -n "$MODULES" ] || {',
    '  (cd "$from" && eval "$server -V") > version.txt 2>&1 < /dev/null',
    "  MODULES=$(sed -n 's/.*--modules-path=\\([^ ]*\\).*/\\1/p' version.txt)",
    '}',
    'case $MODULES in',
    "  '' | /*) ;;",
    '  *) MODULES=$from/$MODULES ;;',
    'esac',
    `needs ${[...new Set(toolsOf(run))].join(' ')}`,
    ...(run.bystander === true ? BYSTANDER_LINES : []),
    ...[...run.copied, ...run.requests.flatMap(({ files }) => Object.keys(files))].map((name) => copying(name, run)),
    ...onDisk(run),
    `sed ${placing(run.ports)} -e "$engine" "$here/nginx.conf" > nginx.conf || exit 2`,
    'ln -s "${MODULES:-.}" modules',
    '# A server with a module built in has nothing to load.',
    "for module in $(sed -n 's/^load_module \\(.*\\);$/\\1/p' nginx.conf); do",
    '  [ -e "$module" ] && continue',
    '  sed "s|^load_module $module;\\$||" nginx.conf > without.conf && mv without.conf nginx.conf',
    'done',
  ];
}

const launchedLines = ({ started, isRefused }: ScriptParts): string[] => [
  `eval "start ${inDoubleQuotes(typedStart(started).before)}$server -p \\"\\$work/\\" -e error.log -c \\"\\$work/nginx.conf\\""`,
  isRefused === true
    ? `await nginx.pid 300 || ${NOT_STARTED} > refused.txt`
    : 'await nginx.pid 300 || { echo "the server does not start:"; cat errors.txt; exit 2; }',
];

/** The possible observations, each with the shell test that finds it. */
const outcomes = (run: ScriptParts): string[][] => [
  ...(run.isRefused === true ? [['[ -s refused.txt ]', 'cat refused.txt > seen.txt']] : []),
  ['[ -s status ]', 'went_down > seen.txt'],
  ...(run.look.at === 'play' ? [['[ "$came" = 28 ]', 'grep "^no answer" errors-of-play.txt > seen.txt']] : []),
  ['[ "$came" = 28 ] || [ "$came" = 124 ]', NO_ANSWER],
  ['[ "$came" = 52 ] || [ "$came" = 56 ]', `echo "${CLOSED}" > seen.txt`],
  ...failing(run),
  ...(run.look.at === 'play' ? [['[ "$came" != 0 ]', 'cat errors-of-play.txt; exit 2']] : []),
  ['', `${lookingAt(run, looking(run.look))} > seen.txt`],
];

/** The script for a case about a command-line runtime. */
export function commandRun(run: ScriptParts): string {
  const { variable, command } = run.program;
  return [
    HEAD,
    `# ${variable}: the command that runs a script file, as a shell reads it.`,
    `command=${orElse(variable, command)}`,
    '',
    ...withFunctions(calledLines(run)),
  ].join('\n');
}

function calledLines(run: ScriptParts): string[] {
  const { before, after } = typedStart(run.started);
  return [
    ...(run.bystander === true ? BYSTANDER_LINES : []),
    ...run.copied.map((name) => copying(name, run)),
    ...onDisk(run),
    `eval "start ${inDoubleQuotes(before)}$command \\"\\$work/script.js\\"${inDoubleQuotes(after)}"`,
    `await status ${SECONDS}0`,
    '',
    ...judged(run, [
      ['[ ! -s status ]', NO_ANSWER],
      ['[ "$(cat status)" -gt 128 ]', 'went_down > seen.txt'],
      ['[ ! -s output.txt ]', run.isRefused === true ? `${NOT_STARTED} > seen.txt` : 'cat errors.txt; exit 2'],
      ['', `${lookingAt(run, 'cat output.txt')} > seen.txt`],
    ]),
  ];
}

const NOT_STARTED = 'echo "it does not start"';
const NO_ANSWER = `echo "no answer within ${SECONDS} seconds" > seen.txt`;

/** If the fault is a missing answer, a server may run on without an answer of the handler. */
const failing = ({ look, goesDown }: ScriptParts): string[][] =>
  goesDown && look.at === 'answer'
    ? [[`grep -q '^HTTP[^ ]* 500' head-${look.request}`, `echo "${FAILED}: status 500" > seen.txt`]]
    : [];

/** Programs without which the script cannot decide. */
function toolsOf({ look, requests }: ScriptParts): string[] {
  if (look.at === 'play') return ['node'];
  return requests.flatMap(({ curl }) => (curl === undefined ? ['timeout', 'bash'] : ['curl']));
}

function sending({ curl, method }: RequestCommand, number: number): string[] {
  const answer = method === 'HEAD' ? '/dev/null' : `answer-${number}`;
  if (curl !== undefined)
    return [
      `: > answer-${number}`,
      // Without the user's settings and proxies.
      `${curlLine(['--max-time', `${SECONDS}`, '-D', `head-${number}`, '-o', answer, ...curl], true)}`,
      'came=$?',
    ];
  return [
    `timeout ${SECONDS} bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" && cat "request-${number}.bin" >&3 && cat <&3' "$PORT" > response-${number}`,
    'came=$?',
    '# A server may answer and keep the connection, or close it without an answer, for which curl has status 52.',
    `if [ -s response-${number} ]; then came=0; elif [ "$came" != 124 ]; then came=52; fi`,
    `sed '/^\\r*$/q' response-${number} > head-${number}`,
    ...(method === 'HEAD' ? [`: > answer-${number}`] : [`sed '1,/^\\r*$/d' response-${number} > answer-${number}`]),
  ];
}

/** Scripts get the folder of the case, and the id of the process for signals. */
function copying(name: string, { disk, bystander = false }: ScriptParts): string {
  const changes = [...(disk === undefined ? [] : [INTO_SCRIPT]), ...(bystander ? [INTO_BYSTANDER] : [])];
  return changes.length > 0 && name.endsWith('.js')
    ? `sed ${changes.map((one) => `-e "${one}"`).join(' ')} "$here/${name}" > ${name} || exit 2`
    : `cp "$here/${name}" . || exit 2`;
}

/** Under the umask of targets, since the usual one makes 0o777 and 0o755 the same. */
const onDisk = ({ disk }: ScriptParts): readonly string[] =>
  disk === undefined ? [] : ['umask 002', LISTING, ...disk.lines];

function lookingAt({ disk }: ScriptParts, look: string): string {
  if (disk === undefined || disk.looksAt === 'result') return look;
  return disk.looksAt === 'disk'
    ? 'listing'
    : `{ ${look.replace(/^\{ (.*) \}$/, '$1')}${look.endsWith('}') ? '' : ';'} listing; }`;
}

/** Variables of the ports after the first. */
const furtherPorts = (count: number): string[] => Array.from({ length: count - 1 }, (_, i) => `PORT${i + 1}`);

/** Options of sed that insert the ports. Names are inserted first, since a number may be that of another port. */
function placing(count: number): string {
  const names = ['PORT', ...furtherPorts(count)];
  const to = (text: string, by: string): string => `-e "s/127\\.0\\.0\\.1:${text}/127.0.0.1:${by}/g"`;
  return [
    ...names.map((name, i) => to(`${PORT + i}`, `<${name}>`)),
    ...names.map((name) => to(`<${name}>`, `$${name}`)),
  ].join(' ');
}

const playing = (ports: number): string[] => [
  `node play.mjs exchange.json ${['PORT', ...furtherPorts(ports)].map((name) => `"$${name}"`).join(' ')} > played.txt 2> errors-of-play.txt`,
  'came=$?',
];

/** The name of a header in patterns of grep and sed, and in replacements of sed. */
const inPattern = (name: string): string => name.replace(/[.*^$&[\]\\/]/g, '\\$&');

function looking(look: EvidenceSource): string {
  switch (look.at) {
    case 'play':
      return 'cat played.txt';
    case 'output':
      return 'cat output.txt';
    case 'body':
      return `cat answer-${look.request}`;
    case 'answer':
      return `{ cat answer-${look.request}; echo; }`;
    case 'response':
      return `{ cat response-${look.request}; echo; }`;
    case 'status':
      return `sed -n '1s/^HTTP[^ ]* \\([0-9]*\\).*/status \\1/p' head-${look.request}`;
    case 'header':
      return `header '${inPattern(look.name).replaceAll("'", `'\\''`)}' head-${look.request}`;
    case 'log':
      return 'lines_of_scripts';
  }
}
