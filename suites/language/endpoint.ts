/**
 * What a law about a server-management API is given to ask: the endpoint under test. Its code runs in this process, so
 * secrets may be handled here; what a law returns has every secret blotted out before it is judged or reported.
 */

/** A JSON value, as a body holds it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The account that the run works with, see 1/resources-and-their-fields/account-credentials. */
export interface Account {
  readonly clientId: string;
  readonly apiKey: string;
  /** A key of the same account that was replaced by `apiKey`; only with capability `revoked-key`. */
  readonly revokedApiKey?: string;
}

export interface ApiRequest {
  readonly method: string;
  /** Below the base URL, for example `/servers`; sent as it stands. */
  readonly path: string;
  /** Replaces the version segment `/v1` at the end of the base URL, for example by `` or `/v2`. */
  readonly version?: string | undefined;
  /** The value of the Authorization field; `null` sends none; the account's Basic credentials when absent. */
  readonly authorization?: null | undefined | ((account: Account) => string);
  /** The account's own credentials stand there, too, under names that services are known to look for. */
  readonly elsewhere?: 'fields' | 'query' | 'cookies' | undefined;
  /** Sent besides Authorization; names as given. */
  readonly headers?: { readonly [name: string]: string };
  /** Body as JSON, with `Content-Type: application/json`. */
  readonly json?: Json;
  /** A body that is sent as it stands, with this media type or none; instead of `json`. */
  readonly body?: { readonly type?: string; readonly text: string };
  /**
   * The connection that served the account before the run had its key replaced, as long as the endpoint keeps it open; a
   * new one after that. Any connection when absent.
   */
  readonly connection?: 'before-new-key';
  /** How the body is sent, if not at once: in a few pieces, with its length before them, or in chunks (RFC 9112, section 7.1). */
  readonly pace?: 'pieces' | 'chunks' | undefined;
  /** How names of fields are written; as usual when absent. */
  readonly names?: 'lower-case' | 'upper-case' | undefined;
}

/** A complete answer. A connection that breaks, or a deadline that passes, never gets this far: the case is a crash or a hang. */
export interface ApiAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The body as JSON; `undefined` when it is none, or nested too deeply to be looked at. */
  readonly json: Json | undefined;
  /** Which secrets of the account stand in the answer, headers included: `API key`, `credentials` (their base64) or `revoked API key`. */
  readonly echoes: readonly string[];
}

/** What documents leave open where it stands in an answer; found by name, or set with `--map PLACE=POINTER`. */
export type AnswerPlace = 'serverId' | 'serverApiKey' | 'servers' | 'apps' | 'status';

/** The payload of the request that creates an app, see 1/endpoints/post-2. */
export interface AppPayload {
  readonly name: string;
  readonly sysuserid: string;
  readonly runtime: string;
  readonly domains: readonly string[];
}

/** A record that the run has created with documented fields alone. */
export interface CreatedRecord {
  readonly sent: { readonly [field: string]: Json } & { readonly name: string };
  /** The answer of success. */
  readonly json: Json | undefined;
  /** No service has reason to change any of its values. */
  readonly plain: boolean;
}

export interface Endpoint {
  /** Sends a request and gives the whole answer. What a request creates is noted among what the run left behind. */
  ask(request: ApiRequest): Promise<ApiAnswer>;
  /** The same object for all conversations of a session: what it shares is made for it once. */
  readonly session: object;
  /** The same session, for requests that several conversations share: what goes wrong with them is no failure of one alone. */
  apart(): Endpoint;
  /** Counts the requests of an endpoint that is apart as this conversation's, for reports. */
  includes(apart: Endpoint): void;
  /** The account's list as it was before the run had created anything; `undefined` when it did not come whole. */
  atFirst(of: 'servers' | 'apps'): ApiAnswer | undefined;
  /**
   * Statuses that the list of servers was answered with while the run had the API key replaced: with the key that a newer one had replaced, before
   * that was used, and with one that two newer ones had replaced.
   */
  atRotation(): { readonly unused?: number | undefined; readonly older?: number | undefined };
  /** A name that no other record of this account has: the run's prefix, a number, and the label (letters, digits, `-`). */
  named(label: string): string;
  /** The plain records of the run so far, in the order of the answers. */
  created(of: 'servers' | 'apps'): readonly CreatedRecord[];
  /** The same, with those that are not plain. */
  accepted(of: 'servers' | 'apps'): readonly CreatedRecord[];
  /** A payload that the endpoint accepts as far as is known: `sysuserid` and `runtime` are options of the run. */
  app(label: string): AppPayload;
  /** What stands at a place of an answer; `undefined` when nothing was found there. */
  find(place: AnswerPlace, json: Json | undefined): Json | undefined;
  /** An answer without texts that are other ones in every answer, such as the id of a request, as far as lists have shown that. */
  lasting(json: Json): Json;
  /** Asks until `good` says so or the time for settling is over; gives the last answer. */
  settled(request: ApiRequest, good: (answer: ApiAnswer) => boolean): Promise<ApiAnswer>;
}
