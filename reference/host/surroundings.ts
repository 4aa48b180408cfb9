import type { DictionaryPort } from '../port/shared-dict.js';
import type { Address } from './core/listen.js';
import { type Listen, listenAt } from './core/listener.js';
import { zoneManners } from './nginx-like/zones.js';
import type { ZoneDeclaration } from './scripting/zone-declaration.js';
import { Zone } from './zones/zone.js';

/** What a host has from outside of it: its own in a thread that serves alone, the master's where several processes serve. */
export interface Surroundings {
  readonly listen: Listen;
  readonly zone: (declaration: ZoneDeclaration) => DictionaryPort;
}

/** Sockets and shared dictionaries of its own; listens at the addresses that another host had, where there are some. */
export function ownSurroundings(addresses: readonly Address[] = []): Surroundings {
  const taken = [...addresses];
  return { listen: (server, address) => listenAt(server, taken.shift() ?? address), zone: newZone };
}

/** What a zone is made from. */
export type ZonePlan = Pick<ZoneDeclaration, 'name' | 'size' | 'type' | 'timeout' | 'evict'>;

export function newZone({ name, size, type, timeout, evict }: ZonePlan): Zone {
  const now = () => Math.floor(performance.now());
  const expiry = timeout === undefined ? {} : { timeoutMs: timeout };
  return new Zone({ name, size, type, evict, ...expiry, now, manners: zoneManners });
}
