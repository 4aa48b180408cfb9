import type { ZoneDeclaration } from '../../host/support/scripting/zone-declaration.js';
import { dictionaryOperations } from '../../host/zones/zone.js';
import type { DictionaryOperations, DictionaryPort, DictionaryValue } from '../../port/shared-dict.js';
import type { CallSocket } from './call-socket.js';

/** One operation on the zone with a name. */
export interface ZoneCall {
  readonly zone: string;
  readonly name: keyof DictionaryOperations;
  readonly given: readonly unknown[];
}

type DictionaryItems = readonly (readonly [key: string, value: DictionaryValue])[];

/** Performs a call where the zone is. Entries are sent as a list. */
export function performZoneCall(zone: DictionaryPort, { name, given }: ZoneCall): unknown {
  if (name !== 'each') return Reflect.apply(zone[name], undefined, given);
  const entries: [string, DictionaryValue][] = [];
  zone.each(Number(given[0]), (key, value) => entries.push([key, value]));
  return entries;
}

/**
 * A zone that lives in the master, so that all workers share its content, even with those of the previous configuration. A call uses a
 * socket and waits for its answer: scripts call dictionaries synchronously, and the master never waits for a worker.
 */
export function remoteZone(declaration: ZoneDeclaration, calls: Pick<CallSocket, 'ask'>): DictionaryPort {
  const { name: zone, size, type, timeout } = declaration;
  // No entry can hold a text longer than the zone: its beginning has the same outcome, and is sent faster.
  const enough = (given: unknown): unknown =>
    typeof given === 'string' && given.length > size ? given.slice(0, size + 1) : given;
  const operation =
    (name: string) =>
    (...given: readonly unknown[]): unknown =>
      calls.ask({ zone, name, given: given.map(enough) });
  const each: DictionaryPort['each'] = (maxCount, visit) => {
    for (const [key, value] of calls.ask<DictionaryItems>({ zone, name: 'each', given: [maxCount] })) visit(key, value);
  };
  const operations = Object.values(dictionaryOperations).map((name) => [name, operation(name)] as const);
  const made = { name: zone, capacity: size, type, timeout, ...Object.fromEntries(operations), each };
  if (!hasOperations(made)) throw new Error('a zone of another process lacks operations');
  return made;
}

const hasOperations = <T extends object>(made: T): made is T & DictionaryOperations =>
  Object.keys(dictionaryOperations).every((name) => typeof Reflect.get(made, name) === 'function');
