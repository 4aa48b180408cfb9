/** The parts of a finding that FINDINGS.md and its own page both show. */
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { PLAY_FILE } from '../reproducers/playing/written.js';
import { citation, fenced } from '../reproducers/readme.js';
import type { FindingCause } from './causes.js';
import type { Finding, FindingScript } from './finding.js';
import { escaped } from './finding.js';

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

/** The script, the configuration and the commands, each in a fence of its own; `usual` ones are left out. */
export function scriptParts(script: FindingScript, usual: readonly string[] = []): string[] {
  const { command, source, exchange } = script;
  const configuration = usual.includes(script.configuration) ? '' : script.configuration;
  const commands = [...(command === undefined ? [] : [command]), ...script.requests.map(bounded)].filter(
    (one) => !usual.includes(one),
  );
  return [
    ...fenced(source.trimEnd(), 'js'),
    ...(configuration === '' ? [] : fenced(configuration, 'nginx')),
    ...(exchange === undefined
      ? []
      : [`\`${PLAY_FILE}\` does this, step by step:`, '', ...fenced(bounded(exchange), 'json')]),
    ...(commands.length === 0 ? [] : fenced(commands.join('\n'), 'sh')),
  ];
}

/** Two of many right results are enough. */
const MOST_RIGHT = 2;

/** The right results, and the observed one. */
export const resultsOf = ({
  expected,
  actual,
}: FindingScript): { readonly right: string[]; readonly seen: string } => ({
  right: expected.slice(0, MOST_RIGHT).map((text) => around(text, actual)),
  seen: around(actual, expected[0] ?? ''),
});

/** What was observed with this cause, and what other entries with the same cause add. */
export function observations({ deviations }: FindingCause): readonly [first: string, ...others: string[]] {
  const [first = '', ...others] = new Set(deviations.map(({ observed }) => escaped(observed.trim())));
  return [first, ...others.map((text) => `- ${text}`)];
}

/** The requirement in our words, its rows, and the standard that says the same. */
export function expectation({ sightings: [first] }: FindingCause): string {
  if (first === undefined) return '';
  const { says, rows, strength } = first.requirement;
  const { standard } = first.deviation;
  const agrees = standard === undefined ? '' : `; so says ${standard}`;
  const expected = strength === 'open' ? 'Whatever the result is, the program goes on.' : escaped(says);
  return `${expected} (${citation(rows.slice(0, MOST_ROWS))}${agrees})`;
}

const MOST_ROWS = 3;

/** Why the host is wrong, or why the document may be. */
export const blame = ({ doubt, cause }: Finding): string =>
  doubt === undefined
    ? `Likely cause: ${escaped(cause.deviations[0]?.why ?? '')}`
    : `Doubt: ${escaped(doubt)} Likely cause: ${escaped(cause.deviations[0]?.why ?? '')}`;

/** The command that writes a folder with the script; paths are relative to the package's root. */
export const writingCommand = ({ sightings: [first] }: FindingCause): string =>
  (first?.of.replay ?? '')
    .replace('srvspec replay', 'npx srvspec replay --write DIR')
    .replaceAll(PACKAGE_ROOT.replace(/\/?$/, '/'), '');
