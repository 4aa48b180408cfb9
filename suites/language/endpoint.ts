import type { Plain } from '../../spec/types/requirement.js';
/**
 * Partner of laws about a server-management API: the endpoint under test. Its code runs in this process, so it may handle
 * secrets. Every secret in the result of a law is redacted before it is judged or reported.
 */

/** The account that the run uses, see 1/resources-and-their-fields/account-credentials. */
export interface Account {
  readonly clientId: string;
  readonly apiKey: string;
  /** A key of the same account that `apiKey` replaced; only with capability `revoked-key`. */
  readonly revokedApiKey?: string;
}

export interface ApiRequest {
  readonly method: string;
  /** Below the base URL, for example `/servers`; sent unchanged. */
  readonly path: string;
  /** Replaces the version segment `/v1` at the end of the base URL, for example by `` or `/v2`. */
  readonly version?: string | undefined;
  /** The value of the Authorization header; `null` sends none. The default is the account's Basic credentials. */
  readonly authorization?: null | undefined | ((account: Account) => string);
  /** Sends the account's credentials there, too, under names that services are known to look for. */
  readonly elsewhere?: 'fields' | 'query' | 'cookies' | undefined;
  /** Sent in addition to Authorization, with unchanged names. */
  readonly headers?: { readonly [name: string]: string };
  /** Body as JSON, with `Content-Type: application/json`. */
  readonly json?: Plain;
  /** A body that is sent unchanged, with this media type or none; instead of `json`. */
  readonly body?: { readonly type?: string; readonly text: string };
  /**
   * The connection that served the account before the run replaced its key, while the endpoint keeps it open, otherwise a
   * new one. By default any connection.
   */
  readonly connection?: 'before-new-key';
  /**
   * The framing of the body: in a few segments after its length, or in chunks (RFC 9112, section 7.1). By default it is sent
   * at once.
   */
  readonly pace?: 'pieces' | 'chunks' | undefined;
  /** The spelling of header names; the default is the usual one. */
  readonly names?: 'lower-case' | 'upper-case' | undefined;
}

/** A complete answer. A broken connection or an expired deadline makes the case a crash or a hang instead. */
export interface ApiAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The body as JSON; `undefined` if it is not JSON, or nested too deeply. */
  readonly json: Plain | undefined;
  /**
   * The secrets of the account in the answer, including headers: `API key`, `credentials` (their Base64) or `revoked API
   * key`.
   */
  readonly echoes: readonly string[];
}

/** Parts of answers whose place the documents leave open; found by name, or set with `--map PLACE=POINTER`. */
export type AnswerPlace = 'serverId' | 'serverApiKey' | 'servers' | 'apps' | 'status';

/** The payload of the request that creates an app, see 1/endpoints/post-2. */
export interface AppPayload {
  readonly name: string;
  readonly sysuserid: string;
  readonly runtime: string;
  readonly domains: readonly string[];
}

/** A record that the run created with documented fields only. */
export interface CreatedRecord {
  readonly sent: { readonly [field: string]: Plain } & { readonly name: string };
  /** The answer of success. */
  readonly json: Plain | undefined;
  /** No service has a reason to change any of its values. */
  readonly plain: boolean;
}

export interface Endpoint {
  /** Sends a request and returns the complete answer. A created record is noted as left behind by the run. */
  ask(request: ApiRequest): Promise<ApiAnswer>;
  /** The same object for all conversations of a session, so that shared data is created once. */
  readonly session: object;
  /** The same session, for requests that several conversations share: their failure does not fail a single conversation. */
  apart(): Endpoint;
  /** Counts the requests of a shared endpoint as requests of this conversation, for reports. */
  includes(apart: Endpoint): void;
  /** The account's list before the run created anything; `undefined` if it was incomplete. */
  atFirst(of: 'servers' | 'apps'): ApiAnswer | undefined;
  /**
   * Statuses of the list of servers while the run replaced the API key. The first used the replaced key before the newer key
   * was used. The second used a key that two newer ones had replaced.
   */
  atRotation(): { readonly unused?: number | undefined; readonly older?: number | undefined };
  /** A name that no other record of this account has: the run's prefix, a number, and the label (letters, digits, `-`). */
  named(label: string): string;
  /** The plain records that the run has created, in the order of the answers. */
  created(of: 'servers' | 'apps'): readonly CreatedRecord[];
  /** The same, including records that are not plain. */
  accepted(of: 'servers' | 'apps'): readonly CreatedRecord[];
  /** A payload that the endpoint should accept: `sysuserid` and `runtime` are options of the run. */
  app(label: string): AppPayload;
  /** The value at a place of an answer; `undefined` if nothing was found there. */
  find(place: AnswerPlace, json: Plain | undefined): Plain | undefined;
  /** An answer without strings that differ in every answer, such as the id of a request, as far as lists have shown them. */
  lasting(json: Plain): Plain;
  /** Repeats the request until `good` returns true or the time for settling is over; returns the last answer. */
  settled(request: ApiRequest, good: (answer: ApiAnswer) => boolean): Promise<ApiAnswer>;
}
