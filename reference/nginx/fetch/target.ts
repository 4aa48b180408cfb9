import { readPlace, type UpstreamAddress } from '../upstream/address.js';

/** The target of a request. */
export interface FetchTarget {
  readonly isEncrypted: boolean;
  readonly place: UpstreamAddress;
  /** The host as written, with its port if the URL has one. */
  readonly authority: string;
  /** Path and query, beginning with a slash. */
  readonly path: string;
}

const url = /^(?<scheme>https?):\/\/(?<authority>unix:[^:]+|[^/?]+):?(?<rest>.*)$/is;

/** Reads a URL as real hosts do, including a fragment; `undefined` for an invalid one. */
export function fetchTarget(text: string): FetchTarget | undefined {
  const { scheme = '', authority = '', rest = '' } = url.exec(text)?.groups ?? {};
  const isEncrypted = scheme.toLowerCase() === 'https';
  const read = readPlace(authority, isEncrypted ? 443 : 80);
  if (typeof read === 'string') return undefined;
  const { place, host, port } = read;
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  const named = port === '' ? host : `${host}:${Number(port)}`;
  return { isEncrypted, place, authority: place.kind === 'unix' ? `${place.path}:0` : named, path };
}

/** The host name for certificates and name servers: in lower case, without brackets. */
export function hostOfTarget({ place }: FetchTarget): string {
  return place.kind === 'unix' ? place.path : place.host.toLowerCase();
}
