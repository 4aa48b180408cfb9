/** Workflow commands of GitHub Actions: lines that it shows at the head of a workflow run. */
import { printableLine, printableText } from './printable.js';
import { counted } from './wording.js';

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly lines: readonly string[];
}

/** GitHub shows this many errors of a step and drops the rest, so the last one counts the others. */
const MOST = 10;
/** Characters of a line, so that GitHub does not cut off messages. */
const LONGEST = 400;

/** A line for each annotation; of many, the first ones and the number of the others. */
export function workflowCommands(annotations: readonly Annotation[], noun: string): string {
  const shown = annotations.length > MOST ? annotations.slice(0, MOST - 1) : annotations;
  const rest = annotations.length - shown.length;
  const more: readonly Annotation[] =
    rest === 0
      ? []
      : [{ level: 'error', title: `and ${counted(rest, `more ${noun}`)}`, lines: ['The reports hold all.'] }];
  return [...shown, ...more].map(command).join('');
}

function command({ level, title, lines }: Annotation): string {
  const message = lines.map((line) => data(shortened(printableText(line)))).join('%0A');
  return `::${level} title=${property(shortened(printableLine(title)))}::${message}\n`;
}

const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\p{Surrogate}$/u, '')}…` : text;

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
