import type { HttpDecision } from '../../../host/http/phases.js';
import type { HttpRequest } from '../../../host/http/request.js';
import type { StreamDecision } from '../../../host/stream/phases.js';
import type { StreamSession } from '../../../host/stream/session.js';
import { declined } from '../../../host/support/phases.js';
import { type Block, withinBoth, withinHttp } from '../../../host/support/settings/block.js';
import { listSetting, type Statement, setting } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import { flag, word } from '../../../host/support/settings/values.js';
import { forwardedFor, type NamedAddress, type Trust } from '../../core/forwarded.js';
import { type Network, networkOf, textOfBits } from '../../core/network.js';
import type { HttpModule, StreamModule } from '../module.js';

/** A trusted source: a network, or clients that connect over unix sockets. */
type TrustedSource = Network | 'unix:';
/** Where the client's address is given. */
type ClientAddressSource =
  | { readonly kind: 'header'; readonly name: string; readonly isList: boolean }
  | { readonly kind: 'proxy protocol' };

const trusted = listSetting<TrustedSource>('set_real_ip_from', withinBoth, readTrusted, []);
const source = setting<ClientAddressSource>(
  'real_ip_header',
  withinHttp,
  (words) => sourceOf(word(words)),
  sourceOf('X-Real-IP'),
);
const recursive = setting('real_ip_recursive', withinHttp, flag, false);

/** Takes the client's address from trusted proxies. */
export const realIpModule: HttpModule = {
  name: 'realip',
  directives: [trusted, source, recursive],
  phases: [
    { phase: 'post-read', handle: takeClient },
    { phase: 'preaccess', handle: takeClient },
  ],
};

/** The same for sessions: a proxy sends the address in a PROXY protocol header. */
export const streamRealIpModule: StreamModule = {
  name: 'stream_realip',
  directives: [],
  phases: [{ phase: 'post-accept', handle: takeProxied }],
};

function takeProxied(session: StreamSession): StreamDecision {
  const { proxied, remoteAddress } = session.client;
  const named =
    proxied === undefined ? undefined : forwardedFor(remoteAddress, [proxied.address], trustIn(session.block));
  if (named !== undefined) session.client = { ...session.client, ...namesOf(named, proxied?.port) };
  return declined;
}

function trustIn(block: Block): Trust {
  const all = trusted.of(block);
  const networks = all.filter((one) => one !== 'unix:');
  return { networks, unix: networks.length < all.length, recursive: recursive.of(block) };
}

function readTrusted(words: readonly string[], { place, warn }: Statement): readonly TrustedSource[] {
  const text = word(words);
  if (text === 'unix:') return ['unix:'];
  const network = networkOf(text);
  if (network?.hasFurtherBits === true) warn(`low address bits of ${text} are meaningless`);
  if (network !== undefined) return [network];
  const isName = /^[a-z][\w.-]*$/i.test(text);
  const hint = isName ? ': names are not resolved here, use addresses' : '';
  throw new ConfigurationError(`host not found in set_real_ip_from "${text}"${hint}`, place);
}

function sourceOf(name: string): ClientAddressSource {
  if (name === 'proxy_protocol') return { kind: 'proxy protocol' };
  return { kind: 'header', name: name.toLowerCase(), isList: name === 'X-Forwarded-For' };
}

/** Runs once for a request. */
function takeClient(request: HttpRequest): HttpDecision {
  const { block, client, arrival } = request;
  if (trusted.of(block).length === 0 || client !== arrival.client) return declined;
  const from = source.of(block);
  const named = forwardedFor(client.remoteAddress, linesOf(request, from), trustIn(block));
  // A PROXY protocol header also gives the port.
  const port = from.kind === 'proxy protocol' ? client.proxied?.port : undefined;
  if (named !== undefined) request.client = { ...client, ...namesOf(named, port) };
  return declined;
}

function namesOf({ bits, port: named }: NamedAddress, port = named === 0 ? '' : String(named)) {
  return { remoteAddress: textOfBits(bits), remotePort: port };
}

function linesOf({ headersIn, client }: HttpRequest, from: ClientAddressSource): readonly string[] {
  if (from.kind === 'proxy protocol') return client.proxied === undefined ? [] : [client.proxied.address];
  const lines = headersIn.all(from.name);
  return from.isList ? lines : lines.slice(0, 1);
}
