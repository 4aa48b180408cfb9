/** A comparison as annotations of GitHub Actions. */
import { counted } from '../wording.js';
import { type Annotation, workflowCommands } from '../workflow-commands.js';
import { isWorse } from './change.js';
import { type ChangeGroup, type Comparison, UNDECIDED } from './model.js';
import { answerText, CHANGE_WORDS, PLANTED_MISSED, sentence, sideVerdict } from './wording.js';

/**
 * Each cause of a change for the worse is an error, and each cause of an undecided change is a warning. Without either there is one notice.
 */
export function annotationsComparison(comparison: Comparison): string {
  const says = new Map(comparison.requirements.map((one) => [one.id, one.says]));
  const worse = comparison.groups.filter(({ change }) => isWorse(change));
  const undecided = comparison.groups.filter(({ change }) => UNDECIDED.some((one) => one === change));
  const found = [...worse, ...undecided].map((group) => annotationOf(group, says));
  const failed = comparison.verdict === 'not-compared';
  const summary: Annotation = {
    level: failed ? 'error' : 'notice',
    title: 'srvspec compare',
    lines: [sentence(comparison), ...(failed ? [PLANTED_MISSED] : [])],
  };
  return workflowCommands(failed || found.length === 0 ? [summary, ...found] : found, 'cause');
}

function annotationOf({ change, title, cause, cases }: ChangeGroup, says: ReadonlyMap<string, string>): Annotation {
  const [first, ...others] = cases;
  const { label } = CHANGE_WORDS[change];
  const shown =
    first === undefined
      ? []
      : [
          says.get(first.requirement) ?? '',
          `${first.id}: ${sideVerdict(first.before)} → ${sideVerdict(first.after)}`,
          `before: ${answerText(first.before) ?? ''}`,
          `after: ${answerText(first.after) ?? ''}`,
          `replay: ${(first.after ?? first.before)?.replay ?? ''}`,
        ];
  return {
    level: isWorse(change) ? 'error' : 'warning',
    title: `${title}: ${counted(cases.length, 'case')} ${label}`,
    lines: [cause, ...shown, ...(others.length === 0 ? [] : [`and ${counted(others.length, 'more case')} alike`])],
  };
}
