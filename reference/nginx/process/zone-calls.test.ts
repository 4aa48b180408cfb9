import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { deserialize } from 'node:v8';
import test from 'tape';
import { storedZone } from '../surroundings.js';
import { framedCall, lengthBytes } from './call-socket.js';
import { MasterState } from './master-state.js';
import { openCounts } from './spawn.js';
import { remoteZone } from './zone-calls.js';
import { answerCalls } from './zone-store.js';

const declaration = {
  name: 'zone',
  size: 32768,
  type: 'string',
  timeout: undefined,
  evict: false,
  file: '',
  line: 1,
} as const;

/** The master's end of a socket, as a worker finds it. */
function answering() {
  const answers: unknown[] = [];
  const channel = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _, done) {
      answers.push(deserialize(bytes.subarray(lengthBytes)));
      done();
      channel.emit('answered');
    },
  });
  const zones = new Map([['zone', storedZone(declaration, () => undefined)]]);
  answerCalls(channel, zones, new MasterState(openCounts()).worker());
  const answered = async (count: number): Promise<void> => {
    while (answers.length < count) await once(channel, 'answered');
  };
  return { channel, answers, answered };
}

const has = (key: string) => framedCall({ zone: 'zone', name: 'has', given: [key] });

test('calls of zones: several in one part, and one in many', async (t) => {
  const { channel, answers, answered } = answering();
  const calls = Buffer.concat([framedCall({ zone: 'zone', name: 'set', given: ['a', 'b'] }), has('a'), has('b')]);
  for (const size of [1, 3, calls.length]) {
    answers.length = 0;
    for (let at = 0; at < calls.length; at += size) channel.push(calls.subarray(at, at + size));
    await answered(3);
    t.deepEqual(answers, [{ ok: true, value: undefined }, true, false], `parts of ${size} bytes`);
  }
});

test('calls of zones: a long one takes the master no longer in many parts', async (t) => {
  const { channel, answers, answered } = answering();
  const call = has('x'.repeat(2 ** 24));
  const parts = Array.from({ length: 2 ** 13 }, (_, at) => call.subarray(at * 2 ** 11, (at + 1) * 2 ** 11));
  const timeOf = async (all: readonly Buffer[]): Promise<number> => {
    const start = performance.now();
    answers.length = 0;
    for (const part of all) channel.push(part);
    channel.push(call.subarray(2 ** 24));
    await answered(1);
    return performance.now() - start;
  };
  const whole = Math.max(10, await timeOf([call.subarray(0, 2 ** 24)]));
  const inParts = await timeOf(parts);
  t.ok(inParts < 60 * whole, `${Math.round(inParts)} ms in parts, ${Math.round(whole)} ms as a whole`);
});

test('calls of zones: only the beginning of a text that fits into no entry is sent, with the same outcome', (t) => {
  let longest = 0;
  const { zone } = storedZone(declaration, () => undefined);
  const remote = remoteZone(declaration, {
    ask<Answer>(call: unknown): Answer {
      const [key = '', value = ''] = (Object(call).given as unknown[]).map(String);
      longest = Math.max(longest, key.length, value.length);
      return Reflect.apply(Reflect.get(zone, Object(call).name), zone, Object(call).given);
    },
  });
  const long = '\u20ac'.repeat(1e6);
  for (const [key, value] of [
    ['a', long],
    [long, 'a'],
    [long, long],
  ] as const) {
    t.deepEqual(remote.set(key, value, undefined), zone.set(key, value, undefined));
    t.deepEqual(remote.add(key, value, undefined), zone.add(key, value, undefined));
    t.deepEqual(remote.replace(key, value), zone.replace(key, value));
    t.deepEqual([remote.get(key), remote.has(key), remote.pop(key)], [undefined, false, undefined]);
  }
  t.equal(longest, declaration.size + 1);
  t.end();
});
