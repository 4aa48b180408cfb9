/** How laws about request bodies send them: in one write or several, with each framing of HTTP. */
import type { ClosedConnection, ObservedResponse } from '../../../../language/observation.js';
import type { Partners, WireRequest } from '../../../../language/partners.js';
import type { At } from '../../../../language/trial.js';
import { ResponseReader, requestBytes, saysClose } from '../../../support/http-bytes.js';
import type { Asks } from '../phases.js';

/** How a request arrives: header and body in one write or not, and what defines the end of the body. */
export type Delivery =
  | 'at-once'
  | 'apart'
  | 'late'
  | 'in-pieces'
  | 'chunked'
  | 'chunked-in-pieces'
  | 'expected'
  | 'pipelined';

const CHUNKED = ['Transfer-Encoding', 'chunked'] as const;

/** Chunks of the sizes one to three, with every valid form of a size, and then the rest. */
function chunksOf(body: Buffer, sizes: readonly number[]): Buffer {
  const pieces: (Buffer | string)[] = [];
  let from = 0;
  for (const size of [...sizes, body.length]) {
    const piece = body.subarray(from, from + size);
    from += piece.length;
    const line = `${sizes.length > 0 ? '0' : ''}${piece.length.toString(16).toUpperCase()}${size === 2 ? ';a=b' : ''}`;
    if (piece.length > 0) pieces.push(`${line}\r\n`, piece, '\r\n');
  }
  return Buffer.concat([...pieces, '0\r\n\r\n'].map((piece) => Buffer.from(piece)));
}

export function framed(request: WireRequest, sent: Delivery): WireRequest {
  const { headers = [], body } = request;
  if (body === undefined) return request;
  const bytes = Buffer.from(body);
  const own = sent === 'expected' ? [...headers, ['Expect', '100-continue'] as const] : headers;
  if (!sent.startsWith('chunked')) return { ...request, headers: own };
  return { ...request, headers: [...own, CHUNKED], body: chunksOf(bytes, sent === 'chunked' ? [] : [1, 2, 3]) };
}

/** Cut between header and body, within each of them, and before the last byte. */
function piecesOf(bytes: Buffer, sent: Delivery): Buffer[] {
  const head = bytes.indexOf('\r\n\r\n') + 4;
  const body = bytes.length - head;
  const within = [9, head - 2, head, head + 1, head + 3, head + (body >> 1), bytes.length - 1];
  const cuts = sent.endsWith('in-pieces') ? within : ['apart', 'expected', 'late'].includes(sent) ? [head] : [];
  const places = [...new Set(cuts)].filter((cut) => cut > 0 && cut < bytes.length).sort((a, b) => a - b);
  return [0, ...places].map((from, i) => bytes.subarray(from, places[i]));
}

/** The next response and how many interim ones, such as 100 Continue, came before it; only these if the connection ended. */
export async function responseOn(reader: ResponseReader, method?: string) {
  for (let interim = 0; ; interim++) {
    const response: ObservedResponse | ClosedConnection = (await reader.next(method)) ?? { closed: true };
    if ('closed' in response || response.status >= 200) return { response, interim };
  }
}

/** Another request is answered in between, so that the host has read what was sent before. */
export const settled = ({ host }: Pick<Partners, 'host'>, at: At) => host.request({ target: at('/through') });

/** After so many requests, handlers that have not logged it never will. */
const LONG = 300;

/** The log line of a handler that waits for a late body. */
export const BEGUN = 'begun';

async function logged(partners: Partners, at: At): Promise<void> {
  const isLogged = async () => (await partners.log.lines()).some(({ message }) => message === BEGUN);
  for (let asked = 0; asked < LONG && !(await isLogged()); asked += 1) await settled(partners, at);
}

/** Sends one request; a body with Expect follows after 100 Continue, and a late one after some steps. */
async function sendOn(
  reader: ResponseReader,
  request: WireRequest,
  sent: Delivery,
  partners: Partners,
  at: At,
): Promise<void> {
  const [first, ...pieces] = piecesOf(requestBytes(framed(request, sent)), sent);
  await reader.connection.send(first ?? '');
  if (sent === 'expected' && pieces.length > 0) while (reader.left === '' && !reader.isOver) await reader.more();
  if (sent === 'late') await logged(partners, at);
  for (const piece of pieces) {
    if (sent !== 'expected') await settled(partners, at);
    await reader.connection.send(piece);
  }
}

/** One connection for all requests, as long as the host keeps it; each way of arriving has as many requests in sequence. */
export const sentAs =
  (...ways: readonly Delivery[]): Asks =>
  async (requests, partners, at) => {
    const isPipelined = ways.includes('pipelined');
    const responses: unknown[] = [];
    let reader = new ResponseReader(await partners.host.connect('http'));
    if (isPipelined) await reader.connection.send(Buffer.concat(requests.map(requestBytes)));
    for (const [i, request] of requests.entries()) {
      const sent = ways[Math.floor((i * ways.length) / requests.length)] ?? 'at-once';
      if (reader.isOver && !isPipelined) {
        reader.connection.close();
        reader = new ResponseReader(await partners.host.connect('http'));
      }
      if (!isPipelined) await sendOn(reader, request, sent, partners, at);
      const { response, interim } = await responseOn(reader, request.method);
      // A client that waits for 100 Continue gets it once.
      responses.push(interim > (sent === 'expected' ? 1 : 0) ? { interim } : response);
      reader.isOver ||= 'closed' in response || saysClose(response);
    }
    reader.connection.close();
    return responses;
  };
