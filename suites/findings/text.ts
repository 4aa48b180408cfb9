/** FINDINGS.md: one report for each cause, in the form that maintainers ask for. */
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXCHANGE_FILE } from '../reproducers/exchanges.js';
import { PLAY_FILE } from '../reproducers/playing/written.js';
import { citation, commandOf, fenced } from '../reproducers/readme.js';
import type { Reproducer } from '../reproducers/reproducer.js';
import type { FindingCause } from './causes.js';

/** A cause with its script. */
export interface HostFinding {
  readonly cause: FindingCause;
  readonly severity: Severity;
  /** Absent if none could be written; `why` has the reason. */
  readonly written: Reproducer | undefined;
  readonly why?: string | undefined;
  /** The command that runs the script by hand; absent for a server. */
  readonly command?: string | undefined;
}

export type Severity = 'crash' | 'hang' | 'wrong';

const WORST_FIRST: readonly Severity[] = ['crash', 'hang', 'wrong'];

/** The examined hosts, each with its versions. */
export interface HostSummary {
  readonly key: string;
  readonly runtime: string;
  readonly build: string;
  readonly cases: number;
}

/** A document by the number with which its rows begin. */
export interface NamedDocument {
  readonly id: number;
  readonly title: string;
}

export function findingsText(
  findings: readonly HostFinding[],
  looked: readonly HostSummary[],
  documents: readonly NamedDocument[],
): string {
  const isOfDocument = ({ cause }: HostFinding): boolean => cause.deviation?.fault === 'document';
  const sorted = WORST_FIRST.flatMap((severity) => findings.filter((one) => one.severity === severity));
  const own = sorted.filter((one) => !isOfDocument(one));
  const parts: readonly FindingsSection[] = [
    { title: 'Crashes and hangs', some: own.filter(({ severity }) => severity !== 'wrong') },
    { title: 'Wrong answers', some: own.filter(({ severity }) => severity === 'wrong') },
    { title: 'Where the document is at fault', some: sorted.filter(isOfDocument) },
  ];
  return [
    '# Where real hosts differ from the documents',
    '',
    'Written by `npm run findings` from runs of the suite on the hosts below; not edited by hand. It lists where the newest of them differ',
    'from the documents, and crashes and hangs of any. Each finding has one cause and the smallest input that was found. Each script was run alone, without the suite,',
    'twice, before it was written here. `srvspec replay CASE --write DIR` writes a folder of it for a bug report.',
    '',
    ...documents.map(({ id, title }) => `- document ${id}: ${title}`),
    '',
    '| host | runtime | server or program | cases run |',
    '|---|---|---|---|',
    ...looked.map(({ key, runtime, build, cases }) => `| ${key} | ${runtime} | ${build} | ${cases} |`),
    '',
    ...parts.flatMap(contents),
    '',
    ...parts.flatMap(section),
  ].join('\n');
}

/** Findings of one kind. */
interface FindingsSection {
  readonly title: string;
  readonly some: readonly HostFinding[];
}

const contents = ({ title, some }: FindingsSection): string[] =>
  some.length === 0 ? [] : [`- ${title}`, ...some.map((one) => `  - [${headingOf(one)}](#${anchorOf(one)})`)];

const section = ({ title, some }: FindingsSection): string[] =>
  some.length === 0 ? [] : [`## ${title}`, '', ...some.flatMap((one) => findingText(one))];

/** A permanent name of the cause: that of the first case that shows it. */
const anchorOf = ({ cause }: HostFinding): string => cause.id.split(',')[0]?.replace(/[^\w]+/g, '-') ?? cause.id;

/** The first observation, in one line. */
function headingOf({ cause, severity }: HostFinding): string {
  const [sighting] = cause.sightings;
  const said =
    cause.deviation?.observed ?? `${sighting?.requirement.says ?? ''} Not so: ${sighting?.of.observed ?? ''}`;
  const [sentence = said] = said.split(/\. (?=[A-Z])/);
  const cut = sentence.slice(40).search(/; |, and |, where /);
  const first = cut < 0 ? sentence : sentence.slice(0, 40 + cut);
  const text = first.length > 120 ? `${first.slice(0, 119)}…` : first.replace(/\.$/, '');
  return `${severity === 'wrong' ? '' : `${severity}: `}${escaped(text)}`;
}

/** Escaped, so that Markdown shows it unchanged. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&');

function findingText(finding: HostFinding): string[] {
  const { cause, severity, written, why } = finding;
  const { deviation, sightings } = cause;
  const [first] = sightings;
  if (first === undefined) return [];
  const { requirement } = first;
  return [
    `<a id="${anchorOf(finding)}"></a>`,
    '',
    `### ${headingOf(finding)}`,
    '',
    `**${SEVERITIES[severity]}** · ${hostsOf(cause)} · ${sinceOf(cause)}`,
    '',
    ...(deviation === undefined ? [] : [escaped(`${deviation.observed} ${deviation.why}`), '']),
    `Expected, in our words: ${escaped(requirement.says)} (${citation(requirement.rows)})`,
    '',
    ...(written === undefined
      ? [`No script shows it by itself: ${escaped(why ?? '')}`, '']
      : scriptOf(written, finding.command)),
    `Seen in ${casesOf(cause)}.`,
    '',
  ];
}

const SEVERITIES: { readonly [severity in Severity]: string } = {
  crash: 'The program goes down',
  hang: 'The program hangs',
  wrong: 'Wrong answer',
};

function hostsOf({ sightings }: FindingCause): string {
  const names = new Map(
    sightings.map(({ host, report }) => [
      host.key,
      `${report.target.runtimeVersion} ${report.target.engine} ${host.target.kind}`,
    ]),
  );
  return `seen in ${[...names.values()].join(', ')}`;
}

function sinceOf({ deviation, sightings }: FindingCause): string {
  if (deviation === undefined) return 'not recorded yet';
  const engines = new Set(sightings.map(({ report }) => report.target.engine));
  const { njs = [], qjs = [] } = deviation.tried ?? {};
  const tried = [...(engines.has('njs') ? njs : []), ...(engines.has('qjs') ? qjs : [])];
  return sinceText(
    deviation,
    tried,
    sightings.map(({ report }) => report.target.runtimeVersion),
  );
}

/** The first version that showed it, and the knowledge about others. */
export function sinceText(
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
  tried: readonly string[],
  seen: readonly string[],
): string {
  const [first = ''] = [...seen].sort(byVersion);
  const before = [...new Set(tried)].filter((one) => since !== undefined && byVersion(one, since) < 0);
  const last = until === undefined ? '' : `, not after ${until}`;
  return `${before.length > 0 ? `since ${first} (not in ${before.join(', ')})` : `since ${first} or earlier`}${last}`;
}

/** `0.10.0` comes after `0.9.9`. */
const byVersion = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** The most lines of a script that are shown; longer ones are in the folder that `replay --write` creates. */
const MOST_LINES = 60;
const MOST_TEXT = 400;

const bounded = (text: string): string =>
  text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}… (${text.length} characters)` : text;

/** The part of a long text around the first difference from the other. */
function around(text: string, other: string): string {
  if (text.length <= MOST_TEXT) return text;
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const from = Math.max(0, at - MOST_TEXT / 4);
  const part = text.slice(from, from + MOST_TEXT / 2);
  return `${from > 0 ? '…' : ''}${part}${from + part.length < text.length ? '…' : ''} (${text.length} characters)`;
}

function scriptOf(
  { files, candidate, expected, actual = '', versions, replay }: Reproducer,
  command: string | undefined,
): string[] {
  const script = scriptIn(files);
  const { runtime, engine, build } = versions;
  const [program = ''] = build.split('\n');
  const exchange = files[EXCHANGE_FILE];
  const configuration = String(files['nginx.conf'] ?? '');
  const right = expected.length === 0 ? [candidate.right.description] : expected;
  return [
    `This was run with njs ${runtime}, engine ${engine}${command === undefined ? `, ${program.replace(/^nginx version: /, '')}` : ', command line'}:`,
    '',
    ...(isLong(script)
      ? ['The script is long; it is written by', '', ...fenced(writing(replay), 'sh')]
      : fenced(script, 'js')),
    ...(configuration === '' ? [] : ['', ...fenced(essential(configuration).join('\n'), 'nginx')]),
    ...(command === undefined ? [] : ['', ...fenced(command, 'sh')]),
    ...(exchange === undefined
      ? []
      : ['', `\`${PLAY_FILE}\` does this, step by step:`, '', ...fenced(bounded(String(exchange)), 'json')]),
    ...(configuration === '' || candidate.requests.length === 0
      ? []
      : ['', ...fenced(candidate.requests.map((one) => bounded(commandOf(one))).join('\n'), 'sh')]),
    '',
    'Expected:',
    '',
    ...right.flatMap((text, i) => [...(i === 0 ? [] : ['', 'or', '']), ...fenced(around(text, actual))]),
    '',
    'Seen:',
    '',
    ...fenced(around(actual, right[0] ?? '')),
    '',
  ];
}

/** The handlers or the script. */
export const scriptIn = (files: Reproducer['files']): string => String(files['script.js'] ?? files['handler.js'] ?? '');

const isLong = (script: string): boolean => script.split('\n').length > MOST_LINES;

/** The command that writes the folder; paths are relative to the package's root. */
const writing = (replay: string): string =>
  replay.replace('srvspec replay', 'srvspec replay --write DIR').replaceAll(PACKAGE_ROOT.replace(/\/?$/, '/'), '');

/** The part of a configuration that the case itself needs. */
function essential(configuration: string): string[] {
  const frame =
    /^\s*(load_module|daemon|master_process|pid|error_log|events|access_log|\w+_temp_path|keepalive_timeout)\b/;
  return configuration.split('\n').filter((line) => line !== '' && !frame.test(line));
}

function casesOf({ sightings }: FindingCause): string {
  const ids = [...new Set(sightings.map(({ of }) => of.id))];
  const shown = ids
    .slice(0, 6)
    .map((id) => `\`${id}\``)
    .join(', ');
  return ids.length > 6 ? `${shown} and ${ids.length === 7 ? 'one more case' : `${ids.length - 6} more cases`}` : shown;
}
