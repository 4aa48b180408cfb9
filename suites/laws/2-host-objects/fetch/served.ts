/** 2/host-object-operations/p1: a peer of ours that serves the fetches of scripts, and records their requests. */
import { setTimeout } from 'node:timers/promises';
import type { Connection, Peer } from '../../../language/partners.js';
import { textOf } from '../../support/contents.js';
import { type CertificateName, type Handshakes, type Speaking, secured } from './secured.js';

/** The reaction of a peer to a complete request: a response, and then another action. */
export interface ServiceReply {
  /** The code and the reason; the default is 200 OK. */
  readonly status?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  /** The size of the body in bytes. */
  readonly size?: number;
  /** How the end of the body is marked; `bare` is a head without information about a body, and no body. */
  readonly framing?: 'length' | 'chunked' | 'close' | 'bare';
  /** The size of chunks; by default one for the whole body. */
  readonly chunk?: number;
  /** The number of further headers, x-0 and so on. */
  readonly many?: number;
  /** The size of a header x-long in bytes. */
  readonly long?: number;
  /** All bytes, in place of the other members; each character is a byte. */
  readonly raw?: string;
  /** The size of segments, which are sent one by one. */
  readonly cut?: number;
  /** The number of bytes at the end that are not sent. */
  readonly lacks?: number;
  /** The default is `ends`; `stays` waits for another request, or for the host to close. */
  readonly then?: 'ends' | 'stays' | 'resets';
  /** Uses TLS from there on, with this certificate. */
  readonly secures?: CertificateName;
}

export interface ReceivedRequest {
  /** Counts from 1. */
  readonly connection: number;
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** In the letter case of the wire. */
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const NONE = Buffer.alloc(0);

type ServiceRequest = Omit<ReceivedRequest, 'connection'>;

export const replyBody = ({ body, size }: ServiceReply): string => (size === undefined ? (body ?? '') : textOf(size));

function framed(reply: ServiceReply): readonly [headers: readonly (readonly [string, string])[], body: string] {
  const { framing = 'length', chunk } = reply;
  const body = replyBody(reply);
  if (framing === 'bare') return [[], ''];
  if (framing === 'close') return [[], body];
  if (framing === 'length') return [[['Content-Length', `${body.length}`]], body];
  const chunks = body.match(new RegExp(`[^]{1,${chunk ?? (body.length || 1)}}`, 'g')) ?? [];
  const coded = [...chunks, ''].map((one) => `${one.length.toString(16)}\r\n${one}\r\n`);
  return [[['Transfer-Encoding', 'chunked']], coded.join('')];
}

function piecesOf(reply: ServiceReply): readonly Buffer[] {
  const { status = '200 OK', headers = [], many = 0, long = 0, raw, cut, lacks = 0 } = reply;
  const [framing, body] = framed(reply);
  const more = Array.from({ length: many }, (_, i) => [`x-${i}`, `${i}`] as const);
  const longest = long === 0 ? [] : [['x-long', textOf(long)] as const];
  const lines = [...headers, ...more, ...longest, ...framing].map(([name, value]) => `${name}: ${value}\r\n`);
  const text = raw ?? `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
  const all = Buffer.from(text.slice(0, text.length - lacks), 'latin1');
  if (cut === undefined) return [all];
  return Array.from({ length: Math.ceil(all.length / cut) }, (_, i) => all.subarray(i * cut, (i + 1) * cut));
}

/**
 * A request at the start of bytes, if it is complete, and the rest. Bytes of another protocol are a request without a
 * method.
 */
function requestIn(bytes: Buffer): { readonly request: ServiceRequest; readonly rest: Buffer } | undefined {
  const text = bytes.toString('latin1');
  if (/^[^!-~]/.test(text))
    return { request: { method: '', target: '', version: '', lines: [], body: bytes }, rest: NONE };
  const end = text.indexOf('\r\n\r\n') + 4;
  if (end < 4) return undefined;
  const [line = '', ...fields] = text.slice(0, end - 4).split('\r\n');
  const [, method = '', target = '', version = ''] = /^(\S*) (.*) HTTP\/(.*)$/.exec(line) ?? [];
  const lines = fields.map((field) => [field.replace(/:.*/, ''), field.replace(/^[^:]*: ?/, '')] as const);
  const lengths = lines.flatMap(([name, value]) => (name.toLowerCase() === 'content-length' ? [Number(value)] : []));
  const over = end + (lengths.length === 0 ? 0 : Math.min(...lengths));
  if (bytes.length < over) return undefined;
  return { request: { method, target, version, lines, body: bytes.subarray(end, over) }, rest: bytes.subarray(over) };
}

export type ReplyTo = (index: number, request: ServiceRequest) => ServiceReply | Promise<ServiceReply>;

/** Pauses that let a host read the bytes sent before. */
const PAUSES = 40;

/** Nothing depends on the pauses, but without them segments usually arrive together. */
async function sendAll(connection: Speaking, pieces: readonly Buffer[]): Promise<void> {
  const each = Math.ceil(pieces.length / PAUSES);
  for (const [i, piece] of pieces.entries()) {
    await connection.send(piece);
    if (i % each === each - 1 && i < pieces.length - 1) await setTimeout(1);
  }
}

/** The most connections of one trial. */
const MOST = 500;

/** Serves connections until the trial ends. */
export class FetchService {
  readonly received: ReceivedRequest[] = [];
  readonly handshakes: Handshakes = { names: [], agreed: [] };
  #connections = 0;
  readonly #replyTo: ReplyTo;
  readonly #certificate: CertificateName | undefined;

  constructor(peer: Peer, replyTo: ReplyTo, certificate?: CertificateName) {
    this.#replyTo = replyTo;
    this.#certificate = certificate;
    void this.#accept(peer);
  }

  get connections(): number {
    return this.#connections;
  }

  async #accept(peer: Peer): Promise<void> {
    for (let left = MOST; left > 0; left--) {
      const connection = await peer.accepted().catch(() => undefined);
      if (connection === undefined) return;
      const number = ++this.#connections;
      // A peer that waits in vain has nothing else to report.
      void this.#serve(this.#speakingOn(connection), number).catch(() => undefined);
    }
  }

  #speakingOn(connection: Connection): Speaking {
    const name = this.#certificate;
    return name === undefined ? connection : secured(connection, name, this.handshakes);
  }

  async #serve(connection: Speaking, number: number): Promise<void> {
    let bytes = Buffer.alloc(0);
    for (;;) {
      const one = requestIn(bytes);
      if (one === undefined) {
        const next = await connection.next();
        if (next.length === 0) return connection.end();
        bytes = Buffer.concat([bytes, next]);
        continue;
      }
      bytes = Buffer.from(one.rest);
      const index = this.received.push({ connection: number, ...one.request }) - 1;
      const reply = await this.#replyTo(index, one.request);
      await sendAll(connection, piecesOf(reply));
      const { then = 'ends', secures } = reply;
      if (secures !== undefined) return this.#serve(secured(connection, secures, this.handshakes), number);
      if (then === 'ends') return connection.end();
      if (then === 'resets') return connection.reset();
    }
  }
}
