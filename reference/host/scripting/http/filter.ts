/** 2/http-request-object-methods/r-send-buffer, 2/http-request-object-methods/r-done: filters of scripts. */
import type { Argument } from '../../../port/subject.js';
import { hasBody, type Output, type OutputFilter, OutputStep } from '../../http/filters.js';
import type { HttpRequest } from '../../http/request.js';
import { abandon } from '../../http/sending.js';
import { filled } from '../../support/realms/memory.js';
import { type BodyFilter, bodyFilter, headerFilter } from '../../support/scripting/http-settings.js';
import type { RequestScripts } from './request-scripts.js';

/** Lets the scripts of a location inspect and change responses. A failing script aborts the response. */
export function scriptFilter(scripts: RequestScripts): OutputFilter {
  return (request, next) => new ScriptedHttpOutput(request, next, scripts);
}

class ScriptedHttpOutput extends OutputStep {
  readonly #scripts: RequestScripts;

  constructor(request: HttpRequest, next: Output, scripts: RequestScripts) {
    super(request, next);
    this.#scripts = scripts;
  }

  override header(length: number | undefined): void {
    const handler = headerFilter.of(this.request.block);
    if (handler === undefined) this.next.header(length);
    else if (this.#looksAtHeader(handler)) this.next.header(this.#hasLength() ? length : undefined);
    else this.#refuse();
  }

  /** A handler that sends learns of the refusal immediately; other senders have nothing else to send. */
  #refuse(): void {
    const { state } = this.#scripts.of(this.request);
    if (state.phase === undefined) abandon(this.request);
    else state.headerRefused = this.request.response.broken = true;
  }

  override write(part: Buffer, more = false): void {
    const filter = this.#filter();
    if (filter !== undefined) this.#forward(filter, part, false, more);
    else if (!this.#isOver()) this.next.write(part, more);
  }

  /** As on real hosts, filters do not see the end of a subrequest's response; it ends whatever they do. */
  override end(part?: Buffer): void {
    const filter = this.#filter();
    const isMain = this.request.parent === undefined;
    if (filter !== undefined) this.#forward(filter, part ?? nothing, isMain, false);
    if (this.request.response.broken) return;
    if (filter === undefined) this.next.end(this.#isOver() ? undefined : part);
    else if (!isMain || this.#isOver()) this.next.end();
    // Without its end a response is incomplete.
    else abandon(this.request);
  }

  /** Whether the filter has forwarded the end: nothing can follow it. */
  #isOver(): boolean {
    const filter = bodyFilter.of(this.request.block);
    return filter !== undefined && this.#scripts.of(this.request).state.forwardedLast;
  }

  #filter(): BodyFilter | undefined {
    const filter = bodyFilter.of(this.request.block);
    const isSent = this.request.route.method !== 'HEAD' && hasBody(this.request.response.status);
    return filter === undefined || !isSent || this.#scripts.of(this.request).state.done ? undefined : filter;
  }

  #looksAtHeader(handler: string): boolean {
    const { scripts, state } = this.#scripts.of(this.request);
    return state.during('header filter', () => scripts.callFilter(handler, 'header filter', [])) === 'ended';
  }

  #hasLength(): boolean {
    return this.request.response.headers.all('Content-Length').length > 0;
  }

  /** Forwards the filter's output for a part. */
  #forward({ handler, takes }: BodyFilter, part: Buffer, last: boolean, more: boolean): void {
    const { scripts, state } = this.#scripts.of(this.request);
    const wasOver = state.forwardedLast;
    state.isLast = last;
    const args: readonly Argument[] = [chunkOf(part, takes), { kind: 'flags', last }];
    const ended = state.during('body filter', () => scripts.callFilter(handler, 'body filter', args));
    if (ended === 'failed') abandon(this.request);
    const { forwarded } = state;
    state.forwarded = [];
    // Output after the end of an earlier part has no effect.
    state.forwardedLast ||= wasOver;
    if (this.request.response.broken || wasOver) return;
    for (const one of forwarded) this.next.write(one, true);
    if (!more) this.next.write(nothing);
  }
}

const nothing = Buffer.alloc(0);

function chunkOf(part: Buffer, as: BodyFilter['takes']): Argument {
  switch (as) {
    case 'string':
      return { kind: 'text', text: part.toString('utf8') };
    case 'buffer':
      return { kind: 'bytes', bytes: (allocate) => filled(part, allocate) };
  }
}
