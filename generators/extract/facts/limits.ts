/** Facts about limits: numbers with their units. */
import type { LimitFact } from '../../../spec/types/row.js';
import { clausesOf, codesIn, identifiersIn, type RowText } from './text.js';
import { UNITS } from './vocabulary.js';

const NUMBER = '(-?\\d+(?:\\^\\d+(?: [-+] \\d+)?)?)';
const UNIT = `(?: ?(${UNITS.join('|')}))?`;

const FORMS: readonly { readonly bound: LimitFact['bound']; readonly form: RegExp }[] = [
  { bound: 'between', form: new RegExp(`${NUMBER} to ${NUMBER}${UNIT}`, 'g') },
  { bound: 'at-least', form: new RegExp(`at least ${NUMBER}${UNIT}`, 'g') },
  { bound: 'at-most', form: new RegExp(`(?:up to|first) ${NUMBER}(?! to)${UNIT}`, 'g') },
  { bound: 'below', form: new RegExp(`below ${NUMBER}${UNIT}`, 'g') },
  { bound: 'above', form: new RegExp(`above ${NUMBER}${UNIT}`, 'g') },
  { bound: 'multiple-of', form: /multiple of ((?:-?\d+(?:, | or )?)+)/g },
];

/** Limits that a row names in words; `of` is the identifier before them in the same clause. */
export function limitsOf({ cells }: RowText): LimitFact[] {
  return cells.flatMap(({ text }) => clausesOf(text)).flatMap(clauseLimits);
}

function clauseLimits(clause: string): LimitFact[] {
  return FORMS.flatMap(({ bound, form }) =>
    [...clause.matchAll(form)].map((match): LimitFact => {
      const of = identifiersIn(clause.slice(0, match.index)).at(-1);
      const unit = UNITS.find((word) => match.includes(word));
      const numbers = match.slice(1).flatMap((text) => numbersIn(text));
      return { bound, numbers, ...(of === undefined ? {} : { of }), ...(unit === undefined ? {} : { unit }) };
    }),
  );
}

/** A formula such as a power stays one text. */
const numbersIn = (text: string | undefined): string[] =>
  text === undefined ? [] : text.includes('^') ? [text] : (text.match(/-?\d+/g) ?? []);

/** Members to which a row of the limits' table applies. */
export const appliesTo = ({ cells }: RowText): string[] =>
  cells.filter(({ column }) => column === 'applies to').flatMap(({ text }) => codesIn(text));
