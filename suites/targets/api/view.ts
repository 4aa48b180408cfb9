/** The endpoint as one conversation of a law sees it. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Plain } from '../../../spec/types/requirement.js';
import { TargetUnavailable } from '../../executor/target.js';
import type {
  Account,
  AnswerPlace,
  ApiAnswer,
  ApiRequest,
  AppPayload,
  CreatedRecord,
  Endpoint,
} from '../../language/endpoint.js';
import { NotObservable } from '../../language/failures.js';
import { jsonOf } from '../support/json.js';
import { pauseIn } from './pauses.js';
import { createdBy, documentedPayload, isPlain, nameIn } from './payloads.js';
import { valuesNamedLikeKeys } from './places.js';
import { asLine, lastOf } from './request-log.js';
import type { ApiRun } from './run.js';
import type { Secrets } from './secrets.js';
import { isOfAccount, sendingOf } from './sending.js';
import { EndpointDown, type Service } from './service.js';
import type { RawAnswer, TransportRequest } from './transport.js';

/** Statuses with replaced keys, if the run has replaced the key. */
export type Rotation = ReturnType<Endpoint['atRotation']>;

/** State that all conversations of a session share. */
export interface SessionState {
  readonly run: ApiRun;
  readonly service: Service;
  readonly account: Account;
  readonly secrets: Secrets;
  readonly rotation: Rotation;
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Pauses between two polls, in milliseconds: the first, the factor by which they grow, and the longest. */
const PAUSE = { first: 20, growth: 1.5, longest: 250 };

/** How often a request is sent again if the service is busy: many are sent at once, and wait for each other. */
const MOST_ATTEMPTS = 20;
/** Limits of pauses for requests without the account's credentials: milliseconds, and their number. */
const BRIEF_MS = 1000;
const BRIEF = 3;

export class View implements Endpoint {
  readonly #state: SessionState;
  readonly #run: ApiRun;
  /** Why the result of the conversation does not count, whatever the law returns. */
  #failure: EndpointDown | TargetUnavailable | undefined;
  readonly #asked: string[] = [];

  constructor(state: SessionState) {
    this.#state = state;
    this.#run = state.run;
  }

  /** Its requests, without secrets. */
  get asked(): readonly string[] {
    return lastOf(this.#asked).map((line) => this.#state.secrets.inText(line));
  }

  get failure(): EndpointDown | TargetUnavailable | undefined {
    return this.#failure;
  }

  async ask(request: ApiRequest): Promise<ApiAnswer> {
    const { allowWrites, app } = this.#run;
    if (!allowWrites && !READING.has(request.method))
      throw new Error(`a law without need of \`write\` asked for ${request.method} ${request.path}`);
    const sent = documentedPayload(request);
    const plain = sent !== undefined && isPlain(request, sent, app);
    const answer = this.#answer(await (plain ? this.#unlessBusy(request, sent.name) : this.#inTime(request)));
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
    if (apart instanceof View) this.#asked.push(...apart.#asked);
  }

  created(of: 'servers' | 'apps'): readonly CreatedRecord[] {
    return this.accepted(of).filter(({ plain }) => plain);
  }

  accepted(of: 'servers' | 'apps'): readonly CreatedRecord[] {
    return this.#run.created[of];
  }

  atFirst(of: 'servers' | 'apps'): ApiAnswer | undefined {
    const answered = this.#run.first[of];
    return answered === undefined ? undefined : this.#answer(answered);
  }

  atRotation(): Rotation {
    return this.#state.rotation;
  }

  named(label: string): string {
    return this.#run.named(label);
  }

  app(label: string): AppPayload {
    const name = this.named(label);
    return { name, ...this.#run.app, domains: [`${name.toLowerCase()}.example.com`] };
  }

  find(place: AnswerPlace, json: Plain | undefined): Plain | undefined {
    return this.#run.places.find(place, json);
  }

  lasting(json: Plain): Plain {
    return this.#run.places.lasting(json);
  }

  async settled(request: ApiRequest, good: (answer: ApiAnswer) => boolean): Promise<ApiAnswer> {
    const { settling } = this.#run;
    const kind = pathOf(request);
    const started = performance.now();
    let answer: ApiAnswer | undefined;
    for await (const _ of polls(settling.msFor(kind))) {
      const askedMs = performance.now() - started;
      answer = await this.ask(request);
      if (!good(answer)) continue;
      settling.noteArrival(kind, askedMs);
      return answer;
    }
    settling.noteVain(kind);
    return answer ?? this.ask(request);
  }

  #created(request: ApiRequest): CreatedRecord[] {
    return this.#run.created[createdBy(request) === 'app' ? 'apps' : 'servers'];
  }

  /** A plain record with a new name conflicts with nothing. If the answer is 409 all the same, the service is busy with another one. */
  async #unlessBusy(request: ApiRequest, name: string): Promise<RawAnswer> {
    const isNew = !this.#created(request).some(({ sent }) => sent.name === name);
    for await (const _ of polls(this.#run.settleMs)) {
      const answered = await this.#inTime(request);
      if (answered.status !== 409 || !isNew) return answered;
    }
    throw unobservable(request, 'status 409, for as long as a run waits');
  }

  /** The answer after the pauses that the service asks for. For credentials of others, 429 is a refusal. */
  async #inTime(request: ApiRequest): Promise<RawAnswer> {
    const { account } = this.#state;
    const { pauses, base } = this.#run;
    const sending = sendingOf(request, account, base.path);
    for (let attempt = 1; ; attempt++) {
      await pauses.over();
      const answered = await this.#exchange(request, sending);
      const { status } = answered;
      const pause = pauseIn(answered);
      const isBrief = Number(pause) <= BRIEF_MS && attempt <= BRIEF;
      if (pause === undefined || (status === 429 && !isBrief && !isOfAccount(sending, account))) {
        this.#noteLeftover(request, status);
        return answered;
      }
      const isKept = pause === 'unsaid' ? pauses.backOff(attempt) : pauses.begin(pause);
      if (attempt === MOST_ATTEMPTS || !isKept)
        throw unobservable(request, `status ${status}, and no pause that a run can keep`);
    }
  }

  async #exchange(request: ApiRequest, sending: TransportRequest): Promise<RawAnswer> {
    try {
      const answered = await this.#state.service.exchange(sending);
      this.#note(request, answered.status);
      return answered;
    } catch (error) {
      if (error instanceof EndpointDown) {
        this.#note(request, error.status);
        this.#noteLeftover(request, error.status);
        this.#failure ??= this.#withRequest(error, request);
      } else if (error instanceof TargetUnavailable) this.#failure ??= error;
      throw this.#failure ?? error;
    }
  }

  /** A request that is repeated until its answer is final is noted once. */
  #note(request: ApiRequest, status: number | undefined): void {
    const line = asLine(request, status);
    if (this.#asked.at(-1) !== line) this.#asked.push(line);
  }

  #noteLeftover(request: ApiRequest, status: number | undefined): void {
    const resource = createdBy(request);
    if (resource !== undefined && isSuccess({ status: status ?? 0 }))
      this.#run.noteLeftover(resource, this.#state.secrets.inName(nameIn(request)));
  }

  /** Adds the request to a crash. */
  #withRequest(error: EndpointDown, { method, path }: ApiRequest): EndpointDown {
    if (error.how === 'hang') return error;
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

  #keepList({ method, path }: ApiRequest, answer: ApiAnswer): void {
    if (method !== 'GET' || !isSuccess(answer) || answer.json === undefined) return;
    if (path === '/servers') this.#run.places.noteList('servers', answer.json);
    if (path === '/apps') this.#run.places.noteList('apps', answer.json);
  }

  /** A server API key is redacted from the moment of its arrival. */
  #keepKeys(request: ApiRequest, answer: ApiAnswer): void {
    const { text, json } = answer;
    if (!isSuccess(answer) || json === undefined) return;
    const { secrets } = this.#state;
    if (createdBy(request) === 'server') secrets.addServerKey(this.find('serverApiKey', json));
    if (/api[_-]?key/i.test(text)) for (const key of valuesNamedLikeKeys(json)) secrets.addServerKey(key);
  }
}

/** Turns with a pause between two of them, until the time is over; the last one comes at its end. */
async function* polls(ms: number): AsyncGenerator<void> {
  const end = performance.now() + ms;
  for (let pause: number = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
    yield;
    const left = end - performance.now();
    if (left <= 0) return;
    await wait(Math.min(pause, left));
  }
}

const isSuccess = ({ status }: Pick<ApiAnswer, 'status'>): boolean => status >= 200 && status <= 299;

/** An actionid differs from run to run. */
const pathOf = ({ path }: ApiRequest): string => path.replace(/^(\/actions\/).*/s, '$1*');

const unobservable = (request: ApiRequest, why: string): NotObservable =>
  new NotObservable(`${request.method} ${pathOf(request)}: ${why}`);
