import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import type { Test } from 'tape';

/** The answers for a name. A family without addresses gets an empty answer; a code, or silence, replaces any of them. */
export interface NameRecord {
  readonly a?: readonly string[];
  /** Last bytes of addresses whose other bytes are zero. */
  readonly aaaa?: readonly number[];
  /** The time to live of the answer, in seconds. */
  readonly ttl?: number;
  /** The time to live of each address. */
  readonly ttls?: readonly number[];
  readonly code?: number;
  readonly silent?: boolean;
}

/** A name server on the loopback interface. */
export interface NameServer {
  readonly port: number;
  /** The questions received: `A name` or `AAAA name`. */
  readonly queries: readonly string[];
}

const types: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
/** The offset of the question, and the pointer to it. */
const [questionAt, pointer] = [12, 0xc00c];
const notFound = 3;

/** Answers queries until the test ends. */
export async function nameServer(t: Test, names: Readonly<Record<string, NameRecord>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const { name, type, end } = questionOf(query);
    queries.push(`${types[type]} ${name}`);
    const record = names[name];
    if (record?.silent !== true) socket.send(answerTo(query.subarray(0, end), type, record), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return { port: socket.address().port, queries };
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = questionAt;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += size + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, type: number, record: NameRecord | undefined): Buffer {
  const found = type === 1 ? (record?.a ?? []).map(bytesOf) : (record?.aaaa ?? []).map(longBytes);
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | (record === undefined ? notFound : (record.code ?? 0)), 2);
  head.writeUInt16BE(found.length, 6);
  head.writeUInt32BE(0, 8);
  const answers = found.map((data, index) => {
    const answer = Buffer.alloc(questionAt);
    for (const [at, value] of [pointer, type, 1].entries()) answer.writeUInt16BE(value, at * 2);
    answer.writeUInt32BE(record?.ttls?.[index] ?? record?.ttl ?? 60, 6);
    answer.writeUInt16BE(data.length, 10);
    return Buffer.concat([answer, data]);
  });
  return Buffer.concat([head, ...answers]);
}

function bytesOf(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

function longBytes(last: number): Buffer {
  return Buffer.concat([Buffer.alloc(15), Buffer.from([last])]);
}
