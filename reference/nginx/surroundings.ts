import type { ZoneDeclaration } from '../host/support/scripting/zone-declaration.js';
import { type ConnectionCounts, type Counters, countsBy, type SharedState } from '../host/support/shared.js';
import { DictionaryZone } from '../host/zones/zone.js';
import type { DictionaryPort } from '../port/shared-dict.js';
import { boundSocket } from './core/datagrams.js';
import type { Address } from './core/listen.js';
import { listenAt, type Receive, type StartListening } from './core/listener.js';
import { HeldZones } from './zones/held.js';
import { LimitZones } from './zones/limits.js';
import type { ReportZoneError } from './zones/state-file.js';
import { StoredZone } from './zones/stored-zone.js';
import { zonePolicy } from './zones/zones.js';

/** The resources around a host: its own in a thread that serves alone, the master's if several processes serve. */
export interface Surroundings {
  readonly listen: StartListening;
  readonly receive: Receive;
  /** `complain` is called for a full zone and a state that cannot be saved. Throws ConfigurationError for a state that cannot be read. */
  readonly zone: (declaration: ZoneDeclaration, complain: ReportZoneError) => DictionaryPort;
  readonly close: () => void;
  readonly shared: SharedState;
}

/** Makes separate sockets and shared dictionaries; listens on the addresses of a previous host, if given. */
export function ownSurroundings(addresses: readonly Address[] = []): Surroundings {
  const taken = [...addresses];
  const zones: StoredZone[] = [];
  return {
    listen: (server, address) => listenAt(server, taken.shift() ?? address),
    receive: (take, address) => receiveAt(take, taken.shift() ?? address),
    zone: (declaration, complain) => {
      const stored = storedZone(declaration, complain);
      zones.push(stored);
      return stored.zone;
    },
    shared: ownState(),
    close: () => {
      for (const stored of zones) stored.close();
    },
  };
}

/** Binds a socket; resolves with its address, in which a port of 0 is replaced by the assigned port. */
export const receiveAt: Receive = async (take, address) => {
  if (address.kind !== 'tcp') throw new Error('datagrams come to ports');
  const socket = await boundSocket(address);
  take(socket);
  const bound = socket.address();
  return { kind: 'tcp', host: bound.address, port: bound.port };
};

/** A zone with the entries of its file. Throws ConfigurationError if the file has no entries for such a zone. */
export function storedZone(declared: ZoneDeclaration, complain: ReportZoneError): StoredZone {
  const { name, size, type, timeout, evict } = declared;
  const now = () => Math.floor(performance.now());
  const expiry = timeout === undefined ? {} : { timeoutMs: timeout };
  return new StoredZone(
    new DictionaryZone({ name, size, type, evict, ...expiry, now, policy: zonePolicy }),
    declared,
    complain,
  );
}

/** The state of a host that serves alone. */
export function ownState(): SharedState {
  const [limits, held] = [new LimitZones(), new HeldZones()];
  return { limit: (keys) => limits.limit(keys), hold: (keys) => held.hold(keys), connections: new OwnCounts() };
}

class OwnCounts implements ConnectionCounts {
  #counts = countsBy(() => 0);

  add(changes: Partial<Counters>): void {
    const before = this.#counts;
    this.#counts = countsBy((name) => before[name] + (changes[name] ?? 0));
  }

  read(): Counters {
    return this.#counts;
  }
}
