import { createGunzip } from 'node:zlib';
import type { HttpRequest } from '../../../host/http/request.js';
import { withinHttp } from '../../../host/support/settings/block.js';
import { setting } from '../../../host/support/settings/directive.js';
import { buffersOf, flag } from '../../../host/support/settings/values.js';
import type { HttpModule } from '../module.js';
import { acceptDirectives, acceptsGzip, varies } from './accepting.js';
import { RecodingStep } from './recoding.js';

const gunzip = setting('gunzip', withinHttp, flag, false);
const buffers = setting('gunzip_buffers', withinHttp, buffersOf, { count: 32, size: 4096 }, { arity: [2, 2] });

/** `gunzip`: decompresses bodies for clients that cannot. */
export const gunzipModule: HttpModule = {
  name: 'gunzip',
  directives: [gunzip, buffers, ...acceptDirectives],
  filters: [(request, next) => new GunzipStep(request, next)],
};

class GunzipStep extends RecodingStep {
  override header(length: number | undefined): void {
    const { request, next } = this;
    const isMeant = gunzip.of(request.block) && isPacked(request);
    if (isMeant) request.response.variesByEncoding = varies.of(request.block);
    if (!isMeant || acceptsGzip(request)) {
      next.header(length);
      return;
    }
    request.response.headers.set('Content-Encoding', []);
    const { count, size } = buffers.of(request.block);
    this.begin(createGunzip, { flushes: true, most: count * size });
  }
}

function isPacked({ response: { headers: headersOut } }: HttpRequest): boolean {
  return headersOut.all('Content-Encoding').at(-1)?.toLowerCase() === 'gzip';
}
