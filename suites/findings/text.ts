/** FINDINGS.md: a summary, then the findings, the worst kind first. */
import { findingAnchor } from '../../reports/finding-anchor.js';
import type { RunReport } from '../../reports/model.js';
import { fenced } from '../reproducers/readme.js';
import type { FindingCause, FindingCauses, ObservedViolation } from './causes.js';
import { digestLine } from './digest.js';
import { escaped, type Finding, isShort, MOST_SCRIPT_LINES, titleOf, versionsOf } from './finding.js';
import { byKind, FINDING_KINDS, KINDS_IN_ORDER, kindOf } from './kinds.js';
import { blame, expectation, observations, resultsOf, scriptParts, writingCommand } from './parts.js';
import { configurationOf, USUAL_REQUEST } from './written.js';

/** The examined hosts, each with its versions. */
export interface HostSummary {
  readonly key: string;
  readonly runtime: string;
  readonly build: string;
  readonly cases: number;
  /** By the id of the case. */
  readonly verdicts: ReadonlyMap<string, string>;
}

/** Everything that FINDINGS.md shows, with recorded causes that only runs at full depth show. */
interface FindingsContent extends Pick<FindingCauses, 'unseen'>, Pick<RunReport, 'documents'> {
  readonly digest: string;
  readonly hosts: readonly HostSummary[];
  /** Seen on the newest release, in the order in which they are shown. */
  readonly findings: readonly Finding[];
  /** Seen only on earlier releases. */
  readonly mended: readonly FindingCause[];
  /** Ids of the findings with a page of their own. */
  readonly pages: ReadonlySet<string>;
}

const USUAL_CONFIGURATION = configurationOf(undefined);
/** Shown once for all. */
const USUAL = [
  ...[USUAL_CONFIGURATION, configurationOf('qjs'), USUAL_REQUEST, 'curl -s -g --path-as-is -i http://127.0.0.1:18080/'],
  ...['njs -n njs script.js', 'njs -m -n QuickJS script.js'],
];

/** Findings of one kind. */
interface FindingsSection {
  readonly title: string;
  readonly some: readonly Finding[];
}

export function findingsText(content: FindingsContent): string {
  const { digest, hosts, documents, findings, mended, pages } = content;
  const sections = sectionsOf(findings);
  return [
    '# Where real hosts differ from the documents',
    '',
    digestLine(digest),
    '',
    'Written by `npm run findings` from runs of the suite on the hosts below and from `suites/deviations`; not edited by hand.',
    'A finding is one cause with the smallest input that shows it. Each script was run without the suite: it failed twice on its host and passed on the reference.',
    '',
    'Scripts that export handlers run in nginx with this configuration and request, unless others are shown; the engine qjs also has `js_engine qjs;` in the block `http`.',
    'Other scripts run by `njs -n njs script.js` or, with the engine qjs, by `njs -m -n QuickJS script.js`.',
    '',
    ...fenced(USUAL_CONFIGURATION, 'nginx'),
    ...fenced(USUAL_REQUEST, 'sh'),
    '',
    ...documents.map(({ id, title }) => `- document ${id}: ${title}`),
    '',
    '| host | runtime | server or program | cases run |',
    '|---|---|---|---|',
    ...hosts.map(({ key, runtime, build, cases }) => `| ${key} | ${runtime} | ${build} | ${cases} |`),
    '',
    ...countsTable([...findings.map(({ cause }) => cause), ...mended]),
    '',
    ...sections.flatMap(contents),
    '',
    ...sections.flatMap(({ title, some }) =>
      some.length === 0 ? [] : [`## ${title}`, '', ...some.flatMap((one) => findingText(one, pages.has(one.cause.id)))],
    ),
    ...mendedTable(mended),
    ...unseenList(content.unseen),
  ].join('\n');
}

/** By kind; doubtful findings, and those that no script shows, are set apart. */
function sectionsOf(findings: readonly Finding[]): readonly FindingsSection[] {
  const sure = findings.filter(({ doubt, script }) => doubt === undefined && script !== undefined);
  return [
    ...KINDS_IN_ORDER.map((kind) => ({ title: FINDING_KINDS[kind], some: sure.filter((one) => one.kind === kind) })),
    {
      title: 'Shown by no script',
      some: findings.filter(({ doubt, script }) => doubt === undefined && script === undefined),
    },
    { title: 'Doubtful: the document may be wrong', some: findings.filter(({ doubt }) => doubt !== undefined) },
  ];
}

/** Causes by kind and by engine and version. */
function countsTable(causes: readonly FindingCause[]): string[] {
  const columns = [...new Set(causes.flatMap(({ sightings }) => sightings.map(columnOf)))].sort();
  const countIn = (kind: string, column: string): number =>
    causes.filter(({ sightings }) => {
      const here = sightings
        .filter((one) => columnOf(one) === column)
        .map(({ of, deviation }) => kindOf(of, deviation));
      return here.sort(byKind)[0] === kind;
    }).length;
  const row = (title: string, counts: readonly number[]): string => `| ${title} | ${counts.join(' | ')} |`;
  const counts = KINDS_IN_ORDER.map((kind) => columns.map((column) => countIn(kind, column)));
  return [
    `| causes | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...KINDS_IN_ORDER.map((kind, i) => row(FINDING_KINDS[kind], counts[i] ?? [])),
    row(
      'all',
      columns.map((_, at) => counts.reduce((sum, line) => sum + (line[at] ?? 0), 0)),
    ),
  ];
}

const columnOf = ({ report: { target } }: ObservedViolation): string => `${target.engine} ${target.runtimeVersion}`;

const contents = ({ title, some }: FindingsSection): string[] =>
  some.length === 0
    ? []
    : [`- ${title}`, ...some.map(({ cause }) => `  - [${escaped(titleOf(cause))}](#${findingAnchor(cause.id)})`)];

function findingText(finding: Finding, hasPage: boolean): string[] {
  const { cause, script } = finding;
  const anchor = findingAnchor(cause.id);
  const [observed, ...others] = observations(cause);
  const title = escaped(titleOf(cause));
  const isShown = script !== undefined && !hasPage && isShort(script);
  return [
    `### <a id="${anchor}"></a>${title}`,
    // A backslash breaks the line.
    `${versionsOf(cause.sightings)} · ${placesOf(cause)} · ${casesOf(cause)}\\`,
    ...(observed === `${title}.` ? [] : [`${observed}\\`]),
    `${blame(finding)}\\`,
    `Expected: ${expectation(cause)}`,
    ...others,
    ...(isShown ? [] : ['']),
    ...(script === undefined ? [NO_SCRIPT, ''] : []),
    ...(hasPage ? [`Script and results: [the report](findings/${anchor}.md).`, ''] : []),
    ...(script === undefined || hasPage ? [] : shownScript(finding)),
  ];
}

/** How a script fails may differ from run to run; the command prints it. */
const NO_SCRIPT = 'No script shows it: alone, without the suite, a script does not give this result.';

function shownScript({ cause, script }: Finding): string[] {
  if (script === undefined) return [];
  if (!isShort(script))
    return [
      `Its script has more than ${MOST_SCRIPT_LINES} lines; this command writes it:`,
      '',
      ...fenced(writingCommand(cause), 'sh'),
      '',
    ];
  const { right, seen } = resultsOf(script);
  const results = [...right, seen];
  const areShort = results.every((text) => /^[ -~]{1,100}\n?$/.test(text) && !text.includes('`'));
  return [
    ...scriptParts(script, USUAL),
    ...(areShort
      ? [
          `Expected ${right.map((text) => `\`${text.trimEnd()}\``).join(' or ')}, seen \`${seen.trimEnd()}\` (${script.program}).`,
        ]
      : [
          'Expected:',
          ...right.flatMap((text, i) => [...(i === 0 ? [] : ['or']), ...fenced(text)]),
          `Seen (${script.program}):`,
          ...fenced(seen),
        ]),
    '',
  ];
}

const KIND_NAMES: { readonly [kind: string]: string } = { nginx: 'nginx', cli: 'command line' };

/** The programs that show it. */
const placesOf = ({ sightings }: FindingCause): string =>
  [...new Set(sightings.map(({ host }) => KIND_NAMES[host.target.kind] ?? host.target.kind))].sort().join(' and ');

function casesOf({ sightings }: FindingCause): string {
  const ids = [...new Set(sightings.map(({ of }) => of.id))];
  return `\`${ids[0]}\`${ids.length === 1 ? '' : ` and ${ids.length - 1} more`}`;
}

const cell = (text: string): string => escaped(text).replaceAll('\n', ' ');

function mendedTable(mended: readonly FindingCause[]): string[] {
  const kindIn = ({ sightings }: FindingCause) =>
    sightings.map(({ of, deviation }) => kindOf(of, deviation)).sort(byKind)[0];
  const sorted = KINDS_IN_ORDER.flatMap((kind) => mended.filter((one) => kindIn(one) === kind));
  return sorted.length === 0
    ? []
    : [
        '## Not in the newest release',
        '',
        'The newest release does not show these any more.',
        '',
        '| finding | kind | seen in |',
        '|---|---|---|',
        ...sorted.map(
          (one) =>
            `| <a id="${findingAnchor(one.id)}"></a>${cell(titleOf(one))} | ${FINDING_KINDS[kindIn(one) ?? 'answer']} | ${versionsOf(one.sightings)} |`,
        ),
        '',
      ];
}

const unseenList = (unseen: readonly string[]): string[] =>
  unseen.length === 0
    ? []
    : [
        '## Only at full depth',
        '',
        'Runs at standard depth do not show these recorded causes; `suites/deviations` describes them.',
        '',
        ...unseen.map((id) => `- <a id="${findingAnchor(id)}"></a>\`${id}\``),
        '',
      ];
