/** Measures how far a value agrees with an expectation that it does not meet. Of several options, the nearest one shows what is wrong. */
import type { Plain } from '../../spec/types/requirement.js';
import { type Expectation, lift, type ResponseParts } from '../language/expectation.js';
import { fieldOf, plainItems } from './plain.js';

/** Whether a value meets an expectation; it may throw, as the judge does. */
type IsMet = (expected: Expectation, value: Plain) => boolean;

/** The number of parts that agree. */
export function agreement(expected: Expectation, value: Plain, meets: IsMet): number {
  const within = (part: Expectation, of: Plain | undefined): number =>
    agreement(part, of === undefined ? { $undefined: true } : of, meets);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  switch (expected.expects) {
    case 'record':
      return sum(Object.entries(expected.fields).map(([name, of]) => within(of, fieldOf(value, name))));
    case 'list':
      return sum(expected.items.map((item, i) => within(item, plainItems(value)?.[i])));
    case 'all':
      return sum(expected.parts.map((part) => within(part, value)));
    case 'either':
      return Math.max(0, ...expected.options.map((option) => within(option, value)));
    case 'presumed':
      return within(expected.part, value);
    case 'attempted':
      return plainItems(value)?.[0] === 'returned' ? within(expected.outcome, plainItems(value)?.[1]) : 0;
    case 'response':
      return sum(partsOf(expected.parts).map((part) => Number(isMet(part, value, meets))));
    default:
      return Number(isMet(expected, value, meets));
  }
}

/** One expectation for each part that a response must have. */
const partsOf = ({ headers = {}, ...rest }: ResponseParts): Expectation[] =>
  [
    ...Object.entries(rest).map(([name, part]) => ({ [name]: part })),
    ...Object.entries(headers).map(([name, of]) => ({ headers: { [name]: lift(of) } })),
  ].map((parts) => ({ expects: 'response', parts }));

function isMet(expected: Expectation, value: Plain, meets: IsMet): boolean {
  try {
    return meets(expected, value);
  } catch {
    return false;
  }
}
