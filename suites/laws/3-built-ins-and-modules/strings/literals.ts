/** 3/strings/rule-1: literals beyond ASCII in a script. Engines store long ones differently from short ones. */
import { list } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';

/** Characters of two, three and four bytes, and some of one among them; none with a meaning in a literal. */
const UNITS = { two: 'éß', three: '€漢', four: '😀𝄞', mixed: 'aé€z😀' } as const;

/** On both sides of the sizes at which engines start to index characters. */
const LENGTHS = [1, 31, 32, 33, 64, 65, 257, 1025] as const;

/** The form of a text in a script, as an expression. */
const FORMS = {
  'in-quotes': (text) => `'${text}'`,
  'in-double-quotes': (text) => `"${text}"`,
  'in-template': (text) => `\`${text}\``,
  'beside-values': (text) => `\`${text.slice(0, 1)}\${''}${text.slice(1)}\``,
  'as-key': (text) => `Object.keys({ '${text}': 1 })[0]`,
  'as-pattern': (text) => `/${text}/.source`,
  'behind-comment': (text) => `/* ${text} */ '${text}'`,
  joined: (text) => `'${text.slice(0, 1)}' + '${text.slice(1)}'`,
  escaped: (text) =>
    `'${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}'`,
} satisfies { readonly [form: string]: (text: string) => string };

type LiteralRow = {
  readonly form: keyof typeof FORMS;
  readonly unit: keyof typeof UNITS;
  readonly lengths?: readonly number[];
};

/** This number of whole characters. */
const textOf = (unit: LiteralRow['unit'], length: number): string =>
  Array.from(UNITS[unit].repeat(Math.ceil(length / 2)))
    .slice(0, length)
    .join('');

/** The observations of each text, together with one that the script created from the same characters. */
const look = (written: readonly string[], made: readonly string[]): unknown[] =>
  written.map((text, i) => {
    const other = `${made[i]}`;
    const wrong: string[] = [];
    if (text !== other || other !== text) wrong.push('it is another text');
    if (text.length !== other.length) wrong.push('it has another length');
    for (let at = 0; at < other.length; at = at * 2 + 1) {
      if (text.charCodeAt(at) !== other.charCodeAt(at)) wrong.push(`another unit ${at}`);
      if (text.slice(at, at + 3) !== other.slice(at, at + 3)) wrong.push(`another part from ${at}`);
    }
    if (text.slice(-2) !== other.slice(-2)) wrong.push('another end');
    if (text.indexOf(other.slice(-3)) !== other.indexOf(other.slice(-3))) wrong.push('its end is elsewhere');
    if (!Buffer.from(text).equals(Buffer.from(other))) wrong.push('it has other bytes');
    return wrong;
  });

/** A literal in a script is the text of its characters. */
export const isText: Law<LiteralRow> = ({ form, unit, lengths = LENGTHS }) => {
  const texts = lengths.map((length) => textOf(unit, length));
  const written = `[${texts.map(FORMS[form]).join(', ')}]`;
  const probe = (made: readonly string[]): unknown => look(texts, made);
  return example({
    input: () => texts,
    probe: Object.assign(probe, { toString: () => `(made) => (${look})(${written}, made)` }),
    expect: () => list(...lengths.map(() => [])),
  })({});
};
