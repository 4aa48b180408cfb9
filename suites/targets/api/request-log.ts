/** The requests of a conversation to a service, in words, for the report on its result. */
import type { ApiRequest } from '../../language/endpoint.js';

/** The number of requests that are shown; of more, the last ones. */
const MOST_SHOWN = 10;
/** The number of characters of a body that are shown. */
const MOST_BODY = 300;

/** Of many requests only the last ones. */
export function lastOf(asked: readonly string[]): readonly string[] {
  const earlier = asked.length - MOST_SHOWN;
  return earlier <= 0 ? asked : [`… ${earlier} earlier requests`, ...asked.slice(-MOST_SHOWN)];
}

/** A request with the status of its answer, which is present once the head of the answer has arrived. */
export const asLine = (request: ApiRequest, status: number | undefined): string =>
  `${inWords(request)}: ${status ?? 'no answer'}`;

function inWords({ method, path, version, authorization, headers = {}, json, body }: ApiRequest): string {
  const text = json === undefined ? body?.text : JSON.stringify(json);
  const credentials =
    authorization === undefined ? [] : [`with ${authorization === null ? 'no' : 'other'} credentials`];
  return [
    method,
    `${version ?? ''}${path}`,
    ...credentials,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === undefined || text === '' ? [] : [text.length > MOST_BODY ? `${text.slice(0, MOST_BODY)}…` : text]),
  ].join(' ');
}
