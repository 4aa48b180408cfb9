/** The text that a reproducer is sent with, in the form in which the maintainers of njs ask for reports. */
import { MODULE_FILE, PORT } from './configuration.js';
import type { FaultRequest } from './fault.js';
import type { ProvenScript } from './proof.js';
import { curlLine, type RequestCommand } from './requests.js';
import type { Program } from './setting.js';
import { expectedFile } from './trying.js';

/** What is known of the fault and of where it was seen. */
export interface FaultReport {
  readonly id: string;
  /** Of the requirement. */
  readonly says: string;
  readonly rows: readonly string[];
  readonly known?: FaultRequest['known'];
  readonly program: Pick<Program, 'kind' | 'name' | 'variable' | 'command'>;
  readonly versions: Versions;
  readonly replay: string;
  readonly reason: 'wrong' | 'crash' | 'hang';
  /** What `run.sh` does before the program is started, in clauses: by hand that is much. */
  readonly prepares: readonly string[];
  /** What stands before the command and behind the script, in the case of a command line. */
  readonly start: { readonly before: string; readonly after: string };
}

export interface Versions {
  readonly srvspec: string;
  readonly target: string;
  readonly runtime: string;
  /** Of njs alone: others have no engine to choose. */
  readonly engine?: string;
  /** What `nginx -V` prints, or the runtime's own `-v`. */
  readonly build: string;
  readonly system: string;
}

/** Characters that no reader shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for
const CONTROL = /[\0-\x09\x0b-\x1f\x7f]/g;

export const fenced = (text: string, language = ''): string[] => {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const shown = text
    .replace(/\n$/, '')
    .replace(CONTROL, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [`${fence}${language}`, shown === '' ? '(nothing)' : shown, fence];
};

/** Characters of a text that stand in it; all of it is in its file. */
const MOST_SHOWN = 2000;

const fencedPart = (text: string, file: string): string[] =>
  text.length <= MOST_SHOWN
    ? fenced(text)
    : [...fenced(text.slice(0, MOST_SHOWN)), '', `… and ${text.length - MOST_SHOWN} more characters: \`${file}\``];

/** `ports` are those of the configuration, where `play.mjs` deals with the server. */
export function readmeText(report: FaultReport, script: ProvenScript, ports: number | undefined): string {
  const { id, known, versions, says, rows, replay } = report;
  const { statuses, actual, expected, candidate } = script;
  const right = expected.flatMap((text, i) => [...(i === 0 ? [] : ['or']), ...fencedPart(text, expectedFile(i))]);
  return [
    `# ${titleOf(report)}`,
    '',
    '### Describe the bug',
    '',
    ...(known === undefined ? [] : [known.observed, '', ...(known.fault === 'host' ? [known.why, ''] : [])]),
    ...['Seen:', '', ...fencedPart(actual, 'actual.txt'), ''],
    ...['### To reproduce', '', ...steps(report, candidate.requests, ports), ''],
    ...['### Expected behavior', '', ...(right.length === 0 ? [candidate.right.description] : right), ''],
    `The rule, in our words: ${says} (${citation(rows)})`,
    '',
    '### Your environment',
    '',
    `- ${runtimeName(report)}${versions.engine === undefined ? '' : `, engine ${versions.engine}`}`,
    `- ${versions.system}`,
    ...fenced(versions.build),
    '',
    '### Additional context',
    '',
    `Written by srvspec ${versions.srvspec} from \`${id}\`; \`run.sh\` was run ${statuses.length} times in an empty folder and ended with status ${statuses.join(' and ')}, and with srvspec's reference with status 1.`,
    'To see it again with srvspec:',
    '',
    ...fenced(replay),
    '',
  ].join('\n');
}

/** The documents and the rows. */
export const citation = (rows: readonly string[]): string =>
  `document ${[...new Set(rows.map((row) => row.split('/')[0]))].join(', ')}, ${rows.map((row) => `\`${row}\``).join(', ')}`;

function titleOf(report: FaultReport): string {
  const { engine } = report.versions;
  return violating(`${runtimeName(report)}${engine === undefined ? '' : ` (${engine})`}`, report);
}

const violating = (who: string, { reason, says }: Pick<FaultReport, 'reason' | 'says'>): string =>
  `${who} violates${reason === 'wrong' ? '' : ` by a ${reason}`}: ${says}`;

const runtimeName = ({ program, versions }: Pick<FaultReport, 'versions' | 'program'>): string =>
  `${program.name} ${versions.runtime}`;

function steps(
  { program, prepares, start }: FaultReport,
  requests: readonly RequestCommand[],
  ports?: number,
): string[] {
  const { kind, variable, command } = program;
  const isByHand = prepares.length === 0;
  const options =
    kind === 'cli'
      ? `\`${variable}\` sets another command than \`${command}\`.`
      : `\`${variable}\` sets another command than \`${command}\`, \`MODULES\` the folder of its modules, \`PORT\` another port (\`PORT1\` and so on are further ports), and \`ENGINE\` another engine (\`none\` omits \`js_engine\`).`;
  const run = [
    isByHand ? '' : `\`run.sh\` ${listed(prepares)}.`,
    `${isByHand ? 'Or run' : 'Run'} \`sh run.sh\`: it exits with 0 if the fault is there, 1 if it is not, and 2 if it cannot decide.`,
    options,
  ];
  if (!isByHand) return run;
  if (kind === 'cli')
    return ['Run `script.js`:', '', ...fenced(`${start.before}${command} script.js${start.after}`, 'sh'), ...run];
  const commands = [
    'ln -s /usr/lib/nginx/modules modules',
    `${command} -p "$PWD/" -e error.log -c nginx.conf &`,
    ...requests.map(commandOf),
    ...(ports === undefined ? [] : [playCommand(ports)]),
  ];
  const isRaw = requests.some(({ curl }) => curl === undefined);
  return [
    `Start the server with \`nginx.conf\` and \`${MODULE_FILE}\` in this folder; \`modules\` is a link to the folder of its modules:`,
    ...['', ...fenced(commands.join('\n'), 'sh')],
    ...(ports === undefined ? [] : ['', PLAY_TEXT]),
    ...(isRaw
      ? ['', 'The bytes of a request that curl cannot send stand in a file; bash sends them as they are.']
      : []),
    ...run,
  ];
}

const PLAY_TEXT =
  '`exchange.json` holds what is done, step by step; `play.mjs` does it, and prints what comes. It takes Node, and nothing else.';

const listed = (clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join() : `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1)}`;

/** How steps are played by hand, with the ports of the configuration. */
const playCommand = (ports: number): string =>
  ['node play.mjs exchange.json', ...Array.from({ length: ports }, (_, i) => PORT + i)].join(' ');

/** How a request is sent by hand. */
export function commandOf({ curl, files }: RequestCommand): string {
  if (curl !== undefined) return curlLine(['-i', ...curl], false);
  const [file = ''] = Object.keys(files);
  return `bash -c 'exec 3<>/dev/tcp/127.0.0.1/18080; cat ${file} >&3; cat <&3'`;
}
