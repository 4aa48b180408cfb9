/** The endpoint as one conversation of a law sees it. */
import { setTimeout as wait } from 'node:timers/promises';
import { TargetUnavailable } from '../../executor/target.js';
import type {
  Account,
  AnswerPlace,
  ApiAnswer,
  ApiRequest,
  AppPayload,
  CreatedRecord,
  Endpoint,
  Json,
} from '../../language/endpoint.js';
import { NotObservable } from '../../language/failures.js';
import { jsonOf } from '../support/json.js';
import { basicCredentials } from './account.js';
import { VERSION } from './base-url.js';
import { addedBy } from './elsewhere.js';
import type { Rotation } from './endpoint-options.js';
import { createdBy, documentedPayload, isPlain, type Leftovers } from './leftovers.js';
import { type Pauses, pauseIn } from './pauses.js';
import { type AnswerPlaces, namedAsKeys } from './places.js';
import { RequestLog } from './request-log.js';
import type { RunMemory } from './run-memory.js';
import type { Secrets } from './secrets.js';
import { EndpointDown, type Service } from './service.js';
import type { RawAnswer, TransportRequest } from './transport.js';

/** What all conversations of a run share. */
export interface RunState extends RunMemory {
  readonly service: Service;
  /** What stands before the version segment. */
  readonly basePath: string;
  readonly account: Account;
  readonly allowWrites: boolean;
  readonly settleMs: number;
  readonly app: Pick<AppPayload, 'sysuserid' | 'runtime'>;
  readonly leftovers: Leftovers;
  readonly pauses: Pauses;
  readonly places: AnswerPlaces;
  readonly secrets: Secrets;
  readonly rotation: Rotation;
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Pauses between two polls, in milliseconds: the first, the factor by which they grow, and the longest. */
const PAUSE = { first: 20, growth: 1.5, longest: 250 };

/** How often a request is sent that the service has no time for: many are sent at once, and wait for each other. */
const MOST_ATTEMPTS = 20;
/** Milliseconds of a pause that is kept with other credentials than the account's too, and how many of them. */
const BRIEF_MS = 1000;
const BRIEF = 3;

export class View implements Endpoint {
  readonly #state: RunState;
  /** Why the result of the conversation does not count, whatever the law returns. */
  #failure: EndpointDown | TargetUnavailable | undefined;
  readonly #log = new RequestLog();

  constructor(state: RunState) {
    this.#state = state;
  }

  /** What it asked, without secrets. */
  get asked(): readonly string[] {
    return this.#log.lines().map((line) => this.#state.secrets.inText(line));
  }

  get failure(): EndpointDown | TargetUnavailable | undefined {
    return this.#failure;
  }

  async ask(request: ApiRequest): Promise<ApiAnswer> {
    const { allowWrites, app } = this.#state;
    if (!allowWrites && !READING.has(request.method))
      throw new Error(`a law without need of \`write\` asked for ${request.method} ${request.path}`);
    const sent = documentedPayload(request);
    const plain = sent !== undefined && isPlain(request, sent, app);
    const answer = this.#answer(await (plain ? this.#unlessBusy(request, sent) : this.#inTime(request)));
    this.#keepKeys(request, answer);
    this.#keepList(request, answer);
    if (sent !== undefined && isSuccess(answer)) this.#created(request).push({ sent, json: answer.json, plain });
    return answer;
  }

  get session(): object {
    return this.#state;
  }

  apart(): Endpoint {
    return new View(this.#state);
  }

  includes(apart: Endpoint): void {
    if (apart instanceof View) this.#log.include(apart.#log);
  }

  created(of: 'servers' | 'apps'): readonly CreatedRecord[] {
    return this.accepted(of).filter(({ plain }) => plain);
  }

  accepted(of: 'servers' | 'apps'): readonly CreatedRecord[] {
    return this.#state.created[of];
  }

  #created(request: ApiRequest): CreatedRecord[] {
    return this.#state.created[createdBy(request) === 'app' ? 'apps' : 'servers'];
  }

  /** Nothing stands against a plain record of a new name: where it conflicts (409), the service is busy with another one. */
  async #unlessBusy(request: ApiRequest, { name }: { readonly name: string }): Promise<RawAnswer> {
    const isNew = !this.#created(request).some(({ sent }) => sent.name === name);
    for await (const _ of this.#polls()) {
      const answered = await this.#inTime(request);
      if (answered.status !== 409 || !isNew) return answered;
    }
    throw unobservable(request, 'status 409, for as long as a run waits');
  }

  /** The answer after the pauses that the service asks for. To other credentials than the account's, too many requests is a refusal. */
  async #inTime(request: ApiRequest): Promise<RawAnswer> {
    const { account, basePath, leftovers, pauses } = this.#state;
    for (let attempt = 1; ; attempt++) {
      await pauses.over();
      const sending = sendingOf(request, account, basePath);
      const answered = await this.#exchange(request, sending);
      const pause = pauseIn(answered);
      const isRefusal =
        answered.status === 429 && !isOfAccount(sending, account) && !(Number(pause) <= BRIEF_MS && attempt <= BRIEF);
      if (pause === undefined || isRefusal) {
        leftovers.note(request, answered.status);
        return answered;
      }
      const isKept = pause === 'unsaid' ? pauses.backOff(attempt) : pauses.begin(pause);
      if (attempt === MOST_ATTEMPTS || !isKept)
        throw unobservable(request, `status ${answered.status}, and no pause that a run can keep`);
    }
  }

  atFirst(of: 'servers' | 'apps'): ApiAnswer | undefined {
    const answered = this.#state.first[of];
    return answered === undefined ? undefined : this.#answer(answered);
  }

  atRotation(): Rotation {
    return this.#state.rotation;
  }

  named(label: string): string {
    return this.#state.names.named(label);
  }

  app(label: string): AppPayload {
    const name = this.named(label);
    return { name, ...this.#state.app, domains: [`${name.toLowerCase()}.example.com`] };
  }

  find(place: AnswerPlace, json: Json | undefined): Json | undefined {
    return this.#state.places.find(place, json);
  }

  lasting(json: Json): Json {
    return this.#state.places.lasting(json);
  }

  async settled(request: ApiRequest, good: (answer: ApiAnswer) => boolean): Promise<ApiAnswer> {
    const { settling } = this.#state;
    const kind = request.path.replace(/^(\/actions\/).*/s, '$1*');
    const started = performance.now();
    let answer: ApiAnswer | undefined;
    for await (const _ of this.#polls(settling.msFor(kind))) {
      const askedMs = performance.now() - started;
      answer = await this.ask(request);
      if (!good(answer)) continue;
      settling.noteCame(kind, askedMs);
      return answer;
    }
    settling.noteVain(kind);
    return answer ?? this.ask(request);
  }

  /** Turns, with a pause between two of them, until the time for settling is over; the last one comes at its end. */
  async *#polls(ms: number = this.#state.settleMs): AsyncGenerator<void> {
    const end = performance.now() + ms;
    for (let pause: number = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
      yield;
      const left = end - performance.now();
      if (left <= 0) return;
      await wait(Math.min(pause, left));
    }
  }

  async #exchange(request: ApiRequest, sending: TransportRequest): Promise<RawAnswer> {
    try {
      const answered = await this.#state.service.exchange(sending);
      this.#log.note(request, answered.status);
      return answered;
    } catch (error) {
      if (error instanceof EndpointDown) {
        this.#log.note(request, error.status);
        this.#state.leftovers.note(request, error.status);
      }
      if (error instanceof EndpointDown || error instanceof TargetUnavailable)
        this.#failure ??= this.#withRequest(error, request);
      throw this.#failure ?? error;
    }
  }

  /** Adds to a crash the request at which it happened. */
  #withRequest(
    error: EndpointDown | TargetUnavailable,
    { method, path }: ApiRequest,
  ): EndpointDown | TargetUnavailable {
    if (!(error instanceof EndpointDown) || error.how === 'hang') return error;
    const detail = this.#state.secrets.inText(`${error.message} to ${method} ${path}`);
    return new EndpointDown(error.how, detail, error.afterMs, error.status);
  }

  #answer({ status, headers, body }: RawAnswer): ApiAnswer {
    const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): readonly [string, string] => [name, one]),
    );
    const text = body.toString();
    const head = pairs.map(([name, value]) => `${name}: ${value}\n`).join('');
    return { status, headers: pairs, text, json: jsonOf(text), echoes: this.#state.secrets.echoesIn(head + text) };
  }

  #keepList({ method, path }: ApiRequest, { status, json }: ApiAnswer): void {
    if (method !== 'GET' || !isSuccess({ status }) || json === undefined) return;
    if (path === '/servers' || path === '/apps')
      this.#state.places.noteList(path === '/apps' ? 'apps' : 'servers', json);
  }

  /** A server API key is redacted from the moment that it arrives. */
  #keepKeys(request: ApiRequest, answer: ApiAnswer): void {
    const { text, json } = answer;
    if (!isSuccess(answer) || json === undefined) return;
    const { secrets, places } = this.#state;
    if (createdBy(request) === 'server') secrets.addServerKey(places.find('serverApiKey', json));
    if (/api[_-]?key/i.test(text)) for (const key of namedAsKeys(json)) secrets.addServerKey(key);
  }
}

const isSuccess = ({ status }: Pick<ApiAnswer, 'status'>): boolean => status >= 200 && status <= 299;

/** An actionid differs from run to run. */
const unobservable = ({ method, path }: ApiRequest, why: string): NotObservable =>
  new NotObservable(`${method} ${path.replace(/^(\/actions\/).*/s, '$1*')}: ${why}`);

/** A request with the credentials of the account, whatever the case of the scheme and the white space. */
function isOfAccount({ headers }: TransportRequest, { clientId, apiKey }: Account): boolean {
  const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization');
  const [scheme = '', ...rest] = at < 0 ? [] : (headers[at + 1]?.trim().split(/\s+/) ?? []);
  return `${scheme.toLowerCase()} ${rest.join(' ')}` === basicCredentials(clientId, apiKey).replace('Basic', 'basic');
}

const NAMES = {
  usual: (name: string) => name,
  'lower-case': (name: string) => name.toLowerCase(),
  'upper-case': (name: string) => name.toUpperCase(),
} as const;

/** A request as it is sent: only what the law leaves out is added. */
export function sendingOf(request: ApiRequest, account: Account, basePath: string): TransportRequest {
  const { method, path, version = VERSION, authorization, headers = {}, json, body, pace, names } = request;
  const nameOf = NAMES[names ?? 'usual'];
  const value =
    authorization === undefined ? basicCredentials(account.clientId, account.apiKey) : authorization?.(account);
  const type = json === undefined ? body?.type : 'application/json';
  const added = addedBy(request, account);
  const query = added.query === '' ? '' : `${path.includes('?') ? '&' : '?'}${added.query}`;
  const typed = type !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    method,
    path: `${basePath}${version}${path}${query}`,
    headers: [
      ...(value === undefined ? [] : [nameOf('Authorization'), value]),
      ...(typed ? [nameOf('Content-Type'), type] : []),
      ...[...Object.entries(headers), ...added.headers].flatMap(([name, value]) => [nameOf(name), value]),
    ],
    body: json === undefined ? body?.text : JSON.stringify(json),
    held: request.connection === 'before-new-key',
    ...(pace === undefined ? {} : { pace }),
  };
}
