import type { HttpRequest, HttpVariable } from '../../host/http/request.js';
import { headerValues } from '../../host/support/raw-headers.js';
import { cached } from '../../host/variables/variables.js';
import { wireOf } from '../wire/settings.js';

/** Headers of the response that the host writes by itself when the header goes out; others are what was set. */
export const sentVariables: Readonly<Record<string, HttpVariable>> = {
  sent_http_connection: cached((request) => {
    if (request.response.status === 101) return 'upgrade';
    return goesOn(request) ? 'keep-alive' : 'close';
  }),
  sent_http_keep_alive: cached((request) => {
    const { told } = wireOf(request.block).keepAliveTimeout;
    return goesOn(request) && told > 0 ? `timeout=${told}` : undefined;
  }),
  sent_http_transfer_encoding: cached(({ response: { sentHead } }) =>
    sentHead?.isChunked === true ? 'chunked' : undefined,
  ),
  sent_http_location: cached(({ response: { sentHead, headers: headersOut } }) => {
    const [location] = headerValues(sentHead?.headers ?? [], 'location');
    return location ?? headersOut.all('Location')[0];
  }),
};

/** A request that is through keeps no connection. */
function goesOn({ response: { keepAlive, finished } }: HttpRequest): boolean {
  return keepAlive && !finished;
}
