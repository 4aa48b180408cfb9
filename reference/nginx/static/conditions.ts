import { type OutputFilter, OutputStep } from '../../host/http/filters.js';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { parseHttpDate } from '../../host/support/http-date.js';
import { replacedByPage } from '../errors/page.js';
import { staticSettings } from './settings.js';

/** Answers conditional requests: 412 or 304 in place of the response. */
export const checkingConditions: OutputFilter = (request, next) => new CheckingConditions(request, next);

class CheckingConditions extends OutputStep {
  /** The output for the body. */
  #output = this.next;

  override header(length: number | undefined): void {
    const { request, next } = this;
    const verdict = applies(request) ? judge(request) : 'send';
    if (verdict === 'failed') {
      this.#output = replacedByPage(request, 412, next);
      return;
    }
    if (verdict === 'not modified') {
      request.response.status = 304;
      for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding']) request.response.headers.set(name, []);
      request.response.headers.withdrawRanges();
    }
    next.header(verdict === 'not modified' ? undefined : length);
  }

  override write(part: Buffer, more?: boolean): void {
    this.#output.write(part, more);
  }

  override end(part?: Buffer): void {
    this.#output.end(part);
  }
}

function applies(request: HttpRequest): boolean {
  return request.response.status === 200 && request.parent === undefined && !request.response.unconditional;
}

/** RFC 9110, section 13.2.2, as real hosts implement it. */
function judge(request: HttpRequest): 'failed' | 'not modified' | 'send' {
  const header = (name: string) => request.headersIn.first(name);
  const unmodifiedSince = header('if-unmodified-since');
  if (unmodifiedSince !== undefined && !isUnmodified(request, unmodifiedSince)) return 'failed';
  const match = header('if-match');
  if (match !== undefined && !hasTag(request, match, 'strong')) return 'failed';
  const modifiedSince = header('if-modified-since');
  const noneMatch = header('if-none-match');
  if (modifiedSince === undefined && noneMatch === undefined) return 'send';
  if (modifiedSince !== undefined && isModified(request, modifiedSince)) return 'send';
  if (noneMatch !== undefined && !hasTag(request, noneMatch, 'weak')) return 'send';
  return 'not modified';
}

function isUnmodified({ response: { headers: headersOut } }: HttpRequest, since: ByteString): boolean {
  const date = parseHttpDate(since);
  return headersOut.lastModified !== undefined && date !== undefined && headersOut.lastModified <= date;
}

function isModified({ response: { headers: headersOut }, block }: HttpRequest, since: ByteString): boolean {
  const { lastModified } = headersOut;
  const manner = staticSettings.ifModifiedSince.of(block);
  const date = parseHttpDate(since);
  if (lastModified === undefined || manner === 'off') return true;
  if (date === lastModified) return false;
  return manner === 'exact' || date === undefined || date < lastModified;
}

/** Whether a list of entity tags, or a star, includes the tag of the response. */
function hasTag(request: HttpRequest, list: ByteString, comparison: 'strong' | 'weak'): boolean {
  const { headers: headersOut } = request.response;
  if (list === '*') return true;
  const comparable = (tag: ByteString) => (comparison === 'weak' ? tag.replace(/^W\//, '') : tag);
  const own = headersOut.entityTag;
  if (own === undefined) return false;
  return list.split(',').some((tag) => comparable(tag.trim()) === comparable(own));
}
