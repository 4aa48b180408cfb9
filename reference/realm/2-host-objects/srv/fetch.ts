import type { Fetch, FetchCall, FetchRequest, ReceivedResponse } from '../../../port/fetch.js';
import type { AsyncOperation } from '../../../port/later.js';
import { apply, define, getProperty, isObject, isTrue, OwnError, OwnTypeError } from '../../support/intrinsics.js';
import { later } from '../../support/later.js';
import { resultOf } from '../../support/outcome.js';
import { wholeNumber } from '../../support/whole-number.js';
import { headersIn } from '../headers/headers.js';
import { type FetchRequestParts, requestGiven } from '../request/request.js';
import { checkSendable } from '../request/url.js';
import { createResponse } from '../response/response.js';

/** 2/host-object-operations/p1: `srv.fetch()`. Invalid arguments reject the promise, too. */
export function fetchBy(port: Fetch, resource: unknown, options: unknown): Promise<object> {
  const start: AsyncOperation<undefined, ReceivedResponse> = (_, settle) =>
    resultOf(apply(port, undefined, callFor(resource, options)))(undefined, settle);
  return later(start, undefined, createResponse);
}

function callFor(resource: unknown, options: unknown): FetchCall {
  const parts = requestGiven(resource, options, headersIn);
  const limits = limitsOf(options);
  checkSendable(parts.url);
  return callOf(parts, limits);
}

type FetchLimits = Pick<FetchRequest, 'bufferSize' | 'maxResponseBodySize' | 'verify'>;

function limitsOf(options: unknown): FetchLimits {
  const option = (name: string): unknown => (isObject(options) ? getProperty(options, name) : undefined);
  const bufferSize = sizeGiven(option('buffer_size'));
  if (bufferSize !== undefined && bufferSize < 0) throw new OwnError('memory error');
  const maxResponseBodySize = sizeGiven(option('max_response_body_size'));
  if (maxResponseBodySize !== undefined && maxResponseBodySize < 0)
    throw new OwnTypeError('max_response_body_size must be non-negative');
  // 2/versioning/0-7-0: before that no server has a certificate, because https:// is refused.
  const verify = option('verify');
  return { bufferSize, maxResponseBodySize, verify: verify === undefined ? undefined : isTrue(verify) };
}

function sizeGiven(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw new OwnTypeError('invalid number');
  return wholeNumber(value);
}

function callOf({ method, url, headers, body }: FetchRequestParts, limits: FetchLimits): FetchCall {
  const bytes = body.kind === 'none' ? undefined : body.bytes;
  const { bufferSize, maxResponseBodySize, verify } = limits;
  const call: FetchCall = [method, url, bytes, bufferSize, maxResponseBodySize, verify];
  headers.each(({ name, value }) => {
    define(call, call.length, name);
    define(call, call.length, value);
  });
  return call;
}
