import {
  code,
  codeBlock,
  folded,
  type MarkdownListing,
  type MarkdownPart,
  markdownTable,
  page,
  prose,
} from '../markdown-text.js';
import { citedRows, counted, numeral } from '../wording.js';
import { isWorse } from './change.js';
import {
  type CaseChange,
  CHANGES,
  type Change,
  type ChangeGroup,
  type ComparedRequirement,
  type ComparedRun,
  type Comparison,
  type DifferenceGroup,
  type QuirkUse,
  UNDECIDED,
} from './model.js';
import {
  answerText,
  BLAME_WORDS,
  BLAMES,
  CHANGE_WORDS,
  casesIn,
  differ,
  differentialSentence,
  quirkCause,
  quirksSentence,
  quirkText,
  sentence,
  sideEvidence,
  sideVerdict,
} from './wording.js';

type Requirements = ReadonlyMap<string, ComparedRequirement>;

/**
 * GitHub-flavoured Markdown: the summary, what was compared, then the changes by class and cause, worst first. Of cases with the same
 * change one is shown and the others are folded. Changes that are neither worse nor undecided are folded as well.
 * @param most bytes that it may have, see `page`
 */
export function markdownComparison(comparison: Comparison, most?: number): string {
  const requirements = new Map(comparison.requirements.map((one) => [one.id, one]));
  return page(
    [
      `# ${prose(sentence(comparison))}`,
      markdownTable(
        ['', 'target', 'runtime', 'engine', 'seed', 'inputs', 'suite', 'started'],
        [runRow('before', comparison.before), runRow('after', comparison.after)],
      ),
      ...(comparison.notes.length === 0 ? [] : [comparison.notes.map((note) => `- ${prose(note)}`).join('\n')]),
      ...CHANGES.map((change) => classPart(change, comparison.groups, requirements, most !== undefined)),
      ...differencePart(comparison, most !== undefined),
      quirkPart(comparison, most !== undefined),
    ],
    most,
  );
}

function runRow(side: string, { target, circumstances, seed, runs, srvspec }: ComparedRun): readonly string[] {
  const { name, host, runtimeVersion, engine } = target;
  return [
    side,
    prose(host === undefined ? name : `${name} (${host})`),
    prose(runtimeVersion),
    prose(engine),
    `${seed}`,
    numeral(runs),
    prose(srvspec),
    prose(circumstances.startedAt),
  ];
}

function classPart(
  change: Change,
  all: readonly ChangeGroup[],
  requirements: Requirements,
  brief: boolean,
): MarkdownListing {
  const groups = all.filter((group) => group.change === change);
  const { label, meaning } = CHANGE_WORDS[change];
  const count = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  const heading = `## ${numeral(count)} ${label}`;
  const items = groups.map((group) => groupText(group, requirements, brief));
  const listing = { items, between: '\n\n', noun: 'cause' } as const;
  const isOpen = isWorse(change) || UNDECIDED.some((one) => one === change);
  return isOpen ? { ...listing, head: [heading, `${meaning}.`] } : folded(meaning, listing, [heading]);
}

function groupText({ title, cause, cases }: ChangeGroup, requirements: Requirements, brief: boolean): string {
  const [first, ...others] = cases;
  return [
    `### ${prose(title)}, ${counted(cases.length, 'case')}: ${prose(cause)}`,
    ...(first === undefined ? [] : caseInFull(first, requirements.get(first.requirement))),
    ...alike(others, brief),
  ].join('\n\n');
}

/** A page of limited length lists this many cases of a cause, so that the cause with the most cases is not left out first. */
const ALIKE = 20;

function alike(cases: readonly CaseChange[], brief: boolean): readonly string[] {
  return foldedIds(
    cases.map(
      ({ id, before, after }) =>
        `- ${code(id)}: ${code(answerText(before) ?? 'absent')} → ${code(answerText(after) ?? 'absent')}`,
    ),
    brief,
  );
}

function foldedIds(items: readonly string[], brief: boolean): readonly string[] {
  if (items.length === 0) return [];
  const shown = brief ? items.slice(0, ALIKE) : items;
  const rest = items.length - shown.length;
  return [
    `<details>\n<summary>and ${counted(items.length, 'more case')} alike</summary>`,
    shown.join('\n'),
    ...(rest > 0 ? [`… and ${counted(rest, 'more case')}`] : []),
    '</details>',
  ];
}

function caseInFull({ id, before, after }: CaseChange, of: ComparedRequirement | undefined): readonly string[] {
  return [
    `${code(id)}: ${sideVerdict(before)} → ${sideVerdict(after)}`,
    ...(of === undefined ? [] : [`${prose(of.says)} (${citedRows(of.rows, code)})`]),
    ...sideEvidence(before, after).flatMap(([label, text]) => codeBlock(TITLES[label], text)),
    ...codeBlock('Replay', (after ?? before)?.replay),
  ];
}

const TITLES = { input: 'Input', expected: 'Expected', before: 'Before', after: 'After' } as const;

function differencePart({ differential, before, after }: Comparison, brief: boolean): readonly MarkdownPart[] {
  if (differential === undefined) return [];
  const listings = BLAMES.map((blame): MarkdownListing => {
    const groups = differential.groups.filter((group) => group.blame === blame);
    const count = casesIn(groups);
    const items = groups.map((group) => differenceText(group, [before.label, after.label], brief));
    return folded(`${differ(count)}, ${BLAME_WORDS[blame]}`, { items, between: '\n\n', noun: 'cause' });
  });
  return [`## ${prose(differentialSentence(differential))}`, ...listings];
}

function differenceText(
  { title, says, cause, cases, examples }: DifferenceGroup,
  labels: readonly [string, string],
  brief: boolean,
): string {
  const [one] = examples;
  const seen =
    one === undefined
      ? [`${code(cases[0] ?? '')}: not seen again alone`]
      : [
          code(one.id),
          prose(says),
          ...codeBlock('Input', one.input),
          ...codeBlock(prose(labels[0]), one.first),
          ...codeBlock(prose(labels[1]), one.second),
          ...codeBlock('Replay', one.replays.join('\n')),
        ];
  const others = cases.filter((id) => id !== (one?.id ?? cases[0]));
  return [
    `### ${prose(title)}, ${counted(cases.length, 'case')}: ${prose(cause)}`,
    ...seen,
    ...foldedIds(
      others.map((id) => `- ${code(id)}`),
      brief,
    ),
  ].join('\n\n');
}

function quirkPart({ quirks }: Comparison, brief: boolean): MarkdownListing {
  const items = quirks.map((quirk) => quirkItem(quirk, brief));
  const head = [`## ${quirksSentence(quirks)}`];
  return folded('known harmless differences', { items, between: '\n\n', noun: 'quirk' }, head);
}

function quirkItem(quirk: QuirkUse, brief: boolean): string {
  const { of, reason, source, cases } = quirk;
  return [
    `### ${prose(quirkCause(quirk))}, ${quirkText(quirk)}`,
    `${prose(reason)} (${code(source)})`,
    listed(cases.length === 0 ? of : cases, brief),
  ].join('\n\n');
}

function listed(ids: readonly string[], brief: boolean): string {
  const shown = brief ? ids.slice(0, ALIKE) : ids;
  const rest = ids.length - shown.length;
  return [...shown.map((id) => `- ${code(id)}`), ...(rest > 0 ? [`- and ${counted(rest, 'more')}`] : [])].join('\n');
}
