/** Settings of hosts as requirements have them. */
import { block, path, type Settings } from '../../language/setup.js';

/** Words of a directive, or what stands before its block and in it. A word that begins with `~/` is a path below the case's own. */
export type PlainSettings = { readonly [name: string]: string | readonly string[] | PlainBlock };
type PlainBlock = { readonly args: readonly string[]; readonly settings: PlainSettings };

export const settingsOf = (plain: PlainSettings = {}): Settings =>
  Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [
      name,
      typeof value === 'object' && 'settings' in value
        ? block(value.args.map(wordOf), settingsOf(value.settings))
        : [[value].flat().map(wordOf)],
    ]),
  );

const wordOf = (word: string) => (word.startsWith('~/') ? path(word.slice(1)) : word);
