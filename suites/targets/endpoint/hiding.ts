/** Removes the token from what a host answers: nothing else has it, so it reaches neither observations nor errors. */
import type { ObservedResponse } from '../../language/observation.js';
import { redacted } from '../support/secrets/hits.js';
import { Spellings } from '../support/secrets/spellings.js';
import { TOKEN_HEADER } from './bundle.js';

export class TokenHiding {
  readonly #spellings = new Spellings<string>();
  readonly #own: RegExp;

  constructor(token: string) {
    this.#spellings.add('[token]', token);
    const header = `"${TOKEN_HEADER}"`;
    // As an item of a list or a member, of what a script encodes; no case sends the header.
    const item = [`\\[${header},"${token}"\\]`, `${header}:"${token}"`, header].join('|');
    this.#own = new RegExp(`,(?:${item})|(?:${item}),?`, 'gi');
  }

  /** The response to the request without the header. */
  in(response: ObservedResponse): ObservedResponse {
    const { reason, headers, body } = response;
    const bytes = Buffer.from(body);
    return {
      ...response,
      reason: this.#inText(reason),
      headers: headers.map(([name, value]) => [this.#inText(name), this.#inText(value)]),
      body: this.#isIn(bytes) ? Buffer.from(this.#inText(bytes.toString('latin1')), 'latin1') : body,
    };
  }

  #isIn(bytes: Buffer): boolean {
    return bytes.includes(`"${TOKEN_HEADER}"`) || this.#spellings.isAnyIn(bytes);
  }

  #inText(text: string): string {
    const without = text.replace(this.#own, '');
    return redacted(without, this.#spellings.in(without), (label) => label);
  }
}
