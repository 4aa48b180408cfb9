import type { ByteString } from '../byte-string.js';
import type { RegexMatch } from '../configuration/regex.js';

/** The groups of the regular expressions that a request has met: those of the last one by number, the latest of each name. */
export class Groups {
  #numbered: readonly (ByteString | undefined)[] = [];
  #named: Map<string, ByteString> | undefined;

  /** Without a match there are no numbered groups any more. */
  take(match: RegexMatch | undefined): void {
    this.#numbered = match?.groups ?? [];
    if (match === undefined || match.named.size === 0) return;
    this.#named ??= new Map();
    for (const [name, value] of match.named) this.#named.set(name, value);
  }

  get(group: string): ByteString | undefined {
    return /^\d+$/.test(group) ? this.#numbered[Number(group)] : this.#named?.get(group);
  }
}
