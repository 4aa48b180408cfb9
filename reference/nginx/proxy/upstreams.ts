import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { PeerSelection, type UpstreamGroup } from '../upstream/group.js';
import { chooseIn, type Upstreams } from '../upstream/upstreams.js';
import { proxySettings } from './directives.js';
import { type PassUrl, type ProxyPass, urlOf } from './pass.js';

/** The destination of a request. */
export interface PassDestination {
  readonly url: PassUrl;
  readonly group: UpstreamGroup;
  readonly selection: PeerSelection;
}

/** Why a request has no destination. */
export interface NoDestination {
  readonly status: number;
  readonly complaint: string;
}

/** The current destination of a request. */
export async function destinationOf(
  request: HttpRequest,
  url: PassUrl,
  upstreams: Upstreams,
): Promise<PassDestination | NoDestination> {
  const group = await upstreams.groupFor(request, url);
  if (typeof group === 'string') return { status: 502, complaint: group };
  return {
    url,
    group,
    selection: new PeerSelection(group, chooseIn(group, request), proxySettings.nextTries.of(request.block)),
  };
}

/** The URL that a request is forwarded to. */
export function urlFor(request: HttpRequest, pass: ProxyPass): PassUrl | NoDestination {
  if (pass.kind === 'fixed') return pass;
  const text = request.variables.evaluate(pass.template);
  const url = urlOf(text);
  return typeof url === 'string' ? { status: 500, complaint: url.includes('"') ? url : `${url} in "${text}"` } : url;
}

/** The default value of `Host`, and its port. */
export function hostOfUrl({ tls, written: { place, host, port } }: PassUrl): {
  readonly host: ByteString;
  readonly port: string;
} {
  if (place.kind === 'unix') return { host: 'localhost', port: '' };
  const usual = tls ? 443 : 80;
  if (port === '' || place.port === usual) return { host, port: String(usual) };
  return { host: `${host}:${port}`, port };
}
