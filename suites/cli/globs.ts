/** Globs of ids: what they match, and which of their words match nothing. */
import picomatch from 'picomatch';
import { type KnownIds, unknownId } from '../../spec/reading/former.js';
import { closeTo } from '../../spec/reading/nearest.js';
import { type Alternative, globAlternatives } from './alternatives.js';

/** A part of an id before a dot or slash matches all below it. */
export const matcherOf = (glob: string): ((id: string) => boolean) => picomatch([glob, `${glob}/**`, `${glob}.**`]);

/** Whether a part of the glob may match nothing while another does. */
export const hasAlternatives = (glob: string): boolean => glob.includes('{');

/** What globs are matched with. */
export interface IdsOfSuite {
  readonly known: KnownIds;
  /** Of requirements and of cases. */
  readonly all: readonly string[];
  /** What ids begin with, before each of their dots and slashes, and the ids themselves. */
  readonly beginnings: ReadonlySet<string>;
}

/** Most complaints. */
const MOST = 6;

/**
 * A complaint about each word of a glob that no id matches. Each word of its braces must match one: where one is mistyped, a run of
 * what the others match would be of fewer cases than it was asked for.
 */
export function globComplaints(glob: string, ids: IdsOfSuite): readonly string[] {
  if (isUnclosed(glob)) return [`--only '${glob}': a brace has no partner; write '{a,b}'`];
  const alternatives = globAlternatives(glob);
  const words = alternatives.length > 0 ? idleAmong(alternatives, ids) : isIdle(glob, ids) ? [glob] : [];
  const distinct = [...new Set(words)];
  const told = distinct.slice(0, MOST).map((word) => complaintOf(word, alternatives.length > 0, ids));
  return distinct.length > MOST ? [...told, `and ${distinct.length - MOST} more words match no case`] : told;
}

/** Of alternatives inside others that match nothing there is no more to say. */
const idleAmong = (all: readonly Alternative[], ids: IdsOfSuite): readonly string[] =>
  all.flatMap(({ glob, inner }) => (isIdle(glob, ids) ? [glob] : idleAmong(inner, ids)));

function isIdle(word: string, { all, beginnings }: IdsOfSuite): boolean {
  if (word === '') return true;
  return isPlain(word) ? !beginnings.has(word) : !all.some(matcherOf(word));
}

const isUnclosed = (glob: string): boolean => {
  const bare = glob.replace(/\\./g, '');
  return bare.split('{').length !== bare.split('}').length;
};

const isPlain = (word: string): boolean => !picomatch.scan(word).isGlob;

function complaintOf(word: string, isPart: boolean, { known, beginnings }: IdsOfSuite): string {
  if (word === '') return '--only has an empty word in its braces, which matches no case';
  if (isPlain(word) && !word.includes(',')) return unknownId(word, known, beginnings) ?? '';
  const mended = isPlain(word) ? `{${word}}` : mendedWord(word, beginnings);
  const near = mended === word ? '' : `; did you mean '${mended}'?`;
  return isPart
    ? `no case matches '${word}' in the braces of --only${near}`
    : `no case matches --only '${word}'${near}`;
}

/** The word with a beginning that ids have, where its own is close to one. */
function mendedWord(word: string, beginnings: ReadonlySet<string>): string {
  const head = /^[^*?[\]{}()!+@|\\]*/.exec(word)?.[0].replace(/[./]$/, '') ?? '';
  if (head === '' || beginnings.has(head)) return word;
  const [near] = closeTo(head, beginnings);
  return near === undefined ? word : near + word.slice(head.length);
}
