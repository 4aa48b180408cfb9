import { getProperty, isObject, OwnTypeError } from '../../support/intrinsics.js';
import { defineName, defineTag } from '../../support/members.js';
import { addType, bodyGiven, type FetchBody, readArrayBuffer, readJson, readText } from '../body/body.js';
import { HeaderList } from '../headers/header-list.js';
import { createHeaders, headersGiven } from '../headers/headers.js';
import { type Modes, methodGiven, modesGiven } from './options.js';
import { checkedUrl } from './url.js';

/** The parts of a request. */
export interface FetchRequestParts extends Modes {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body: FetchBody;
}

let partsOf: (value: unknown) => FetchRequestParts | undefined;

/** 2/request. On any other object the members are `undefined`. */
export class Request {
  readonly #parts: FetchRequestParts;
  #headers: object | undefined;

  static {
    partsOf = (value) => (isObject(value) && #parts in value ? value.#parts : undefined);
  }

  /** 2/request/p1 */
  constructor(resource: unknown, options?: unknown) {
    this.#parts = requestGiven(resource, options, headersGiven);
  }

  /** 2/request/request-body-used */
  get bodyUsed(): boolean | undefined {
    return partsOf(this)?.body.isUsed;
  }

  /** 2/request/request-cache */
  get cache(): string | undefined {
    return partsOf(this)?.cache;
  }

  /** 2/request/request-credentials */
  get credentials(): string | undefined {
    return partsOf(this)?.credentials;
  }

  /** 2/request/request-headers */
  get headers(): object | undefined {
    const parts = partsOf(this);
    if (parts === undefined) return undefined;
    this.#headers ??= createHeaders(parts.headers);
    return this.#headers;
  }

  /** 2/request/request-method */
  get method(): string | undefined {
    return partsOf(this)?.method;
  }

  /** 2/request/request-mode */
  get mode(): string | undefined {
    return partsOf(this)?.mode;
  }

  /** 2/request/request-url */
  get url(): string | undefined {
    return partsOf(this)?.url;
  }

  /** 2/request-and-response-body-methods/request-array-buffer */
  arrayBuffer(): Promise<unknown> | undefined {
    return readArrayBuffer(partsOf(this)?.body);
  }

  /** 2/request-and-response-body-methods/request-json */
  json(): Promise<unknown> | undefined {
    return readJson(partsOf(this)?.body);
  }

  /** 2/request-and-response-body-methods/request-text */
  text(): Promise<unknown> | undefined {
    return readText(partsOf(this)?.body);
  }
}
defineName(Request, 'Request');
defineTag(Request.prototype, 'Request');

/**
 * The request that a script's arguments describe: a URL or an existing request, with options that override it. `readHeaders` converts the
 * headers option to a list.
 */
export function requestGiven(
  resource: unknown,
  options: unknown,
  readHeaders: (init: unknown) => HeaderList,
): FetchRequestParts {
  const base = baseOf(resource);
  if (!isObject(options)) return { ...base, headers: base.headers.copy(), body: base.body.copy() };
  const method = methodGiven(getProperty(options, 'method'), base.method);
  const modes = modesGiven(options, base);
  const init: unknown = getProperty(options, 'headers');
  const headers = init === undefined ? base.headers.copy() : readHeaders(init);
  const body = bodyOver(base.body, getProperty(options, 'body'), headers);
  return { url: base.url, method, ...modes, headers, body };
}

function baseOf(resource: unknown): FetchRequestParts {
  if (resource === undefined) throw new OwnTypeError('1st argument is required');
  const known = partsOf(resource);
  if (known !== undefined) return known;
  if (typeof resource !== 'string') throw new OwnTypeError('input is not string or a Request object');
  return {
    url: checkedUrl(resource),
    method: 'GET',
    cache: 'default',
    credentials: 'same-origin',
    mode: 'no-cors',
    headers: new HeaderList(),
    body: bodyGiven(undefined),
  };
}

function bodyOver(base: FetchBody, value: unknown, headers: HeaderList): FetchBody {
  if (value === undefined) return base.copy();
  const body = bodyGiven(value);
  addType(body, headers);
  return body;
}
