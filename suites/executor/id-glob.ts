/** Globs of ids of requirements and cases. */
import picomatch from 'picomatch';
import { type KnownIds, unknownId } from '../../spec/reading/former.js';

/** A part of an id before a dot or slash matches all below it. */
export const matcherOf = (glob: string): ((id: string) => boolean) => picomatch([glob, `${glob}/**`, `${glob}.**`]);

export const isGlob = (text: string): boolean => picomatch.scan(text).isGlob;

/** Why an id or a glob names nothing, in words; `undefined` where it names something. */
export function whyUnknown(text: string, known: KnownIds): string | undefined {
  if (!isGlob(text)) return unknownId(text, known);
  const matches = matcherOf(text);
  const isUsed = known.requirements.some(matches) || known.cases.some(matches);
  return isUsed ? undefined : `no requirement or case matches ${text}`;
}
