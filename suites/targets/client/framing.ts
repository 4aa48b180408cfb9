/** Answers whose body is not sent at once with its length. */
import type { ServerResponse } from 'node:http';
import type { Framing } from '../../language/client-under-test.js';
import { inPieces } from '../support/pieces.js';

interface FramedAnswer {
  readonly framing: Framing;
  readonly status: number;
  readonly head: { readonly [name: string]: string };
  readonly body: Buffer;
}

/** Bytes that are announced and never sent. */
const LACKING = 8;

/** The announced length of each; answers without one are sent in chunks, or end with the connection. */
const LENGTHS: { readonly [framing in Framing]?: (body: Buffer) => number } = {
  pieces: ({ length }) => length,
  'lacks white space': ({ length }) => length + LACKING,
};

/** Never rejects: a client may disconnect before the end. */
export async function framed(response: ServerResponse, { framing, status, head, body }: FramedAnswer): Promise<void> {
  if (framing === 'behind 100') response.writeContinue();
  if (framing === 'behind 103') response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  if (framing === 'until the end') response.useChunkedEncodingByDefault = false;
  const length = LENGTHS[framing]?.(body);
  response.writeHead(status, {
    ...(length === undefined ? {} : { 'content-length': length }),
    ...(framing === 'until the end' ? { connection: 'close' } : {}),
    ...head,
  });
  if (framing === 'lacks the last chunk' || framing === 'lacks white space') {
    response.write(body, () => response.socket?.end());
    return;
  }
  for await (const piece of inPieces(body)) response.write(piece);
  response.end();
}
