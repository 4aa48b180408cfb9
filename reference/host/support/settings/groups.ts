import type { ByteString } from '../byte-string.js';
import type { RegexMatch } from './regex.js';

/**
 * The groups of the regular expressions that a request has met: those of the last one by number, the latest of each name. Names are
 * variables, which a request shares with its subrequests.
 */
export class Groups {
  #numbered: readonly (ByteString | undefined)[] = [];
  #named: Map<string, ByteString> | undefined;
  readonly #main: Groups;

  /** @param parent those of the request that this one is a subrequest of */
  constructor(parent?: Groups) {
    this.#main = parent === undefined ? this : parent.#main;
  }

  /** Without a match there are no numbered groups any more. */
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
