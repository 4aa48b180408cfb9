/** Redacts secrets, and values that differ from run to run, in everything that a run reports. */
import { inspect } from 'node:util';
import type { Plain } from '../../../spec/types/requirement.js';
import type { Account } from '../../language/endpoint.js';
import { isList, isObject } from '../../language/plain.js';
import { redacted } from '../support/secrets/hits.js';
import { mapTexts } from '../support/secrets/map-texts.js';
import { Spellings } from '../support/secrets/spellings.js';
import { SHORTEST_SECRET } from './account.js';

interface Secret {
  /** The label in place of the secret; the first three also name echoes. */
  readonly kind: 'API key' | 'credentials' | 'revoked API key' | 'server API key';
}

const API_KEY: Secret = { kind: 'API key' };
const CREDENTIALS: Secret = { kind: 'credentials' };
const REVOKED: Secret = { kind: 'revoked API key' };

export class Secrets {
  readonly #spellings = new Spellings<Secret>();
  readonly #serverKeys = new Set<string>();
  readonly #run: RegExp;

  /** `run` is the prefix of names, which differs from run to run: letters, digits and `-`. */
  constructor({ clientId, apiKey, revokedApiKey }: Account, run: string) {
    this.#run = new RegExp(`${run}(-\\d+)?`, 'gi');
    this.#spellings.addBase64(CREDENTIALS, `${clientId}:${apiKey}`);
    this.#spellings.add(API_KEY, apiKey);
    if (revokedApiKey !== undefined) this.addRevokedKey({ clientId, apiKey: revokedApiKey });
  }

  /** Adds a former key of the account; its present key keeps its label. */
  addRevokedKey({ clientId, apiKey }: Account): void {
    if (this.#spellings.in(apiKey).length > 0) return;
    this.#spellings.addBase64(REVOKED, `${clientId}:${apiKey}`);
    this.#spellings.add(REVOKED, apiKey);
  }

  /** Every text within a value that an endpoint gave as a server API key; see 1/resources-and-their-fields/server-3. */
  addServerKey(json: Plain | undefined): void {
    if (isList(json) || isObject(json)) for (const inner of Object.values(json)) this.addServerKey(inner);
    if (typeof json !== 'string' && typeof json !== 'number') return;
    const key = String(json);
    if (key.length < SHORTEST_SECRET || this.#serverKeys.has(key)) return;
    this.#serverKeys.add(key);
    this.#spellings.add({ kind: 'server API key' }, key);
  }

  /** The secrets of the account that a text contains. */
  echoesIn(text: string): readonly string[] {
    const found = new Set(this.#spellings.in(text).map(({ secret }) => secret));
    return [API_KEY, CREDENTIALS, REVOKED].filter((secret) => found.has(secret)).map(({ kind }) => kind);
  }

  /** A text without secrets and without values that differ from run to run. */
  inText(text: string): string {
    return this.#stable(text, newNumbers());
  }

  /** A tagged value without them, including names of members. Equal values stay equal. */
  inValue(value: Plain): Plain {
    const numbers = newNumbers();
    return mapTexts(value, (text) => this.#stable(text, numbers));
  }

  /** An error that may be shown: itself, or another one with its redacted text. */
  inError(error: unknown): Error {
    const whole = inspect(error, { depth: 10, maxStringLength: null, maxArrayLength: null });
    if (error instanceof Error && this.#spellings.in(whole).length === 0) return error;
    return new Error(this.inText(whole));
  }

  /** A name as it is at the endpoint, without secrets. */
  inName(name: string): string {
    return this.#redacted(name, newNumbers());
  }

  #stable(text: string, numbers: Numbers): string {
    return this.#redacted(text, numbers).replace(this.#run, (_, number: string | undefined) =>
      number === undefined ? 'srvspec-RUN' : `srvspec-RUN-${numberOf(numbers.names, number)}`,
    );
  }

  #redacted(text: string, numbers: Numbers): string {
    return redacted(text, this.#spellings.in(text), (secret) => {
      const number = secret.kind === 'server API key' ? ` #${numberOf(numbers.keys, secret)}` : '';
      return `[${secret.kind}${number}]`;
    });
  }
}

/** Numbers in the order of first use, from 1 for each observation, since keys and names are made in varying order. */
type Numbers = { readonly [of in 'keys' | 'names']: Map<unknown, number> };

const newNumbers = (): Numbers => ({ keys: new Map(), names: new Map() });

function numberOf(known: Map<unknown, number>, what: unknown): number {
  if (!known.has(what)) known.set(what, known.size + 1);
  return known.get(what) ?? 0;
}
