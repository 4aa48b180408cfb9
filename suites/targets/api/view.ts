/** The endpoint as one conversation of a law sees it. */
import { setTimeout as wait } from 'node:timers/promises';
import { TargetUnavailable } from '../../executor/target.js';
import type {
  Account,
  AnswerPlace,
  ApiAnswer,
  ApiRequest,
  AppPayload,
  Endpoint,
  Json,
} from '../../language/endpoint.js';
import { basicCredentials } from './account.js';
import { VERSION } from './base-url.js';
import { createdBy, jsonOf, type Leftovers, type Names } from './leftovers.js';
import { type AnswerPlaces, namedAsKeys } from './places.js';
import type { Secrets } from './secrets.js';
import { EndpointDown, type Service } from './service.js';
import type { Answered, TransportRequest } from './transport.js';

/** What all conversations of a run share. */
export interface Shared {
  readonly service: Service;
  /** What stands before the version segment. */
  readonly basePath: string;
  readonly account: Account;
  readonly allowWrites: boolean;
  readonly settleMs: number;
  readonly app: Pick<AppPayload, 'sysuserid' | 'runtime'>;
  readonly names: Names;
  readonly leftovers: Leftovers;
  readonly places: AnswerPlaces;
  readonly secrets: Secrets;
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Pauses between two polls, in milliseconds: the first, the factor by which they grow, and the longest. */
const PAUSE = { first: 20, growth: 1.5, longest: 250 };

export class View implements Endpoint {
  readonly #shared: Shared;
  /** Why the result of the conversation does not count, whatever the law returns. */
  #failure: EndpointDown | TargetUnavailable | undefined;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  get failure(): EndpointDown | TargetUnavailable | undefined {
    return this.#failure;
  }

  async ask(request: ApiRequest): Promise<ApiAnswer> {
    const { allowWrites, account, basePath, leftovers } = this.#shared;
    if (!allowWrites && !READING.has(request.method))
      throw new Error(`a law without need of \`write\` asked for ${request.method} ${request.path}`);
    const answered = await this.#exchange(request, sendingOf(request, account, basePath));
    leftovers.note(request, answered.status);
    const answer = this.#answer(answered);
    this.#keepKeys(request, answer);
    return answer;
  }

  named(label: string): string {
    return this.#shared.names.named(label);
  }

  app(label: string): AppPayload {
    const name = this.named(label);
    return { name, ...this.#shared.app, domains: [`${name}.example.com`] };
  }

  find(place: AnswerPlace, json: Json | undefined): Json | undefined {
    return this.#shared.places.find(place, json);
  }

  async settled(request: ApiRequest, good: (answer: ApiAnswer) => boolean): Promise<ApiAnswer> {
    const end = performance.now() + this.#shared.settleMs;
    let pause = PAUSE.first;
    for (;;) {
      const answer = await this.ask(request);
      const left = end - performance.now();
      if (good(answer) || left <= 0) return answer;
      await wait(Math.min(pause, left));
      pause = Math.min(pause * PAUSE.growth, PAUSE.longest);
    }
  }

  async #exchange(request: ApiRequest, sending: TransportRequest): Promise<Answered> {
    try {
      return await this.#shared.service.exchange(sending);
    } catch (error) {
      if (error instanceof EndpointDown) this.#shared.leftovers.note(request, error.status);
      if (error instanceof EndpointDown || error instanceof TargetUnavailable)
        this.#failure ??= this.#told(error, request);
      throw this.#failure ?? error;
    }
  }

  /** Adds to a crash the request at which it happened. */
  #told(error: EndpointDown | TargetUnavailable, { method, path }: ApiRequest): EndpointDown | TargetUnavailable {
    if (!(error instanceof EndpointDown) || error.how === 'hang') return error;
    const detail = this.#shared.secrets.inText(`${error.message} to ${method} ${path}`);
    return new EndpointDown(error.how, detail, error.afterMs, error.status);
  }

  #answer({ status, headers, body }: Answered): ApiAnswer {
    const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): readonly [string, string] => [name, one]),
    );
    const text = body.toString();
    const head = pairs.map(([name, value]) => `${name}: ${value}\n`).join('');
    return { status, headers: pairs, text, json: jsonOf(text), echoes: this.#shared.secrets.echoesIn(head + text) };
  }

  /** A server API key is redacted from the moment that it arrives. */
  #keepKeys(request: ApiRequest, { status, text, json }: ApiAnswer): void {
    if (status < 200 || status > 299 || json === undefined) return;
    const { secrets, places } = this.#shared;
    if (createdBy(request) === 'server') secrets.addServerKey(places.find('serverApiKey', json));
    if (/api[_-]?key/i.test(text)) for (const key of namedAsKeys(json)) secrets.addServerKey(key);
  }
}

/** A request as it is sent: only what the law leaves out is added. */
export function sendingOf(request: ApiRequest, account: Account, basePath: string): TransportRequest {
  const { method, path, version = VERSION, authorization, headers = {}, json, body } = request;
  const value =
    authorization === undefined ? basicCredentials(account.clientId, account.apiKey) : authorization?.(account);
  const type = json === undefined ? body?.type : 'application/json';
  const typed = type !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    method,
    path: `${basePath}${version}${path}`,
    headers: [
      ...(value === undefined ? [] : ['Authorization', value]),
      ...(typed ? ['Content-Type', type] : []),
      ...Object.entries(headers).flat(),
    ],
    body: json === undefined ? body?.text : JSON.stringify(json),
    held: request.connection === 'before-new-key',
  };
}
