/** The address of an endpoint, see 1/endpoints and 1/versioning/rule-1. */
import { isIPv4 } from 'node:net';
import { UsageError } from '../../../spec/reading/user-error.js';

export interface BaseUrl {
  /** For example `https://host:8443`. */
  readonly origin: string;
  /** What stands before the version segment: `''`, or for example `/api`. */
  readonly path: string;
}

/** The version segment that every base URL of this API ends with. */
export const VERSION = '/v1';

/** @throws UsageError which never shows the text, since a password may stand in it */
export function readBaseUrl(text: string, allowInsecure: boolean): BaseUrl {
  // The URL parser accepts much that is no URL, such as `http:host` or line breaks; here they are errors.
  if (!/^https?:\/\/[^/\s]\S*$/i.test(text) || !URL.canParse(text))
    return refuse('must be an http or https URL, for example api:https://HOST/v1');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    refuse('must hold no credentials; SRVSPEC_CLIENT_ID and SRVSPEC_API_KEY give them');
  if (/[?#]/.test(text)) refuse('must hold no query and no fragment');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith(VERSION)) refuse(`must have a path that ends with ${VERSION}`);
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname))
    refuse('must be https: over plain http the API key travels in clear, which --allow-insecure permits');
  return { origin: url.origin, path: path.slice(0, -VERSION.length) };
}

/** The parser has already written addresses in their usual form; a name such as `127.example.com` is no address. */
function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}

function refuse(what: string): never {
  throw new UsageError(`the URL of --target api:URL ${what}`);
}
