import type { ByteString } from '../byte-string.js';
import type { RegexMatch } from './regex.js';

/**
 * The captures of a request's regular expressions: those of the last match by number, and the latest of each name. Named captures are
 * variables, which a request shares with its subrequests.
 */
export class Groups {
  #numbered: readonly (ByteString | undefined)[] = [];
  #named: Map<string, ByteString> | undefined;
  readonly #main: Groups;

  /** @param parent the captures of a subrequest's parent */
  constructor(parent?: Groups) {
    this.#main = parent === undefined ? this : parent.#main;
  }

  /** Without a match, numbered captures are removed. */
  take(match: RegexMatch | undefined): void {
    this.#numbered = match?.groups ?? [];
    if (match === undefined || match.named.size === 0) return;
    this.#main.#named ??= new Map();
    for (const [name, value] of match.named) this.#main.#named.set(name, value);
  }

  get(group: string): ByteString | undefined {
    return /^\d+$/.test(group) ? this.#numbered[Number(group)] : this.#main.#named?.get(group);
  }
}
