import { printableText } from '../printable.js';
import { readableJson } from '../values.js';
import { counted } from '../wording.js';
import { breaksOf, pieces, wrapText } from '../wrapping.js';
import { type Cut, cut } from './cutting.js';
import { type ComparedPiece, comparedPieces } from './differing.js';
import { html, type Markup } from './markup.js';

interface Evidence {
  /** JSON text in the tagged encoding. */
  readonly counterexample?: string;
  /** The requests to a service. */
  readonly requests?: readonly string[];
  /** Headings and texts of the compared parts, from left to right. */
  readonly sides: readonly (readonly [title: string, text: string | undefined])[];
  /** Heading of the input. */
  readonly input?: string;
}

/** The searchable texts of an answer: all that is shown of it, and the input in the form that is copied. */
export function searchTexts({ expected, observed, counterexample }: CaseEvidence): readonly string[] {
  const texts = [expected, observed, counterexample].filter((text) => text !== undefined);
  const read = counterexample === undefined ? undefined : readableJson(counterexample);
  return read === undefined || read === counterexample ? texts : [...texts, read];
}

/** The input of a case with its expectation and observation; for a recorded case, with what was supposed. */
export function caseEvidence(
  { expected, observed, counterexample, requests }: CaseEvidence,
  isRecorded: boolean,
): Markup {
  const isKnown = expected !== undefined || observed !== undefined;
  return evidence({
    input: isRecorded ? 'Input' : 'Smallest input',
    ...(counterexample !== undefined && { counterexample }),
    ...(requests !== undefined && { requests }),
    sides: isKnown
      ? [
          [isRecorded ? 'Supposed' : 'Expected', expected ?? ''],
          ['Observed', observed ?? ''],
        ]
      : [],
  });
}

interface CaseEvidence {
  readonly expected?: string | undefined;
  readonly observed?: string | undefined;
  readonly counterexample?: string | undefined;
  readonly requests?: readonly string[] | undefined;
}

/** The input in readable form, with its tagged text to copy. Then the compared texts side by side, with their differences marked. */
export function evidence({ counterexample, requests = [], sides, input = 'Smallest input' }: Evidence): Markup {
  const present = sides.some(([, text]) => text !== undefined);
  const asked =
    requests.length === 0
      ? html``
      : panel(html`Requests`, html`${requests.map((one) => html`${wrapText(printableText(one))}\n`)}`);
  return html`${counterexample === undefined ? html`` : inputPanel(input, counterexample)}${asked}${
    present ? html`<div class="against">${against(sides)}</div>` : html``
  }`;
}

function inputPanel(title: string, tagged: string): Markup {
  const text = readableJson(tagged);
  return html`${cut([printableText(text)]).map((shown) => {
    const isAll = text === tagged && shown.after === 0;
    const copy = html` <span class="tagged"><code hidden>${tagged}</code><button type="button" data-action="copy">Copy as JSON</button></span>`;
    return panel(html`${title}${isAll ? html`` : copy}`, ends(shown, html`${wrapText(shown.text)}`));
  })}`;
}

/** Two texts are compared with each other; one or three are shown without marks. */
function against(sides: Evidence['sides']): readonly Markup[] {
  const texts = cut(sides.map(([, text]) => printableText(text ?? '')));
  const [one, other] = texts;
  const marked =
    one !== undefined && other !== undefined && texts.length === 2
      ? comparedPieces(one.text, other.text)
      : texts.map(({ text }) => [{ text, differs: false }]);
  return texts.map((shown, i) =>
    panel(html`${sides[i]?.[0] ?? ''}`, ends(shown, withBreaks(shown.text, marked[i] ?? []))),
  );
}

/** The shown part, with the number of characters left out at both ends. */
function ends({ before, after }: Cut, content: Markup): Markup {
  const [start, rest] = [counted(before, 'character'), counted(after, 'more character')];
  return html`${before === 0 ? html`` : html`<em>… ${start}, the same in both …</em>\n`}${content}${
    after === 0 ? html`` : html`\n<em>… ${rest}</em>`
  }`;
}

/** Lines are broken last, so that breaks are no differences. */
function withBreaks(text: string, parts: readonly ComparedPiece[]): Markup {
  const breaks = breaksOf(text);
  let from = 0;
  return html`${parts.map(({ text: part, differs }) => {
    const lines = [...pieces(part, breaks, from)].join('');
    from += part.length;
    return differs ? html`<mark>${lines}</mark>` : html`${lines}`;
  })}`;
}

function panel(title: Markup, content: Markup): Markup {
  return html`<figure><figcaption>${title}</figcaption><pre tabindex="0">\n${content}</pre></figure>`;
}
