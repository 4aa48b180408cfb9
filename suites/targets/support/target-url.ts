/** The URL of a target that is reached by HTTP. */
import { isIPv4 } from 'node:net';
import { UsageError } from '../../../spec/reading/user-error.js';

interface UrlTerms {
  /** For example `api:URL`. */
  readonly target: string;
  readonly example: string;
  /** What gives credentials instead of the URL. */
  readonly instead: string;
  /** What is sent to the server and is secret. */
  readonly secret: string;
  /** Plain http is allowed to another machine. */
  readonly allowInsecure: boolean;
}

/** @throws UsageError that never shows the text, since it may contain a password */
export function readTargetUrl(text: string, { target, example, instead, secret, allowInsecure }: UrlTerms): URL {
  const refuse = (what: string): never => {
    throw new UsageError(`the URL of --target ${target} ${what}`);
  };
  // The URL parser accepts much that is no URL, such as `http:host` or line breaks; here they are errors.
  if (!/^https?:\/\/[^/\s]\S*$/i.test(text) || !URL.canParse(text))
    return refuse(`must be an http or https URL, for example ${example}`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') refuse(`must hold no credentials; ${instead}`);
  if (/[?#]/.test(text)) refuse('must hold no query and no fragment');
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname))
    refuse(`must be https: over plain http ${secret} travels in clear, which --allow-insecure permits`);
  return url;
}

/** The parser has already normalized addresses. A name such as `127.example.com` is no address. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}
