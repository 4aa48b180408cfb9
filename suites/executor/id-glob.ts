/** Globs of ids of requirements and cases. */
import picomatch from 'picomatch';
import { type KnownIds, unknownId } from '../../spec/reading/former.js';

/** A part of an id before a dot or slash matches all below it. */
export const matcherOf = (glob: string): ((id: string) => boolean) => picomatch([glob, `${glob}/**`, `${glob}.**`]);

export const isGlob = (text: string): boolean => picomatch.scan(text).isGlob;

/** The most ids of one text. */
const MOST = 1000;

/** The ids, or beginnings of ids, that braces list if a text has no other pattern; any other text alone. */
export function spelledOut(text: string): readonly string[] {
  let all = [text];
  while (all.length <= MOST) {
    const next = all.flatMap((one) => {
      const [, before = '', words, after = ''] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(one) ?? [];
      return words === undefined ? [one] : words.split(',').map((word) => `${before}${word}${after}`);
    });
    if (next.length === all.length) return all.some(isGlob) ? [text] : all;
    all = next;
  }
  return [text];
}

const beginningWith = (beginning: string) => (id: string) =>
  id.startsWith(beginning) && (id.length === beginning.length || /[./]/.test(id.charAt(beginning.length)));

/** Why an id or a glob names nothing, in words; `undefined` where it names something. */
export function whyUnknown(text: string, known: KnownIds): string | undefined {
  if (!isGlob(text)) return unknownId(text, known);
  const unused = spelledOut(text).find((one) => {
    const matches = isGlob(one) ? matcherOf(one) : beginningWith(one);
    return !known.requirements.some(matches) && !known.cases.some(matches);
  });
  return unused === undefined ? undefined : `no requirement or case matches ${unused}`;
}
