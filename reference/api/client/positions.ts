import { BadOptions } from './errors.js';
import { isPointer } from './pointer.js';

/** Where the service puts what no document shows, as JSON pointers (RFC 6901). One that is given is the only one tried. */
export interface Positions {
  /** The list in the answer of GET /servers. */
  readonly servers?: string;
  /** The list in the answer of GET /apps. */
  readonly apps?: string;
  /** The server ID in the answer of POST /servers. */
  readonly serverId?: string;
  /** The server API key in the answer of POST /servers. */
  readonly serverApiKey?: string;
}

export type PositionName = keyof Positions;

/** Tried from left to right; the first that fits is taken. 1/endpoints/p3 */
export type SearchOrder = { readonly [name in PositionName]: readonly string[] };

const usual: SearchOrder = {
  servers: ['', '/data', '/servers', '/data/servers', '/items', '/results'],
  apps: ['', '/data', '/apps', '/data/apps', '/items', '/results'],
  serverId: inResource(['id', 'serverid', 'serverId', 'server_id']),
  serverApiKey: inResource(['apikey', 'apiKey', 'api_key', 'serverapikey', 'serverApiKey', 'server_api_key', 'key']),
};

export const positionNames = ['servers', 'apps', 'serverId', 'serverApiKey'] as const satisfies readonly PositionName[];

/** Throws `BadOptions` on a position that is no pointer. */
export function searchOrder(positions: Positions): SearchOrder {
  const order = (name: PositionName): readonly string[] => {
    const pointer = positions[name];
    if (pointer !== undefined && !isPointer(pointer))
      throw new BadOptions(`the position of ${name} must be a JSON pointer, such as /data/id`);
    return pointer === undefined ? usual[name] : [pointer];
  };
  return {
    servers: order('servers'),
    apps: order('apps'),
    serverId: order('serverId'),
    serverApiKey: order('serverApiKey'),
  };
}

/** The resource is wrapped or stands alone. */
function inResource(names: readonly string[]): readonly string[] {
  return ['/data/', '/', '/data/server/', '/server/'].flatMap((before) => names.map((name) => `${before}${name}`));
}
