import { createGzip } from 'node:zlib';
import type { HttpRequest } from '../../../host/http/request.js';
import { withinHttp, withinHttpIf } from '../../../host/support/settings/block.js';
import { type Statement, setting } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import { buffersOf, count, flag, size } from '../../../host/support/settings/values.js';
import { hasType, mediaTypes } from '../../http/media-types.js';
import type { HttpModule } from '../module.js';
import { acceptsGzip, varies } from './accepting.js';
import { RecodingStep } from './recoding.js';

const gzip = setting('gzip', withinHttpIf, flag, false);
const level = setting('gzip_comp_level', withinHttp, readLevel, 1);
const least = setting('gzip_min_length', withinHttp, size, 20);
const buffers = setting('gzip_buffers', withinHttp, buffersOf, { count: 32, size: 4096 }, { arity: [2, 2] });
const types = mediaTypes('gzip_types');

/** `gzip`: compresses bodies for clients that accept it. */
export const gzipModule: HttpModule = {
  name: 'gzip',
  directives: [gzip, level, least, buffers, types],
  filters: [(request, next) => new GzipStep(request, next)],
};

function readLevel(words: readonly string[], reading: Statement): number {
  const found = count(words, reading);
  if (found < 1 || found > 9) throw new ConfigurationError('value must be between 1 and 9', reading.place);
  return found;
}

class GzipStep extends RecodingStep {
  override header(length: number | undefined): void {
    const { request, next } = this;
    const isMeant = isPackable(request, length);
    if (isMeant) request.response.variesByEncoding = varies.of(request.block);
    if (!isMeant || !acceptsGzip(request)) {
      next.header(length);
      return;
    }
    request.response.headers.set('Content-Encoding', ['gzip']);
    const make = () => createGzip({ level: level.of(request.block) });
    this.begin(make, {
      flushes: request.response.receivedStatus?.isHeld === false,
      most: buffers.of(request.block).size,
    });
  }
}

/** Statuses of responses that are compressed. */
const packable: ReadonlySet<number> = new Set([200, 403, 404]);

function isPackable(request: HttpRequest, length: number | undefined): boolean {
  const { block } = request;
  const { headers: headersOut, status } = request.response;
  if (!gzip.of(block) || !packable.has(status) || headersOut.has('Content-Encoding')) return false;
  const declared =
    length ?? (headersOut.has('Content-Length') ? Number(headersOut.all('Content-Length')[0]) : undefined);
  return (declared === undefined || declared >= least.of(block)) && hasType(request, types.of(block));
}
