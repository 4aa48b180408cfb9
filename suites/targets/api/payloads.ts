/** Payloads of requests that create records. */
import type { Plain, PlainObject } from '../../../spec/types/requirement.js';
import type { ApiRequest, AppPayload } from '../../language/endpoint.js';
import { isList, isObject } from '../../language/plain.js';
import { jsonOf } from '../support/json.js';

/** The kind of record that a request creates, under any version; see 1/endpoints/post and 1/endpoints/post-2. */
export function createdBy({ method, path }: ApiRequest): 'server' | 'app' | undefined {
  const [, resource] = /^\/(server|app)s\/?(?:\?|$)/.exec(path) ?? [];
  return method === 'POST' && (resource === 'server' || resource === 'app') ? resource : undefined;
}

/** Values that no service has a documented reason to refuse or change. */
const PLAIN_NAME = /^[A-Za-z0-9-]{1,63}$/;
const PLAIN_DOMAIN = /^[a-z0-9.-]+\.example\.com$/i;
const MOST_DOMAINS = 20;

const DOCUMENTED: readonly string[] = ['name', 'sysuserid', 'runtime', 'domains'];

type NamedPayload = PlainObject & { readonly name: string };

/** The payload of a request of the account that creates a record with a name and only documented fields. */
export function documentedPayload(request: ApiRequest): NamedPayload | undefined {
  const payload = payloadIn(request);
  if (createdBy(request) === undefined || request.authorization !== undefined || !isObject(payload)) return undefined;
  const { name } = payload;
  const isDocumented = Object.keys(payload).every((field) => DOCUMENTED.includes(field));
  return typeof name === 'string' && isDocumented ? { ...payload, name } : undefined;
}

/** Whether a documented payload is plain: no service has a reason to refuse or change it. */
export function isPlain(
  request: ApiRequest,
  { name, sysuserid, runtime, domains }: NamedPayload,
  app: Pick<AppPayload, 'sysuserid' | 'runtime'>,
): boolean {
  if (request.version !== undefined || !PLAIN_NAME.test(name)) return false;
  if (createdBy(request) === 'server') return [sysuserid, runtime, domains].every((field) => field === undefined);
  return sysuserid === app.sysuserid && runtime === app.runtime && arePlainDomains(domains);
}

function arePlainDomains(domains: Plain | undefined): boolean {
  if (!isList(domains) || domains.length > MOST_DOMAINS) return false;
  const texts = domains.flatMap((one) => (typeof one === 'string' && PLAIN_DOMAIN.test(one) ? one.toLowerCase() : []));
  return new Set(texts).size === domains.length;
}

const payloadIn = ({ json, body }: ApiRequest): Plain | undefined => json ?? jsonOf(body?.text ?? '');

/** The requested name; empty if the request has none. */
export function nameIn(request: ApiRequest): string {
  const payload = payloadIn(request);
  const name = isObject(payload) ? payload.name : undefined;
  return typeof name === 'string' ? name : '';
}
