import type { Duplex } from 'node:stream';
import { deserialize } from 'node:v8';
import { newZone, type ZonePlan } from '../surroundings.js';
import type { Zone } from '../zones/zone.js';
import { framed, lengthBytes, performed, type ZoneCall } from './zone-calls.js';

/** The zones of one configuration, by name. */
export type Zones = ReadonlyMap<string, Zone>;

/** The zones of a configuration; those of the one before keep their content where they have the same size. Throws where they cannot. */
export function zonesOf(plans: readonly ZonePlan[], before: Zones): Zones {
  const kept = (plan: ZonePlan): Zone | undefined => {
    const zone = before.get(plan.name);
    return zone?.capacity === plan.size ? zone : undefined;
  };
  for (const plan of plans) {
    const complaint = complaintOf(plan, kept(plan));
    if (complaint !== undefined) throw new Error(complaint);
  }
  return new Map(plans.map((plan) => [plan.name, kept(plan)?.settle(plan) ?? newZone(plan)]));
}

function complaintOf({ name, type, timeout }: ZonePlan, before: Zone | undefined): string | undefined {
  if (before === undefined) return undefined;
  if (before.type !== type) return `shared dict zone "${name}" had previously another type`;
  if (timeout !== undefined && before.timeout === undefined)
    return `js_shared_dict_zone "${name}" uses timeout ${timeout} while previously it did not use timeout`;
  return undefined;
}

/** Answers the calls that come over a worker's socket. */
export function answerCalls(channel: Duplex, zones: Zones): void {
  let rest: Buffer = Buffer.alloc(0);
  channel.on('data', (part: Buffer) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    for (let end = endOf(rest); end !== undefined; end = endOf(rest)) {
      const call: ZoneCall = deserialize(rest.subarray(lengthBytes, end));
      rest = rest.subarray(end);
      const zone = zones.get(call.zone);
      if (zone === undefined) throw new Error(`a worker asks for a zone that is not there: ${call.zone}`);
      channel.write(framed(performed(zone, call)));
    }
  });
  // A worker that dies is seen by its exit.
  channel.on('error', () => undefined);
}

/** Where the first message ends; `undefined` while it is not whole. */
function endOf(bytes: Buffer): number | undefined {
  if (bytes.length < lengthBytes) return undefined;
  const end = lengthBytes + bytes.readUInt32LE();
  return end <= bytes.length ? end : undefined;
}
