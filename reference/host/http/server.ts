/** 2/http-request-object/r-internal, 2/http-request-object-methods/r-internal-redirect: servers and locations, as requests know them. */
import type { ByteString } from '../support/byte-string.js';
import type { Block } from '../support/settings/block.js';
import type { Regex } from '../support/settings/regex.js';

/** Which URIs a location matches. */
export type LocationPattern =
  | { readonly kind: 'prefix'; readonly text: ByteString; readonly overRegex: boolean }
  | { readonly kind: 'exact'; readonly text: ByteString }
  | { readonly kind: 'regex'; readonly regex: Regex }
  | { readonly kind: 'named'; readonly name: string };

/** A virtual server, as a request knows it. */
export interface HttpServer {
  readonly block: Block;
  readonly names: readonly string[];
  readonly locations: readonly Location[];
}

/** A location, as a request knows it. */
export interface Location {
  readonly block: Block;
  readonly pattern: LocationPattern;
  /** Not available to requests of clients. */
  readonly internal: boolean;
  readonly locations: readonly Location[];
}

/** A location, and the captures of its regular expression. */
export interface LocationMatch {
  readonly location: Location;
  readonly captures: readonly (ByteString | undefined)[];
  /** Captures by lower-case name. */
  readonly named: ReadonlyMap<string, ByteString>;
}

/** A location that was not found by a regular expression. */
export function plain(location: Location): LocationMatch {
  return { location, captures: none, named: noNames };
}

const none: LocationMatch['captures'] = [];

const noNames: LocationMatch['named'] = new Map();
