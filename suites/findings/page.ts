/** A page of one finding, in the form of a report that the makers of njs ask for. */
import { fenced } from '../reproducers/readme.js';
import { type Finding, titleOf, versionsOf } from './finding.js';
import { FINDING_KINDS } from './kinds.js';
import { blame, expectation, observations, resultsOf, scriptParts, writingCommand } from './parts.js';
import type { HostSummary } from './text.js';

/** The hosts are all that were examined. */
export function pageText(finding: Finding, hosts: readonly HostSummary[]): string {
  const { cause, kind, script } = finding;
  const { deviations, sightings } = cause;
  const observed = observations(cause);
  const cases = [...new Set(sightings.map(({ of }) => of.id))];
  const showing = new Set(sightings.map(({ host }) => host.key));
  const results = script === undefined ? undefined : resultsOf(script);
  return [
    `# ${titleOf(cause)}`,
    '',
    'Written by `npm run findings`; not edited by hand.',
    '',
    '### Describe the bug',
    '',
    ...observed.flatMap((text, i) => (i === 1 ? ['', text] : [text])),
    '',
    `${FINDING_KINDS[kind]} · ${versionsOf(sightings)}`,
    '',
    ...reproduction(script),
    '### Expected behavior',
    '',
    ...(results?.right ?? []).flatMap((text, i) => [...(i === 0 ? [] : ['or']), ...fenced(text)]),
    '',
    expectation(cause),
    '',
    '### Actual behavior',
    '',
    ...fenced(results?.seen ?? ''),
    '',
    ...environment(hosts, cases, showing),
    '### Additional context',
    '',
    blame(finding),
    ...(deviations.some(({ varies }) => varies === true) ? ['', 'The result depends on chance.'] : []),
    '',
    'The script failed in each of two runs, and passed on the reference of srvspec. This command writes the case as a script that judges its result:',
    '',
    ...fenced(writingCommand(cause), 'sh'),
  ].join('\n');
}

const reproduction = (script: Finding['script']): readonly string[] => [
  '### To reproduce',
  '',
  ...(script === undefined ? [] : [`With ${script.program}:`, '', ...scriptParts(script)]),
  '',
];

const environment = (
  hosts: readonly HostSummary[],
  cases: readonly string[],
  showing: ReadonlySet<string>,
): readonly string[] => [
  '### Environment',
  '',
  'Packages of Debian:',
  '',
  '| release | runtime | program | shows it |',
  '|---|---|---|---|',
  ...hosts.map((host) => environmentRow(host, cases, showing.has(host.key))),
  '',
];

/** A host that conforms in a case does not show it; otherwise it was not observed there. */
function environmentRow(
  { key, runtime, build, verdicts }: HostSummary,
  cases: readonly string[],
  shows: boolean,
): string {
  const [kind, release] = key.split('-');
  const program = kind === 'cli' ? 'command line' : build.replace(/^nginx version: /, '');
  const isSound = cases.some((id) => verdicts.get(id) === 'conforms' || verdicts.get(id) === 'recorded');
  return `| ${release} | ${runtime} | ${program} | ${shows ? 'yes' : isSound ? 'no' : 'not observed'} |`;
}
