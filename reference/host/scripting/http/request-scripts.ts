import type { Block } from '../../configuration/block.js';
import type { HttpRequest } from '../../http/request.js';
import type { RealmPools } from '../realm-pools.js';
import { SubjectScripts } from '../subject-scripts.js';
import { HandlerState } from './handler-state.js';
import { requestPort } from './request-port.js';
import { accessHandler, bodyFilter, contentHandler, headerFilter } from './settings.js';

/** The scripts of one request, and what they have decided. */
export interface RequestScript {
  readonly scripts: SubjectScripts;
  readonly state: HandlerState;
}

/** The scripts of the requests that are under way. */
export class RequestScripts {
  readonly #pools: RealmPools;
  readonly #requests = new WeakMap<HttpRequest, RequestScript & { redirects: number }>();

  constructor(pools: RealmPools) {
    this.#pools = pools;
  }

  of(request: HttpRequest): RequestScript {
    return this.#requests.get(request) ?? this.#make(request);
  }

  /** Realms are dear: requests whose block calls no handler get none. */
  async prepare(request: HttpRequest): Promise<void> {
    const known = this.#requests.get(request);
    // 2/http-request-object-methods/r-internal-redirect: a redirect stops the scripts and starts others.
    if (known !== undefined && known.redirects !== request.redirects) {
      known.redirects = request.redirects;
      known.scripts.stop();
    }
    if (callsHandlers(request.block)) await this.of(request).scripts.prepare(request.block);
  }

  #make(request: HttpRequest): RequestScript {
    const state = new HandlerState();
    const port = requestPort(request, state, (start) => scripts.later(start));
    const scripts = new SubjectScripts(this.#pools, request, { kind: 'http', port });
    const made = { scripts, state, redirects: request.redirects };
    this.#requests.set(request, made);
    request.callHandler = (handler) => state.during('variable', () => scripts.callVariable(handler));
    request.cleanups.push(() => scripts.close());
    return made;
  }
}

function callsHandlers(block: Block): boolean {
  const handlers = [accessHandler, contentHandler, headerFilter, bodyFilter];
  return block.scope?.callsHandlers === true || handlers.some((handler) => handler.of(block) !== undefined);
}
