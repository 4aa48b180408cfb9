/** Globs of ids: the ids that they match, and their words that match none. */
import { type KnownIds, unknownId } from '../../spec/reading/former.js';
import { closeTo } from '../../spec/reading/nearest.js';
import { isGlob, matcherOf } from '../executor/id-glob.js';
import { type Alternative, globAlternatives } from './alternatives.js';

/** Whether a part of the glob may match nothing while another matches. */
export const hasAlternatives = (glob: string): boolean => glob.includes('{');

/** The ids for matching globs. */
export interface IdsOfSuite {
  readonly known: KnownIds;
  /** Of requirements and of cases. */
  readonly all: readonly string[];
  /** The beginnings of ids, before each of their dots and slashes, and the ids themselves. */
  readonly beginnings: ReadonlySet<string>;
}

export type GlobOption = 'only' | 'exclude';

/** The most complaints that are shown. */
const MOST = 6;

/**
 * A complaint about each word of a glob that no id matches. Each word in braces must match one. Otherwise a mistyped word would silently
 * narrow the run to the cases of the others.
 */
export function globComplaints(option: GlobOption, glob: string, ids: IdsOfSuite): readonly string[] {
  if (isUnclosed(glob)) return [`--${option} '${glob}': a brace has no partner; write '{a,b}'`];
  const alternatives = globAlternatives(glob);
  const words = alternatives.length > 0 ? idleAmong(alternatives, ids) : isIdle(glob, ids) ? [glob] : [];
  const distinct = [...new Set(words)];
  const complaints = distinct.slice(0, MOST).map((word) => complaintOf(option, word, alternatives.length > 0, ids));
  return distinct.length > MOST
    ? [...complaints, `and ${distinct.length - MOST} more words match no case`]
    : complaints;
}

/** If an alternative matches nothing, its inner alternatives need no complaint. */
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

const isPlain = (word: string): boolean => !isGlob(word);

function complaintOf(option: GlobOption, word: string, isPart: boolean, { known, beginnings }: IdsOfSuite): string {
  if (word === '') return `--${option} has an empty word in its braces, which matches no case`;
  if (isPlain(word) && !word.includes(',')) return unknownId(word, known, beginnings) ?? '';
  const mended = isPlain(word) ? `{${word}}` : mendedWord(word, beginnings);
  const near = mended === word ? '' : `; did you mean '${mended}'?`;
  return isPart
    ? `no case matches '${word}' in the braces of --${option}${near}`
    : `no case matches --${option} '${word}'${near}`;
}

/** The word with a corrected beginning, if an existing one is close. */
function mendedWord(word: string, beginnings: ReadonlySet<string>): string {
  const head = /^[^*?[\]{}()!+@|\\]*/.exec(word)?.[0].replace(/[./]$/, '') ?? '';
  if (head === '' || beginnings.has(head)) return word;
  const [near] = closeTo(head, beginnings);
  return near === undefined ? word : near + word.slice(head.length);
}
