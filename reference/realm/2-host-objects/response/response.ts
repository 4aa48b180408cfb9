import type { ReceivedResponse } from '../../../port/fetch.js';
import { allocate } from '../../support/bytes.js';
import {
  each,
  getProperty,
  isFiniteNumber,
  isObject,
  OwnRangeError,
  OwnTypeError,
  trunc,
} from '../../support/intrinsics.js';
import { defineName, defineTag } from '../../support/members.js';
import { charCodeAt } from '../../support/text.js';
import { textGiven } from '../../support/text-given.js';
import { addType, bodyGiven, FetchBody, readArrayBuffer, readJson, readText } from '../body/body.js';
import { HeaderList } from '../headers/header-list.js';
import { createHeaders, headersGiven } from '../headers/headers.js';

/** The parts of a response. */
interface FetchResponseParts {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: FetchBody;
  readonly url: string;
}

let partsOf: (value: unknown) => FetchResponseParts | undefined;
/** The parts for the next constructor call, in place of those of its arguments. */
let given: FetchResponseParts | undefined;

/** 2/response. On any other object the members are `undefined`. */
export class Response {
  readonly #parts: FetchResponseParts;
  #headers: object | undefined;

  static {
    partsOf = (value) => (isObject(value) && #parts in value ? value.#parts : undefined);
  }

  /** 2/response/p1 */
  constructor(body?: unknown, options?: unknown) {
    this.#parts = given ?? responseGiven(body, options);
  }

  /** 2/response/response-body-used */
  get bodyUsed(): boolean | undefined {
    return partsOf(this)?.body.isUsed;
  }

  /** 2/response/response-headers */
  get headers(): object | undefined {
    const parts = partsOf(this);
    if (parts === undefined) return undefined;
    this.#headers ??= createHeaders(parts.headers);
    return this.#headers;
  }

  /** 2/response/response-ok */
  get ok(): boolean | undefined {
    const status = partsOf(this)?.status;
    return status === undefined ? undefined : status >= 200 && status <= 299;
  }

  /** 2/response/response-redirected: redirects are never followed. */
  get redirected(): boolean | undefined {
    return partsOf(this) === undefined ? undefined : false;
  }

  /** 2/response/response-status */
  get status(): number | undefined {
    return partsOf(this)?.status;
  }

  /** 2/response/response-status-text */
  get statusText(): string | undefined {
    return partsOf(this)?.statusText;
  }

  /** 2/response/response-type */
  get type(): string | undefined {
    return partsOf(this) === undefined ? undefined : 'basic';
  }

  /** 2/response/response-url */
  get url(): string | undefined {
    return partsOf(this)?.url;
  }

  /** 2/request-and-response-body-methods/response-array-buffer */
  arrayBuffer(): Promise<unknown> | undefined {
    return readArrayBuffer(partsOf(this)?.body);
  }

  /** 2/request-and-response-body-methods/response-json */
  json(): Promise<unknown> | undefined {
    return readJson(partsOf(this)?.body);
  }

  /** 2/request-and-response-body-methods/response-text */
  text(): Promise<unknown> | undefined {
    return readText(partsOf(this)?.body);
  }
}
defineName(Response, 'Response');
defineTag(Response.prototype, 'Response');

/** Makes the object for the response of another server; its headers are immutable. */
export function createResponse({ status, statusText, headers: pairs, body, url }: ReceivedResponse): object {
  const headers = new HeaderList();
  each(pairs, (pair) => headers.add(pair[0], pair[1]));
  given = { status, statusText, headers: headers.freeze(), body: new FetchBody(body(allocate), 'bytes'), url };
  try {
    return new Response();
  } finally {
    given = undefined;
  }
}

function responseGiven(value: unknown, options: unknown): FetchResponseParts {
  const option = (name: string): unknown => (isObject(options) ? getProperty(options, name) : undefined);
  const status = statusGiven(option('status'));
  const statusText = statusTextGiven(option('statusText'));
  const init = option('headers');
  const headers = init === undefined ? new HeaderList() : headersGiven(init);
  const body = bodyGiven(value);
  addType(body, headers);
  return { status, statusText, headers, body, url: '' };
}

function statusGiven(value: unknown): number {
  if (value === undefined) return 200;
  if (typeof value !== 'number' || !isFiniteNumber(value)) throw new OwnTypeError('invalid number');
  const status = trunc(value);
  if (status >= 200 && status <= 599) return status;
  throw new OwnRangeError(`status provided (${status}) is outside of [200, 599] range`);
}

function statusTextGiven(value: unknown): string {
  const text = textGiven(value);
  for (let at = 0; at < text.length; at += 1) {
    const unit = charCodeAt(text, at);
    if (unit < 0x20 && unit !== 0x09) throw new OwnTypeError('invalid Response statusText');
  }
  return text;
}
