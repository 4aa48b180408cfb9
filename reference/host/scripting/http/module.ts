import type { Block } from '../../configuration/block.js';
import { type DirectiveRule, setting } from '../../configuration/directive.js';
import { word } from '../../configuration/values.js';
import { answered, declined } from '../../core/phases.js';
import { readBody } from '../../http/body-phases.js';
import { rewriteSteps, withinHttp } from '../../http/directives.js';
import type { HttpPart } from '../../http/module.js';
import type { HttpDecision } from '../../http/phases.js';
import type { HttpRequest } from '../../http/request.js';
import { endUnanswered } from '../../http/response.js';
import type { RealmPools } from '../realm-pools.js';
import { SubjectScripts } from '../subject-scripts.js';
import { requestPort } from './request-port.js';

const accessHandler = setting<string | undefined>('js_access', withinHttp, word, undefined);
const contentHandler = setting<string | undefined>('js_content', ['location'], word, undefined, { inherit: 'nothing' });

/** Directives that call handlers with requests. */
export const httpScriptDirectives: readonly DirectiveRule[] = [accessHandler, contentHandler];

/** What scripts do in the phases of requests. */
export function httpScripting(pools: RealmPools): HttpPart {
  const scripts = new RequestScripts(pools);
  return {
    phases: [
      { phase: 'post-read', handle: (request) => scripts.begin(request) },
      { phase: 'find-location', handle: (request) => scripts.enter(request) },
      { phase: 'access', handle: (request) => access(request, scripts.of(request)) },
      { phase: 'content', handle: (request) => content(request, scripts.of(request)) },
    ],
    filters: [],
  };
}

/** The scripts of the requests that are under way. */
class RequestScripts {
  readonly #pools: RealmPools;
  readonly #scripts = new WeakMap<HttpRequest, SubjectScripts>();

  constructor(pools: RealmPools) {
    this.#pools = pools;
  }

  of(request: HttpRequest): SubjectScripts {
    return this.#scripts.get(request) ?? this.#make(request);
  }

  /** The server's rewrite phase may need variables that handlers compute. */
  begin(request: HttpRequest): HttpDecision | Promise<HttpDecision> {
    const { block } = request.arrival.server;
    return rewriteSteps.of(block).length > 0 && computesVariables(block) ? this.#prepare(request, block) : declined;
  }

  /** Realms are dear: requests whose location calls no handler get none. */
  enter(request: HttpRequest): HttpDecision | Promise<HttpDecision> {
    const { block } = request;
    const handlers = [accessHandler.of(block), contentHandler.of(block)];
    const isScripted = handlers.some((handler) => handler !== undefined) || computesVariables(block);
    return isScripted ? this.#prepare(request, block) : declined;
  }

  async #prepare(request: HttpRequest, block: Block): Promise<HttpDecision> {
    await this.of(request).prepare(block);
    return declined;
  }

  #make(request: HttpRequest): SubjectScripts {
    const scripts = new SubjectScripts(this.#pools, request, { kind: 'http', port: requestPort(request) });
    this.#scripts.set(request, scripts);
    request.callHandler = (handler) => scripts.callVariable(handler);
    request.cleanups.push(() => scripts.close());
    return scripts;
  }
}

function computesVariables({ scope }: Block): boolean {
  return scope?.callsHandlers === true;
}

/** 2/http-request-object-methods/r-decline: a handler that does not answer grants access by that. */
async function access(request: HttpRequest, scripts: SubjectScripts): Promise<HttpDecision> {
  const handler = accessHandler.of(request.block);
  if (handler === undefined) return declined;
  request.arrival.hold?.();
  request.scriptPhase = 'access';
  const ended = await scripts.run(handler);
  if (ended === 'ended' && !request.headerSent) return declined;
  endUnanswered(request);
  return answered;
}

async function content(request: HttpRequest, scripts: SubjectScripts): Promise<HttpDecision> {
  const handler = contentHandler.of(request.block);
  if (handler === undefined) return declined;
  const read = await readBody(request);
  if (read.kind !== 'declined') return read;
  request.arrival.hold?.();
  request.scriptPhase = 'content';
  await scripts.run(handler);
  endUnanswered(request);
  return answered;
}
