/** How requests with forms travel: bodies of any make, framed and cut in any way, and what is told of them. */
import { encode } from '../../../language/encoding.js';
import { anything, type Expectation, type Expected, list, response } from '../../../language/expectation.js';
import type { ObservedResponse } from '../../../language/observation.js';
import type { HostPartner, Partners } from '../../../language/partners.js';
import { type Place, pathTo, type Where } from './handlers.js';

/** A step of a handler, as `handlers.ts` tells. */
export type Step = readonly [word: string, ...args: unknown[]];

/** Where a body is cut: each piece is written by itself, and is a chunk of its own where it is chunked. */
export interface Framing {
  readonly chunked?: boolean;
  readonly pieces: (body: Buffer) => readonly Buffer[];
}

const bytewise = (body: Buffer): Buffer[] => [...body].map((byte) => Buffer.of(byte));
/** At both sides of each character that syntax is made of. */
const atSigns = (body: Buffer): Buffer[] =>
  body
    .toString('latin1')
    .split(/(?<=[\r\n"&=%+;-])|(?=[\r\n"&=%+;-])/)
    .map((piece) => Buffer.from(piece, 'latin1'));
const inTwo = (body: Buffer): Buffer[] => [body.subarray(0, body.length >> 1), body.subarray(body.length >> 1)];

/** The ways that tables go through; `whole` is what any client does. */
export const FRAMINGS = {
  bytes: { pieces: bytewise },
  signs: { pieces: atSigns },
  halves: { pieces: inTwo },
  chunk: { chunked: true, pieces: (body) => [body] },
  'chunked-bytes': { chunked: true, pieces: bytewise },
  'chunked-signs': { chunked: true, pieces: atSigns },
} satisfies { readonly [name: string]: Framing };

export type Way = 'whole' | keyof typeof FRAMINGS;

/** A request whose body is a form, and what its handlers do. */
export interface FormRequest {
  readonly where?: Where;
  readonly method?: string;
  readonly version?: '1.0' | '1.1';
  /** Absent: no such header. */
  readonly type?: string | undefined;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
  readonly steps: { readonly [place in Place]?: readonly Step[] };
  readonly framing?: Framing;
  /** What the host says before the body is sent: `100 Continue`, which it does once something reads the body. */
  readonly expects?: boolean;
}

const headersOf = ({ type, headers = [] }: FormRequest): (readonly [string, string])[] => [
  ...(type === undefined ? [] : [['Content-Type', type] as const]),
  ...headers,
];

/** By the host's own client. */
const asOne = (host: HostPartner, { where = 'content', method = 'POST', version, body, steps, ...of }: FormRequest) =>
  host.request({
    method,
    target: pathTo(where),
    headers: headersOf({ ...of, steps }),
    input: steps,
    ...(version === undefined ? {} : { version }),
    ...(body === undefined ? {} : { body }),
  });

function headOf(of: FormRequest, isLast: boolean): Buffer {
  const { where = 'content', method = 'POST', version = '1.1', body = Buffer.alloc(0), framing, expects = false } = of;
  const isChunked = framing?.chunked === true;
  const lines = [
    ['Host', 'a'],
    ['X-Srvspec-Input', encodeURIComponent(JSON.stringify(encode(of.steps)))],
    isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', `${body.length}`],
    ...(expects ? [['Expect', '100-continue']] : []),
    ...(isLast ? [['Connection', 'close']] : []),
    ...headersOf(of),
  ];
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${pathTo(where)} HTTP/${version}\r\n${text}\r\n`, 'utf8');
}

const chunk = (piece: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

/** What is written for a body, one write each. An empty chunk would end it. */
function writesOf({ body = Buffer.alloc(0), framing }: FormRequest): readonly Buffer[] {
  const pieces = (framing?.pieces(body) ?? [body]).filter((piece) => piece.length > 0);
  return framing?.chunked === true ? [...pieces.map(chunk), Buffer.from('0\r\n\r\n')] : pieces;
}

/** The responses of a connection, which all tell their length; what differs from host to host and run to run is left out. */
function responsesIn(bytes: Buffer): ObservedResponse[] {
  const text = bytes.toString('latin1');
  const [head, version = '', status = '', reason = '', lines = ''] =
    /^HTTP\/(\d\.\d) (\d+) ?([^\r\n]*)\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(text) ?? [];
  if (head === undefined)
    return bytes.length === 0 ? [] : [{ version: '', status: 0, reason: '', headers: [], body: bytes }];
  const all = [...lines.matchAll(/([^:]*): ?(.*)\r\n/g)].map(([, name = '', value = '']) => [name, value] as const);
  const headers = all.filter(([name]) => !/^(Date|Server)$/i.test(name));
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const body = bytes.subarray(head.length, head.length + length);
  const rest = responsesIn(bytes.subarray(head.length + length));
  return status === '100' ? rest : [{ version, status: Number(status), reason, headers, body }, ...rest];
}

/** Requests on one connection, all written before any response is awaited, but for bodies that the host must ask for. */
export async function onConnection(host: HostPartner, requests: readonly FormRequest[]): Promise<ObservedResponse[]> {
  const connection = await host.connect('http');
  const early: Buffer[] = [];
  for (const [i, request] of requests.entries()) {
    await connection.send(headOf(request, i === requests.length - 1));
    if (request.expects === true) early.push(await connection.next());
    for (const piece of writesOf(request)) await connection.send(piece);
  }
  const { bytes } = await connection.rest();
  return responsesIn(Buffer.concat([...early, bytes]));
}

/** What comes of requests, one after the other: by the client where their bytes do not count, or each on a connection of its own. */
export async function sent({ host }: Partners, requests: readonly FormRequest[]): Promise<unknown> {
  const responses: unknown[] = [];
  for (const request of requests) {
    const isPlain = request.framing === undefined && request.expects !== true;
    responses.push(...(isPlain ? [await asOne(host, request)] : await onConnection(host, [request])));
  }
  return responses;
}

/** What a request's handlers tell, in order. */
export const tells = (...told: readonly Expected[]): Expectation => response({ status: 203, answer: list(...told) });

/** A reader that has thrown or whose promise was rejected. */
export const failed: Expectation = list('failed', anything);
