import type { HttpRequest } from './request.js';

/** A request body. What is larger than the memory set aside for it counts as written to a temporary file. */
export interface Body {
  readonly bytes: Buffer;
  readonly inFile: boolean;
}

/** Whether the header announces a body that is larger than the location allows. */
export function announcesTooMuch(request: HttpRequest): boolean {
  return exceeds(request, Number(request.headersIn.first('content-length') ?? 0));
}

/** Reads the request body. `too large` says that it is larger than the location allows, `gone` that the client left. */
export function readBody(request: HttpRequest): Promise<'read' | 'too large' | 'gone'> {
  const { message } = request;
  if (request.expectsContinue) request.response.writeContinue();
  const parts: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    message.on('data', (part: Buffer) => {
      size += part.length;
      parts.push(part);
      if (exceeds(request, size)) resolve('too large');
    });
    message.once('end', () => {
      const inFile = size > request.settings.clientBodyBufferSize;
      if (size > 0) request.body = { bytes: Buffer.concat(parts), inFile };
      resolve('read');
    });
    message.once('close', () => resolve('gone'));
  });
}

/** Milliseconds to wait for a client that is sending what nobody wants. */
const patience = 5000;

/**
 * Reads what is left of a body and forgets it. Closing a connection with octets unread would reset it, and the client might
 * never see the response.
 */
export function discardBody(request: HttpRequest): Promise<void> {
  const { message } = request;
  if (message.complete || request.expectsContinue) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patience);
    const read = () => {
      clearTimeout(timer);
      resolve();
    };
    message.removeAllListeners('data');
    message.once('end', read).once('close', read).resume();
  });
}

function exceeds(request: HttpRequest, size: number): boolean {
  const limit = request.settings.clientMaxBodySize;
  return limit > 0 && size > limit;
}
