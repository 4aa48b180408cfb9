import { cached, type EmbeddedVariable } from '../core/variables.js';
import { absoluteUrl } from './redirect-url.js';
import type { HttpRequest } from './request.js';
import { wireOf } from './wire/settings.js';

/** Headers of the response that the host writes by itself when the header goes out; others are what was set. */
export const sentVariables: Readonly<Record<string, EmbeddedVariable<HttpRequest>>> = {
  sent_http_connection: cached((request) => {
    if (request.status === 101) return 'upgrade';
    return goesOn(request) ? 'keep-alive' : 'close';
  }),
  sent_http_keep_alive: cached((request) => {
    const { told } = wireOf(request.block).keepAlive.timeout;
    return goesOn(request) && told > 0 ? `timeout=${told}` : undefined;
  }),
  sent_http_transfer_encoding: cached(({ sentHead }) => (sentHead?.isChunked === true ? 'chunked' : undefined)),
  sent_http_location: cached((request) => {
    const { sentHead, receivedStatus, headersOut } = request;
    const isAbsolute = sentHead !== undefined && receivedStatus?.keepsLocation !== true;
    return (isAbsolute ? absoluteUrl(request) : undefined) ?? headersOut.all('Location')[0];
  }),
};

/** A request that is through keeps no connection. */
function goesOn({ keepAlive, finished }: HttpRequest): boolean {
  return keepAlive && !finished;
}
