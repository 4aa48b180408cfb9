/** Sends the answers of the recording service, some of them slowly, in parts or malformed. */
import type { ServerResponse } from 'node:http';
import type { Answering } from '../../language/client-under-test.js';
import { inPieces } from '../support/pieces.js';

/** Bytes that are announced and never sent. */
const LACKING = 8;

/** Never rejects: a client may disconnect before the end. */
export async function send(response: ServerResponse, answering: Answering): Promise<void> {
  const { framing, reset } = answering;
  if (reset === true) {
    response.destroy();
    return;
  }
  if (framing === 'behind 100') response.writeContinue();
  if (framing === 'behind 103') response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  if (framing === 'until the end') response.useChunkedEncodingByDefault = false;
  const body = contentOf(answering);
  response.writeHead(answering.status ?? 200, headOf(answering, body.length));
  const isCut = framing === 'lacks the last chunk' || framing === 'lacks white space';
  const sentBytes = answering.cutAfter ?? (isCut ? body.length : undefined);
  if (sentBytes !== undefined) {
    response.flushHeaders();
    if (sentBytes > 0) response.write(body.subarray(0, sentBytes));
    response.socket?.end();
  } else if (framing === undefined) response.end(body);
  else {
    for await (const piece of inPieces(body)) response.write(piece);
    response.end();
  }
}

/** Answers without an announced length are sent in chunks, or end with the connection. */
function headOf({ status, headers = {}, framing, json }: Answering, length: number) {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  // RFC 9110, section 8.6: there is none with 204.
  const isCounted = framing === undefined ? status !== 204 : framing === 'pieces' || framing === 'lacks white space';
  return {
    ...(isCounted ? { 'content-length': length + (framing === 'lacks white space' ? LACKING : 0) } : {}),
    ...(framing === 'until the end' ? { connection: 'close' } : {}),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...Object.fromEntries(given),
  };
}

function contentOf({ json, text, bytes }: Answering): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes);
  return Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
}
