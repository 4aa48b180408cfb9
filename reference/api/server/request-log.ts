import type { IncomingMessage, ServerResponse } from 'node:http';
import { printable } from '../support/printable.js';
import { pathOf } from './routing.js';

/**
 * Gives one line when the answer has ended: method, path, status and milliseconds, and nothing that holds a key. `-` stands
 * for the status of an answer that the client did not wait for.
 */
export function requestLog(request: IncomingMessage, response: ServerResponse, log: (line: string) => void): void {
  const begun = performance.now();
  response.once('close', () => {
    const { method = '', url = '' } = request;
    const status = response.writableFinished ? response.statusCode : '-';
    log(`${method} ${printable(pathOf(url))} ${status} ${(performance.now() - begun).toFixed(1)}`);
  });
}
