import { isIPv4 } from 'node:net';
import { BadOptions } from './errors.js';

/** Where the service is: `origin` such as `https://host:8443`, `path` such as `/v1`, with no slash at the end. */
export interface BaseUrl {
  readonly origin: string;
  readonly path: string;
}

/**
 * Reads a base URL; throws `BadOptions`, which never shows the text, since a password may stand in it.
 * 1/endpoints/p1, 1/versioning/rule-1
 */
export function readBaseUrl(text: unknown, allowInsecure: boolean): BaseUrl {
  const url = parsed(text);
  if (url.username !== '' || url.password !== '') refuse('must hold no credentials');
  if (/[?#]/.test(url.href)) refuse('must hold no query and no fragment');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith('/v1')) refuse('must have a path that ends with /v1');
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname)) {
    refuse('must be https: over plain http the API key would travel in clear (allowInsecure permits it)');
  }
  return { origin: url.origin, path };
}

/** The URL parser accepts much that is no URL, such as `http:host` or line breaks; here they are errors. */
function parsed(text: unknown): URL {
  if (typeof text !== 'string' || !/^https?:\/\/[^/\s]\S*$/i.test(text) || !URL.canParse(text)) {
    return refuse('must be an http or https URL, such as https://HOST/v1');
  }
  return new URL(text);
}

/** The parser has already written addresses in their usual form; a name such as `127.example.com` is no address. */
function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}

function refuse(what: string): never {
  throw new BadOptions(`the base URL ${what}`);
}
