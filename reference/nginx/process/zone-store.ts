import type { Duplex } from 'node:stream';
import { deserialize } from 'node:v8';
import type { ZoneDeclaration } from '../../host/support/scripting/zone-declaration.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import type { DictionaryZone } from '../../host/zones/zone.js';
import { storedZone } from '../surroundings.js';
import type { ReportZoneError } from '../zones/state-file.js';
import type { StoredZone } from '../zones/stored-zone.js';
import { framedCall, lengthBytes } from './call-socket.js';
import type { MasterState } from './master-state.js';
import type { StateCall } from './remote-state.js';
import { performZoneCall, type ZoneCall } from './zone-calls.js';

/** The zones of one configuration, by name. */
export type Zones = ReadonlyMap<string, StoredZone>;

/**
 * The zones of a configuration. Zones of the previous one keep their content if the size is the same. Throws if that is impossible, and
 * ConfigurationError for a state that cannot be read.
 */
export function zonesOf(declared: readonly ZoneDeclaration[], before: Zones, complain: ReportZoneError): Zones {
  const kept = ({ name, size }: ZoneDeclaration): StoredZone | undefined => {
    const stored = before.get(name);
    return stored?.zone.capacity === size ? stored : undefined;
  };
  for (const one of declared) {
    const complaint = complaintOf(one, kept(one)?.zone);
    if (complaint !== undefined) throw new ConfigurationError(complaint, one);
  }
  // A zone with a new size starts from the file of the previous one.
  for (const stored of before.values()) stored.flush();
  const zones = declared.map((one) => ({ one, stored: kept(one) ?? storedZone(one, complain) }));
  const following = new Map(zones.map(({ one, stored }) => [one.name, stored.settle(one)]));
  for (const [name, stored] of before) if (following.get(name) !== stored) stored.close();
  return following;
}

function complaintOf({ name, type, timeout }: ZoneDeclaration, before: DictionaryZone | undefined): string | undefined {
  if (before === undefined) return undefined;
  if (before.type !== type) return `js_shared_dict_zone "${name}" had previously a different type`;
  if (timeout !== undefined && before.timeout === undefined)
    return `js_shared_dict_zone "${name}" uses timeout ${timeout} while previously it did not use timeout`;
  return undefined;
}

/** Answers the calls from a worker's socket. */
export function answerCalls(channel: Duplex, zones: Zones, state: ReturnType<MasterState['worker']>): void {
  eachMessage(channel, (message) => {
    const call: ZoneCall | StateCall = deserialize(message);
    if ('state' in call) {
      const answer = state.answer(call);
      if (answer !== undefined) channel.write(framedCall(answer));
      return;
    }
    const zone = zones.get(call.zone)?.zone;
    if (zone === undefined) throw new Error(`a worker requests a missing zone: ${call.zone}`);
    channel.write(framedCall(performZoneCall(zone, call)));
  });
  channel.once('close', () => state.close());
  // A worker that dies is noticed by its exit.
  channel.on('error', () => undefined);
}

/** Calls `handle` with each complete message. A long one arrives in thousands of parts, which are joined only at its end. */
function eachMessage(channel: Duplex, handle: (message: Buffer) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  let end = lengthBytes;
  channel.on('data', (part: Buffer) => {
    parts.push(part);
    size += part.length;
    while (size >= end) {
      const bytes = Buffer.concat(parts);
      end = lengthBytes + bytes.readUInt32LE();
      parts = [bytes.subarray(size < end ? 0 : end)];
      if (size < end) return;
      handle(bytes.subarray(lengthBytes, end));
      size -= end;
      end = lengthBytes;
    }
  });
}
