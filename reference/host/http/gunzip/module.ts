import { setting } from '../../configuration/directive.js';
import { buffersOf, flag } from '../../configuration/values.js';
import { withinHttp } from '../blocks.js';
import { hasBody, type OutputFilter, OutputStep } from '../filters.js';
import type { HttpModule } from '../module.js';
import type { HttpRequest } from '../request.js';
import { abandon } from '../response.js';
import { acceptDirectives, acceptsGzip, varies } from './accepting.js';
import { Inflation } from './inflation.js';

const gunzip = setting('gunzip', withinHttp, flag('gunzip'), false);
const buffers = setting('gunzip_buffers', withinHttp, buffersOf, { count: 32, size: 4096 }, { arity: [2, 2] });

/** `gunzip`: unpacks bodies for clients that cannot. */
export const gunzipModule: HttpModule = {
  name: 'gunzip',
  directives: [gunzip, buffers, ...acceptDirectives],
  phases: [],
  filters: [unpacking()],
};

function unpacking(): OutputFilter {
  return (request, next) => new Unpacking(request, next);
}

class Unpacking extends OutputStep {
  #inflation: Inflation | undefined;

  override header(length: number | undefined): void {
    const { request, next } = this;
    const isMeant = gunzip.of(request.block) && isPacked(request);
    if (isMeant) request.variesByEncoding = varies.of(request.block);
    if (isMeant && !acceptsGzip(request)) this.#begin();
    else next.header(length);
  }

  #begin(): void {
    const { request, next } = this;
    const { headersOut } = request;
    for (const name of ['Content-Encoding', 'Content-Length']) headersOut.set(name, []);
    headersOut.withdrawRanges();
    headersOut.weakenEntityTag();
    next.header(undefined);
    if (request.method === 'HEAD' || !hasBody(request.status)) return;
    const { count, size } = buffers.of(request.block);
    const fail = (message: string) => {
      request.logLine('error', message);
      abandon(request);
    };
    const inflation = new Inflation({ next, most: count * size, fail });
    this.#inflation = inflation;
    request.draining = inflation.ended;
  }

  override write(part: Buffer, more?: boolean): void {
    if (this.#inflation === undefined) this.next.write(part, more);
    else this.#inflation.write(part);
  }

  override end(part?: Buffer): void {
    if (this.#inflation === undefined) this.next.end(part);
    else this.#inflation.end(part);
  }

  override ready(): boolean | Promise<boolean> {
    return this.#inflation?.ready() ?? super.ready();
  }

  override abort(): void {
    this.#inflation?.stop();
    this.next.abort();
  }
}

function isPacked({ headersOut }: HttpRequest): boolean {
  return headersOut.all('Content-Encoding').at(-1)?.toLowerCase() === 'gzip';
}
