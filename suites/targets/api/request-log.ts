/** The requests of a conversation to a service, in words, for the report on its result. */
import type { ApiRequest } from '../../language/endpoint.js';

/** The number of requests that are shown; of more, the last ones. */
const MOST_SHOWN = 10;
/** The number of characters of a body that are shown. */
const MOST_BODY = 300;

export class RequestLog {
  readonly #texts: string[] = [];

  /** `status` is present once the head of the answer has arrived. A request that is repeated until its answer is final is shown once. */
  note(request: ApiRequest, status: number | undefined): void {
    const text = `${inWords(request)}: ${status ?? 'no answer'}`;
    if (this.#texts.at(-1) !== text) this.#texts.push(text);
  }

  include(other: RequestLog): void {
    this.#texts.push(...other.#texts);
  }

  lines(): readonly string[] {
    const earlier = this.#texts.length - MOST_SHOWN;
    return earlier <= 0 ? this.#texts : [`… ${earlier} earlier requests`, ...this.#texts.slice(-MOST_SHOWN)];
  }
}

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
