/** The text of a reproducer, in the form that the maintainers of njs ask for in reports. */
import { citedRows } from '../../reports/wording.js';
import { BYSTANDER } from '../language/bystander.js';
import { FOLDER } from '../language/fixture.js';
import type { Trial } from '../language/trial.js';
import { MODULE_FILE, PORT } from './configuration.js';
import type { FaultRequest } from './fault.js';
import { PLAY_FILE } from './playing/written.js';
import type { ProvenScript } from './proof.js';
import { curlLine, type RequestCommand } from './requests.js';
import { typedStart } from './shell-parts.js';
import { expectedFile } from './trying.js';

/** The versions that showed the fault. */
export interface Versions {
  readonly srvspec: string;
  readonly target: string;
  readonly runtime: string;
  /** Only for njs: other runtimes have no choice of engines. */
  readonly engine?: string;
  /** The output of `nginx -V`, or of the runtime's own `-v`. */
  readonly build: string;
  readonly system: string;
}

/** The proven script. */
interface ReadmeParts {
  readonly trial: Trial;
  readonly reason: string;
  readonly versions: Versions;
  readonly script: ProvenScript;
}

/** Characters that no reader shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
const CONTROL = /[\0-\x09\x0b-\x1f\x7f]/g;

export const fenced = (text: string, language = ''): string[] => {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const shown = text
    .replace(/\n$/, '')
    .replace(CONTROL, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [`${fence}${language}`, shown === '' ? '(nothing)' : shown, fence];
};

/** The number of characters of a text that are shown; its file has all of it. */
const MOST_SHOWN = 2000;

const fencedPart = (text: string, file: string): string[] =>
  text.length <= MOST_SHOWN
    ? fenced(text)
    : [...fenced(text.slice(0, MOST_SHOWN)), '', `… and ${text.length - MOST_SHOWN} more characters: \`${file}\``];

export function readmeText(request: FaultRequest, parts: ReadmeParts): string {
  const { of, says, known, replay, program } = request;
  const { reason, versions, script } = parts;
  const { statuses, actual, expected, candidate } = script;
  const right = expected.flatMap((text, i) => [...(i === 0 ? [] : ['or']), ...fencedPart(text, expectedFile(i))]);
  const runtime = `${program.name} ${versions.runtime}`;
  const { engine } = versions;
  return [
    `# ${runtime}${engine === undefined ? '' : ` (${engine})`} violates${reason === 'wrong' ? '' : ` by a ${reason}`}: ${says}`,
    '',
    '### Describe the bug',
    '',
    ...(known === undefined ? [] : [known.observed, '', ...(known.fault === 'host' ? [known.why, ''] : [])]),
    ...['Seen:', '', ...fencedPart(actual, 'actual.txt'), ''],
    ...['### To reproduce', '', ...steps(request, parts), ''],
    ...['### Expected behavior', '', ...(right.length === 0 ? [candidate.right.description] : right), ''],
    `The rule, in our words: ${says} (${citation(of.rows)})`,
    '',
    '### Your environment',
    '',
    `- ${runtime}${engine === undefined ? '' : `, engine ${engine}`}`,
    `- ${versions.system}`,
    ...fenced(versions.build),
    '',
    '### Additional context',
    '',
    `Written by srvspec ${versions.srvspec} from \`${of.id}\`; \`run.sh\` was run ${statuses.length} times in an empty folder and ended with status ${statuses.join(' and ')}, and with srvspec's reference with status 1.`,
    'To see it again with srvspec:',
    '',
    ...fenced(replay),
    '',
  ].join('\n');
}

/** The documents and the rows. */
export function citation(rows: readonly string[]): string {
  const documents = [...new Set(rows.map((row) => row.split('/')[0]))].join(', ');
  return `${documents && `document ${documents}, `}${citedRows(rows, (row) => `\`${row}\``)}`;
}

function steps({ program, of }: FaultRequest, { trial, script: { candidate, files } }: ReadmeParts): string[] {
  const { kind, variable, command } = program;
  const prepares = preparing(trial);
  const isByHand = prepares.length === 0;
  const server =
    ', `MODULES` the folder of its modules, `PORT` another port (`PORT1` and so on are further ports), and `ENGINE` another engine (`none` omits `js_engine`)';
  const run = [
    isByHand ? '' : `\`run.sh\` ${prepares.join(' and ')}.`,
    `${isByHand ? 'Or run' : 'Run'} \`sh run.sh\`: it exits with 0 if the fault is there, 1 if it is not, and 2 if it cannot decide.`,
    `\`${variable}\` sets another command than \`${command}\`${kind === 'cli' ? '' : server}.`,
  ];
  if (!isByHand) return run;
  if (kind === 'cli') {
    const { before, after } = typedStart(of.body.started);
    return ['Run `script.js`:', '', ...fenced(`${before}${command} script.js${after}`, 'sh'), ...run];
  }
  const { requests, ports } = candidate;
  const isPlayed = PLAY_FILE in files;
  const commands = [
    'ln -s /usr/lib/nginx/modules modules',
    `${command} -p "$PWD/" -e error.log -c nginx.conf &`,
    ...requests.map(commandOf),
    ...(isPlayed ? [playCommand(ports)] : []),
  ];
  const isRaw = requests.some(({ curl }) => curl === undefined);
  return [
    `Start the server with \`nginx.conf\` and \`${MODULE_FILE}\` in this folder; \`modules\` is a link to the folder of its modules:`,
    ...['', ...fenced(commands.join('\n'), 'sh')],
    ...(isPlayed ? ['', PLAY_TEXT] : []),
    ...(isRaw ? ['', 'The bytes of a request that curl cannot send are in a file; bash sends them unchanged.'] : []),
    ...run,
  ];
}

/** The preparations of `run.sh` before the program starts, which are much work by hand. */
const preparing = ({ disk, bystander }: Trial): string[] => [
  ...(disk === undefined
    ? []
    : [`creates the files that the script uses, and writes their folder in place of \`${FOLDER}\``]),
  ...(bystander === true
    ? [`starts a process for the signals, and writes its process id in place of \`${BYSTANDER}\``]
    : []),
];

const PLAY_TEXT = '`exchange.json` has the steps; `play.mjs` performs them and prints the results. It needs only Node.';

/** The command that repeats the steps by hand, with the ports of the configuration. */
const playCommand = (ports: number): string =>
  ['node play.mjs exchange.json', ...Array.from({ length: ports }, (_, i) => PORT + i)].join(' ');

/** The command that sends a request by hand. */
export function commandOf({ curl, files }: RequestCommand): string {
  if (curl !== undefined) return curlLine(['-i', ...curl], false);
  const [file = ''] = Object.keys(files);
  return `bash -c 'exec 3<>/dev/tcp/127.0.0.1/18080; cat ${file} >&3; cat <&3'`;
}
