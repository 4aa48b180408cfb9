import { clientMaxBodySize } from '../../host/http/body/settings.js';
import { exceeds } from '../../host/http/body/source.js';
import type { HttpRequest } from '../../host/http/request.js';
import { tooLargeChunk } from '../../host/http/request-body.js';
import { invalidChunks } from '../../host/http/sending.js';
import type { UpstreamConnection } from '../upstream/connection.js';
import { proxySettings } from './directives.js';

/** Whether the body of a request is forwarded while it arrives, instead of being read before a server is tried. */
export function isStreamed({ block, arrival, headersIn, body: { isRead: bodyRead } }: HttpRequest): boolean {
  if (
    proxySettings.requestBuffering.of(block) ||
    proxySettings.sentBody.of(block) !== undefined ||
    !proxySettings.passRequestBody.of(block)
  )
    return false;
  if (arrival.body.next === undefined || bodyRead) return false;
  // HTTP/1.0 has no chunks.
  if (headersIn.first('transfer-encoding') !== undefined) return proxySettings.sentVersion.of(block) === '1.1';
  return headersIn.first('content-length') !== undefined;
}

/**
 * Forwards a body while it arrives; returns whether all of it arrived. If the body is invalid or incomplete, the reader of the server's
 * response fails.
 */
export async function streamBody(request: HttpRequest, connection: UpstreamConnection): Promise<boolean> {
  const { arrival, block } = request;
  const isChunked = request.headersIn.first('transfer-encoding') !== undefined;
  const send = (bytes: Buffer) => connection.write(bytes, proxySettings.sendTimeout.of(block));
  for (let size = 0; ; ) {
    const part = await arrival.body.next?.();
    if (part?.kind !== 'part') {
      if (part?.kind === 'end' && isChunked) await send(Buffer.from('0\r\n\r\n'));
      if (part?.kind === 'malformed') connection.fail({ kind: 'refused', status: 400, message: invalidChunks });
      if (part === undefined || part.kind === 'gone' || part.kind === 'timed out') connection.fail({ kind: 'cut off' });
      return part?.kind === 'end';
    }
    if (exceeds(size + part.chunk, clientMaxBodySize.of(block))) {
      connection.fail({ kind: 'refused', status: 413, message: tooLargeChunk(size, part.chunk) });
      return false;
    }
    size += part.bytes.length;
    const { length } = part.bytes;
    await send(isChunked ? Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), part.bytes, end]) : part.bytes);
  }
}

const end = Buffer.from('\r\n');
