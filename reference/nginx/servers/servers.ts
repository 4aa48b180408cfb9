import type { HttpServer, Location } from '../../host/http/server.js';
import type { Block } from '../../host/support/settings/block.js';
import { setting } from '../../host/support/settings/directive.js';
import type { RegexMatch } from '../../host/support/settings/regex.js';
import { type ListenAddress, listensByDefault } from '../core/listen.js';
import { listenSetting } from '../core/listen-setting.js';
import { hostName } from '../wire/host-header.js';
import { locationPattern } from './location-pattern.js';
import { fitOf, regexMatchOf, serverNamePatterns, serverNames } from './names.js';

export const listens = listenSetting('server');

export const internal = setting('internal', ['location'], () => true, false, { arity: [0, 0], inherit: 'nothing' });

/** A server with the addresses that it listens on. */
export interface ListeningServer extends HttpServer {
  readonly listens: readonly ListenAddress[];
}

/** A server whose block has names. */
type NamedServer = Pick<HttpServer, 'block'>;

/** The servers of an `http` block. */
export function serversOf(http: Block): readonly ListeningServer[] {
  return http.inner('server').map((block) => {
    const configured = listens.of(block);
    return {
      block,
      listens: configured.length > 0 ? configured : [listensByDefault],
      names: serverNames.of(block),
      locations: block.inner('location').map(locationOf),
    };
  });
}

function locationOf(block: Block): Location {
  const pattern = locationPattern.of(block);
  if (pattern === undefined) throw new Error('a location was read without its pattern');
  const locations = block.inner('location').map(locationOf);
  return { block, pattern, internal: internal.of(block) || pattern.kind === 'named', locations };
}

/** The server for a `Host` header, or for the name in a handshake; the default server if none has the name. */
export function serverFor<Server extends NamedServer>(servers: readonly [Server, ...Server[]], host: string): Server {
  let [best, fit] = [servers[0], 0];
  const name = servers.length > 1 ? nameOf(host) : undefined;
  if (name === undefined) return best;
  for (const server of servers) {
    for (const pattern of serverNamePatterns.of(server.block)) {
      const here = fitOf(pattern, name);
      if (here > fit) [best, fit] = [server, here];
    }
  }
  return best;
}

/** The captures of a server's name that is a regular expression, if the server was found by it. */
export function serverNameMatch({ block }: NamedServer, host: string | undefined): RegexMatch | undefined {
  const patterns = serverNamePatterns.of(block);
  const name = patterns.length === 0 ? undefined : nameOf(host ?? '');
  return name === undefined ? undefined : regexMatchOf(patterns, name);
}

/** A client that names no server gets the one whose name is empty. */
function nameOf(host: string): string | undefined {
  return host === '' ? '' : hostName(host);
}
