import type { InnerCall } from '../../../port/http-request.js';
import { isCallback, requireCallback, type ScriptCallback } from '../../support/callback.js';
import { getProperty, hasProperty, isTrue, OwnTypeError } from '../../support/intrinsics.js';
import { textOrBytes } from '../../support/text-or-bytes.js';
import { isSince } from '../../support/versions.js';

/** The arguments of `r.subrequest()`. */
interface Subrequest {
  readonly call: InnerCall;
  readonly detached: boolean;
  /** Called with the response. */
  readonly onResponse: ScriptCallback | undefined;
}

/** 2/http-request-object-methods/rule-2, 2/http-request-object-methods/rule-3 */
export function innerRequest(uri: unknown, options: unknown, callback: unknown): Subrequest {
  const where = textOrBytes(uri);
  if (isCallback(options) && callback === undefined) return innerRequest(where, undefined, options);
  if (!isObject(options) && options !== undefined && options !== null && typeof options !== 'string')
    throw new OwnTypeError('failed to convert args');
  if (!isObject(options))
    return {
      call: [where, textOrBytes(options), 'GET', undefined],
      detached: false,
      onResponse: optionalCallback(callback),
    };
  const option = (name: string): unknown => getProperty(options, name);
  const method = option('method');
  const body = option('body');
  const call: InnerCall = [
    where,
    textOrBytes(option('args')),
    method === undefined ? 'GET' : textOrBytes(method),
    body === undefined ? undefined : textOrBytes(body),
  ];
  // 2/versioning/0-3-9
  const detached = isSince('0.3.9') && isTrue(option('detached'));
  if (detached && callback !== undefined) throw new OwnTypeError('detached flag and callback are mutually exclusive');
  return { call, detached, onResponse: optionalCallback(callback) };
}

function optionalCallback(callback: unknown): ScriptCallback | undefined {
  return callback === undefined ? undefined : requireCallback(callback);
}

/** Flags of `r.sendBuffer()`; a missing flag defaults to that of the filtered part. */
export function flagsOf(options: unknown): { readonly last: boolean | undefined } {
  const isNamed = isObject(options) && hasProperty(options, 'last');
  return { last: isNamed ? isTrue(getProperty(options, 'last')) : undefined };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
