/** The URL of an endpoint. */
import { UsageError } from '../../../spec/reading/user-error.js';
import type { WireAddress } from '../../wire/wire.js';
import { isLoopback, readTargetUrl } from '../support/target-url.js';

export interface EndpointUrl {
  /** For example `https://host:8443`. */
  readonly text: string;
  readonly address: WireAddress;
  /** The value of the header `Host`. */
  readonly authority: string;
  /** Plain HTTP on a loopback address. */
  readonly isLocal: boolean;
}

/** @throws UsageError that never shows the text */
export function readEndpointUrl(text: string, allowInsecure: boolean): EndpointUrl {
  const url = readTargetUrl(text, {
    target: 'endpoint:URL',
    example: 'endpoint:https://HOST',
    instead: '--bundle gives the token',
    secret: 'the token',
    allowInsecure,
  });
  if (url.pathname !== '/') throw new UsageError('the URL of --target endpoint:URL must have no path');
  const tls = url.protocol === 'https:';
  const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port);
  // The brackets of an IPv6 address belong to URLs.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    text: url.origin,
    address: { host, port, tls },
    authority: url.host,
    isLocal: !tls && isLoopback(url.hostname),
  };
}
