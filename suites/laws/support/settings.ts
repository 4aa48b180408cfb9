/** Settings of hosts in requirements. */
import { type HttpHandler, path, type Settings } from '../../language/setup.js';

/** Words of a directive, or those before its block, and the block. A word that begins with `~/` is a path of the case. */
export type PlainSettings = { readonly [name: string]: string | readonly string[] | PlainBlock };
type PlainBlock = { readonly args: readonly string[]; readonly settings: PlainSettings };

export const settingsOf = <H = HttpHandler>(plain: PlainSettings = {}): Settings<H> =>
  Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [
      name,
      typeof value === 'object' && 'settings' in value
        ? { args: value.args.map(wordOf), settings: settingsOf<H>(value.settings) }
        : [[value].flat().map(wordOf)],
    ]),
  );

const wordOf = (word: string) => (word.startsWith('~/') ? path(word.slice(1)) : word);
