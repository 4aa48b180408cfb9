import type { Gunzip, Gzip } from 'node:zlib';
import { hasBody, OutputStep } from '../../../host/http/filters.js';
import { abandon } from '../../../host/http/sending.js';
import { Recoding } from './recoding.js';

/** A step that packs or unpacks the body once `begin` was called. */
export class RecodingStep extends OutputStep {
  #recoding: Recoding | undefined;

  /**
   * Hands the header on, without what no longer holds.
   * @param most bytes of the body that go on at a time
   */
  protected begin(make: () => Gunzip | Gzip, { flushes, most }: { flushes: boolean; most: number }): void {
    const { request, next } = this;
    const { headers: headersOut } = request.response;
    headersOut.set('Content-Length', []);
    headersOut.withdrawRanges();
    headersOut.weakenEntityTag();
    next.header(undefined);
    if (request.route.method === 'HEAD' || !hasBody(request.response.status)) return;
    const fail = (message: string) => {
      request.logLine('error', message);
      abandon(request);
    };
    this.#recoding = new Recoding({ next, zlib: make(), flushes, most, fail });
    request.response.draining = this.#recoding.ended;
  }

  override write(part: Buffer, more?: boolean): void {
    if (this.#recoding === undefined) this.next.write(part, more);
    else this.#recoding.write(part);
  }

  override end(part?: Buffer): void {
    if (this.#recoding === undefined) this.next.end(part);
    else this.#recoding.end(part);
  }

  override ready(): boolean | Promise<boolean> {
    return this.#recoding?.ready() ?? super.ready();
  }

  override abort(): void {
    this.#recoding?.stop();
    this.next.abort();
  }
}
