import type { ZoneDeclaration } from '../../host/support/scripting/zone-declaration.js';
import type { DictionaryPort, DictionaryValue } from '../../port/shared-dict.js';
import type { CallSocket } from './call-socket.js';

/** Operations on a zone that lives in another process. Entries travel as a list. */
interface Operations extends Omit<DictionaryPort, 'name' | 'capacity' | 'type' | 'timeout' | 'each'> {
  readonly each: (maxCount: number) => readonly (readonly [string, DictionaryValue])[];
}

type Name = keyof Operations;

/** One operation on the zone of a name. */
export type ZoneCall = {
  readonly [N in Name]: { readonly zone: string; readonly name: N; readonly given: Parameters<Operations[N]> };
}[Name];

/** Performs what a call asks for, where the zone is. */
export function performed(zone: DictionaryPort, call: ZoneCall): unknown {
  switch (call.name) {
    case 'add':
      return zone.add(...call.given);
    case 'clear':
      return zone.clear();
    case 'delete':
      return zone.delete(...call.given);
    case 'freeSpace':
      return zone.freeSpace();
    case 'get':
      return zone.get(...call.given);
    case 'has':
      return zone.has(...call.given);
    case 'incr':
      return zone.incr(...call.given);
    case 'each': {
      const entries: [string, DictionaryValue][] = [];
      zone.each(...call.given, (key, value) => entries.push([key, value]));
      return entries;
    }
    case 'pop':
      return zone.pop(...call.given);
    case 'replace':
      return zone.replace(...call.given);
    case 'set':
      return zone.set(...call.given);
    case 'size':
      return zone.size();
    case 'ttl':
      return zone.ttl(...call.given);
    default:
      // An operation without a case would return nothing, and no worker would notice.
      return call satisfies never;
  }
}

/**
 * A zone that lives in the master, so that all workers see one content, also those of the configuration before. A call goes over a socket
 * and waits for its answer: scripts call dictionaries synchronously, and the master never waits for a worker.
 */
export class RemoteZone implements DictionaryPort {
  readonly name: string;
  readonly capacity: number;
  readonly type: DictionaryPort['type'];
  readonly timeout: number | undefined;
  readonly #calls: Pick<CallSocket, 'ask'>;

  constructor({ name, size, type, timeout }: ZoneDeclaration, calls: Pick<CallSocket, 'ask'>) {
    this.name = name;
    this.capacity = size;
    this.type = type;
    this.timeout = timeout;
    this.#calls = calls;
  }

  readonly add: DictionaryPort['add'] = (...given) => this.#ask('add', given);
  readonly clear: DictionaryPort['clear'] = (...given) => this.#ask('clear', given);
  readonly delete: DictionaryPort['delete'] = (...given) => this.#ask('delete', given);
  readonly freeSpace: DictionaryPort['freeSpace'] = (...given) => this.#ask('freeSpace', given);
  readonly get: DictionaryPort['get'] = (...given) => this.#ask('get', given);
  readonly has: DictionaryPort['has'] = (...given) => this.#ask('has', given);
  readonly incr: DictionaryPort['incr'] = (...given) => this.#ask('incr', given);
  readonly pop: DictionaryPort['pop'] = (...given) => this.#ask('pop', given);
  readonly replace: DictionaryPort['replace'] = (...given) => this.#ask('replace', given);
  readonly set: DictionaryPort['set'] = (...given) => this.#ask('set', given);
  readonly size: DictionaryPort['size'] = (...given) => this.#ask('size', given);
  readonly ttl: DictionaryPort['ttl'] = (...given) => this.#ask('ttl', given);

  readonly each: DictionaryPort['each'] = (maxCount, visit) => {
    for (const [key, value] of this.#ask('each', [maxCount])) visit(key, value);
  };

  #ask<N extends Name>(name: N, given: Parameters<Operations[N]>): ReturnType<Operations[N]> {
    return this.#calls.ask<ReturnType<Operations[N]>>({ zone: this.name, name, given: given.map(this.#enough) });
  }

  /** No entry has room for a text longer than the zone: its beginning has the same outcome, and does not keep the master from its other workers. */
  readonly #enough = (given: unknown): unknown =>
    typeof given === 'string' && given.length > this.capacity ? given.slice(0, this.capacity + 1) : given;
}
