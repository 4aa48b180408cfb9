/** Lists all right texts, if the expectation allows only some. */
import { encode } from '../language/encoding.js';
import type { Expectation } from '../language/expectation.js';
import { shownPlain } from './show.js';

/** Placeholder for an error of any name. */
export const ANY_ERROR = 'throws';

/** More texts than this count as not listable. */
const MOST = 12;

/** The texts that a script may print; `undefined` if they cannot be listed. */
export function printedAlternatives(
  expected: Expectation,
  text: (value: unknown) => string = valueText,
): readonly string[] | undefined {
  switch (expected.expects) {
    case 'equal':
      return [text(expected.value)];
    case 'typed':
      return expected.types.every((type) => type === 'undefined' || type === 'null') ? [...expected.types] : undefined;
    case 'between':
      return expected.low === expected.high ? [text(expected.low)] : undefined;
    case 'throws':
      return expected.names.length === 0 ? [ANY_ERROR] : expected.names.map((name) => `${ANY_ERROR} ${name}`);
    case 'attempted':
      return printedAlternatives(expected.outcome, text);
    case 'presumed':
      return printedAlternatives(expected.part, text);
    case 'either': {
      const all = expected.options.map((option) => printedAlternatives(option, text));
      const known = all.flatMap((one) => one ?? []);
      return all.includes(undefined) ? undefined : [...new Set(known)];
    }
    case 'list':
      return listsOf(expected.items.map((item) => printedAlternatives(item, text)))?.map(
        (items) => `[${items.join(',')}]`,
      );
    default:
      return undefined;
  }
}

const valueText = (value: unknown): string => shownPlain(encode(value));

/** Each way to take one of each. */
function listsOf(items: readonly (readonly string[] | undefined)[]): readonly (readonly string[])[] | undefined {
  let all: readonly (readonly string[])[] = [[]];
  for (const options of items) {
    if (options === undefined || all.length * options.length > MOST) return undefined;
    all = all.flatMap((one) => options.map((option) => [...one, option]));
  }
  return all;
}

/** The right lines of a header: each way is a list of values. */
export function headerAlternatives(expected: Expectation): readonly (readonly string[])[] | undefined {
  switch (expected.expects) {
    case 'equal':
      return [[expected.value].flat().map(String)];
    case 'list':
      return listsOf(expected.items.map((item) => printedAlternatives(item, String)));
    case 'either': {
      const all = expected.options.map(headerAlternatives);
      return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
    }
    default: {
      const values = printedAlternatives(expected, String);
      return values?.map((value) => [value]);
    }
  }
}
