import type { StreamSession } from '../../host/stream/session.js';
import type { Block } from '../../host/support/settings/block.js';
import type { ListenAddress } from '../core/listen.js';
import { serverFor, serverNameMatch } from '../servers/servers.js';

/** A server with the addresses that it listens on. */
export interface StreamServer {
  readonly block: Block;
  readonly listens: readonly ListenAddress[];
}

/** An address for sessions, and the servers that share it, the default server first. */
export class Entrance {
  readonly listen: ListenAddress;
  readonly servers: readonly [StreamServer, ...StreamServer[]];

  constructor(listen: ListenAddress, servers: Entrance['servers']) {
    this.listen = listen;
    this.servers = servers;
  }
}

/** A client has requested a server name: that server now serves the session. */
export function enterServer(session: StreamSession, name: string | undefined): void {
  const entrance = session.kept(Entrance);
  if (entrance === undefined || name === undefined) return;
  const server = serverFor(entrance.servers, name.toLowerCase());
  session.block = server.block;
  const match = serverNameMatch(server, name.toLowerCase());
  if (match !== undefined) session.matched(match);
}
